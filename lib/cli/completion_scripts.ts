/**
 * What each shell is given. All three ask `gatehouse completions words`, by the name that `PATH` has for it: a program
 * named by its path on the line may be anybody's, and is not to be started by a tab. Where nothing fits, files do.
 */

const bash = `# Completes the words of gatehouse in bash.
_gatehouse() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%\$'\\t'*}")
  done < <(command gatehouse completions words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _gatehouse gatehouse
`;

const zsh = `#compdef gatehouse
# Completes the words of gatehouse in zsh.
_gatehouse() {
  local line
  local -a proposals
  while IFS= read -r line; do
    proposals+=("\${\${line%%\$'\\t'*}//:/\\\\:}:\${line#*\$'\\t'}")
  done < <(command gatehouse completions words -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)
  if (( \$#proposals )); then
    _describe gatehouse proposals
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == _gatehouse ]]; then
  _gatehouse "\$@"
else
  compdef _gatehouse gatehouse
fi
`;

const fish = `# Completes the words of gatehouse in fish.
function __gatehouse_words
    set -l before (commandline -opc)
    set -e before[1]
    set -l current (commandline -ct)
    set -l proposals (command gatehouse completions words -- $before "$current" 2>/dev/null)
    if set -q proposals[1]
        printf '%s\\n' $proposals
    else
        __fish_complete_path "$current"
    end
end
complete -c gatehouse -e
complete -c gatehouse -f -a '(__gatehouse_words)'
`;

/** The scripts by the shells' names. */
export const scripts = { bash, zsh, fish } as const;
