/** The reads of files, for a machine without python3. What is read is what was opened, and that is judged. */

/** Finds out where the path really leads. The directory of root's keys may itself be a link. */
const RESOLVE = `keys=$(readlink -f -- /root/.ssh) || keys=/root/.ssh
denied() {
  case "$1" in
    "$keys" | "$keys"/*)
      fail VALIDATION_FAILED 'This path may not be read' '"PATH_DENIED"'
      ;;
    /etc/shadow | /etc/gshadow | /etc/shadow- | /etc/gshadow- | /root/.ssh | /root/.ssh/* | /proc/kcore | /proc/kmsg \\
      | /proc/*/mem | /proc/*/environ | /proc/*/auxv | /sys/kernel/*trace_pipe | /sys/kernel/*trace_pipe_raw)
      fail VALIDATION_FAILED 'This path may not be read' '"PATH_DENIED"'
      ;;
  esac
}
KEPT='/etc/shadow /etc/gshadow /etc/shadow- /etc/gshadow- /proc/kcore'
replaced() { fail UPSTREAM_FAILED 'The path led elsewhere meanwhile' '"CONCURRENT_MODIFICATION"'; }
digits() {
  case "$1" in
    '' | *[!0-9]* | ????????????????*) fail VALIDATION_FAILED 'A number is not one' null ;;
  esac
}
case "$in_path" in
  /*) ;;
  *) fail VALIDATION_FAILED 'path must be absolute' null ;;
esac
denied "$in_path"
real=$(readlink -f -- "$in_path" && printf x) || fail NOT_FOUND 'No such file or directory' null
real=\${real%?x}
denied "$real"
[ -e "$real" ] || fail NOT_FOUND 'No such file or directory' null
`;

/** Opens it as descriptor 3, and looks at what was opened. */
const OPEN = `[ ! -d "$real" ] || fail VALIDATION_FAILED 'Is a directory' '"IS_A_DIRECTORY"'
[ -f "$real" ] || fail VALIDATION_FAILED 'The path is no regular file' '"NOT_REGULAR_FILE"'
[ -r "$real" ] || fail UPSTREAM_FAILED 'Permission denied' '"PERMISSION_DENIED"'
exec 3<"$real"
opened=$(readlink /proc/self/fd/3 && printf x)
[ "\${opened%?x}" = "$real" ] || replaced
for kept in $KEPT; do
  [ ! /proc/self/fd/3 -ef "$kept" ] || denied "$kept"
done
size=$(wc -c </proc/self/fd/3)
size=$((size))
`;

/** Shell text by operation. */
export const FILE_COMMANDS: Readonly<Record<string, string>> = {
  read_file: RESOLVE + OPEN + `from=\${in_offset_bytes:-0}
most=\${in_max_bytes:-65536}
digits "$from"
digits "$most"
[ "$most" -le 300000 ] || most=300000
sum=
if [ "$size" -le 16777216 ] && has sha256sum; then sum=$(sha256sum </proc/self/fd/3); fi
begin
printf '%s' "$size" | tell size
printf '%s' "\${sum%% *}" | tell sha256
tail -c +$((from + 1)) </proc/self/fd/3 | head -c "$most" | tell content
end
`,
  tail_file: RESOLVE + OPEN + `count=\${in_lines:-50}
digits "$count"
begin
printf '%s' "$size" | tell size
tail -c 262144 </proc/self/fd/3 | tail -n "$count" | tell content
end
`,
  list_directory: RESOLVE + `[ -d "$real" ] || fail VALIDATION_FAILED 'Not a directory' '"NOT_A_DIRECTORY"'
cd -P -- "$real" || fail UPSTREAM_FAILED 'Permission denied' '"PERMISSION_DENIED"'
[ "$(pwd -P)" = "$real" ] || replaced
[ -r . ] || fail UPSTREAM_FAILED 'Permission denied' '"PERMISSION_DENIED"'
begin
printf '%s' "$real" | tell path
set +f
{
  total=0
  for name in .* *; do
    case "$name" in . | ..) continue ;; esac
    [ -e "./$name" ] || [ -L "./$name" ] || continue
    total=$((total + 1))
    [ "$total" -le 500 ] || continue
    target=
    [ ! -L "./$name" ] || target=$(readlink -- "./$name")
    printf '%s\\0' "$(stat -c '%A %U %G %s %Y' -- "./$name")" "$name" "$target"
  done
  printf '%s' "$total"
} | tell entries
end
`,
  analyze_disk: `in_path=\${in_path:-/}
` + RESOLVE + `begin
printf '%s' "$real" | tell path
tell_run df df -P -k -- "$real"
tell_run du du -k -x -d 1 -- "$real"
end
`,
  search_in_files: RESOLVE + `[ -r "$real" ] || fail UPSTREAM_FAILED 'Permission denied' '"PERMISSION_DENIED"'
begin
find "$real" -xdev -type f | wc -l | tell files
# Which files are worth opening; what is shown comes only from what was opened and judged then.
find "$real" -xdev -type f -exec grep -lF -e "$in_pattern" /dev/null {} + | head -n 200 | while IFS= read -r file; do
  [ -f "$file" ] && [ ! -L "$file" ] || continue
  (
    exec 3<"$file" || exit
    opened=$(readlink /proc/self/fd/3 && printf x)
    [ "\${opened%?x}" = "$file" ] || exit
    for kept in $KEPT; do
      [ ! /proc/self/fd/3 -ef "$kept" ] || exit
    done
    case "$file" in /root/.ssh/* | "$keys"/*) exit ;; esac
    bytes=$(head -c 8192 </proc/self/fd/3 | wc -c)
    [ "$bytes" -eq "$(head -c 8192 </proc/self/fd/3 | tr -d '\\000' | wc -c)" ] || exit
    printf '%s %s\\n' "$(printf '%s' "$file" | hex)" \\
      "$(grep -Fn -m 100 -e "$in_pattern" </proc/self/fd/3 | cut -c 1-500 | head -c 40000 | hex)"
  )
done | head -c 600000 | tell matches
end
`,
};
