/** Shells that read their text in another way than bash, and texts that all of them read alike. */

/**
 * Languages of shells other than bash: `near-shell` shares its quotes, separators and words (zsh, ksh), the others do
 * not. None may be allowed because bash would do no harm with the text: zsh runs `*(e:code:)`.
 */
export const OTHER_SHELLS = ["near-shell", "other-shell"] as const;

const WORD = String.raw`(?:[\w./:,+@*?-]|'[^'$\`\\!]*'|"[^"$\`\\!]*")`;
/** An option may hold `=`; elsewhere it sets a variable, some of which have other meanings there (`path=/tmp`). */
const COMMAND = String.raw`[A-Za-z0-9_./]${WORD}*(?:[ \t]+(?:--?[\w-]+=${WORD}*|${WORD}+))*`;
const PLAIN = new RegExp(
  String.raw`^[ \t]*${COMMAND}(?:[ \t]*(?:&&|\|\||;|\|)[ \t]*${COMMAND})*[ \t]*;?[ \t\n]*$`,
);

/** Reserved words and builtins that these shells have alone, or that change what later words mean. */
const PARTICULAR = new Set(
  ("for foreach select while until repeat case if then elif else fi do done end esac function coproc time read vared print " +
    "printf export typeset declare local integer float readonly getopts set setopt unsetopt unset emulate source . eval " +
    "alias unalias trap autoload zmodload sched fc r log noglob nocorrect exec command builtin hash rehash unhash " +
    "disable enable let zparseopts zstyle zcompile mapfile readarray pushd popd dirs env test").split(" "),
);

/** Longer texts are asked about. */
const MAX_TEXT = 2_000;

/**
 * True for a text of plain words and `&&`, `||`, `;` and `|`, which zsh and ksh read as bash does.
 *
 * ```ts
 * import { readsAlike } from "gatehouse/gate/other_shells.ts";
 *
 * if (!readsAlike("git status && ls -l 'a b'")) throw new Error("plain words");
 * if (readsAlike("ls *(e{id})") || readsAlike("ls =id") || readsAlike("path=/tmp; ls")) throw new Error("zsh alone");
 * ```
 */
export function readsAlike(text: string): boolean {
  if (text.length > MAX_TEXT || !PLAIN.test(text)) return false;
  const bare = text.replaceAll(/'[^']*'|"[^"]*"/g, "''");
  return bare.split(/&&|\|\||[;|]/).every((command) => !PARTICULAR.has(/^\s*(\S*)/.exec(command)?.[1] ?? ""));
}
