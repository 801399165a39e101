/**
 * Reads for a machine without python3: POSIX sh and the usual small programs, as busybox has them.
 *
 * No value is ever part of a command's text: it is written as octal escapes, which printf alone turns into a variable,
 * and variables stand in double quotes only. What comes back is bytes in hexadecimal; reading them is our own work.
 */
import type { Order } from "../../types.ts";
import { FILE_COMMANDS } from "./files.ts";
import { MACHINE_COMMANDS } from "./machine.ts";

/** Shell text by operation; each argument that it uses is a variable of the same name. */
const COMMANDS: ReadonlyMap<string, string> = new Map(
  [FILE_COMMANDS, MACHINE_COMMANDS].flatMap(Object.entries),
);

/** Functions that all use; `tell name` answers with the bytes of its stdin under that name. */
const COMMON = `LC_ALL=C
PATH="$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
export LC_ALL PATH
set -f
fail() {
  printf '{"ok":false,"error":{"code":"%s","message":"%s","detail":%s,"exitCode":null}}' "$1" "$2" "$3"
  exit 0
}
hex() { od -An -v -tx1 | tr -d ' \\n'; }
tell() { printf '"%s":"' "$1"; hex; printf '",'; }
# tell_run name program …: what it wrote to both streams, and its status as the last line of the second. Descriptor 9
# is the answer.
tell_run() {
  name=$1
  shift
  printf '"%s_out":"' "$name"
  said=$({ { "$@"; printf '\\n%s' "$?" >&2; } | head -c 300000 | hex >&9; } 2>&1)
  printf '",'
  printf '%s' "$said" | head -c 60000 | tell "$name"_err
}
has() { command -v "$1" >/dev/null 2>&1; }
begin() { printf '{"ok":true,"data":{"shell":{'; }
end() { printf '"end":""}}}'; }
`;

/**
 * Shell text for the order, which prints the reply; null where the operation needs python3, as all do that change
 * something: a shell cannot walk without following links.
 *
 * @example
 * ```ts
 * import { shellOf } from "gatehouse/hosts/remote/shell/script.ts";
 *
 * const order = { operation: "read_file", input: { path: "/a$(id)" }, budgetMs: 1, changes: false, privileged: false };
 * if (shellOf(order)?.includes("$(id)") !== false) throw new Error("a value is part of the text");
 * if (shellOf({ ...order, operation: "write_file" }) !== null) throw new Error("a write without python3");
 * ```
 */
export function shellOf({ operation, input }: Order): string | null {
  const commands = COMMANDS.get(operation);
  if (commands === undefined) return null;
  const variables = Object.entries(input).flatMap(([name, value]) =>
    /^[a-z_]{1,32}$/.test(name) && (typeof value === "string" || typeof value === "number")
      ? [`in_${name}=$(printf '${octal(String(value))}x')`, `in_${name}=\${in_${name}%x}`]
      : []
  );
  return `(\nexec 9>&1 2>/dev/null\n${COMMON}${variables.join("\n")}\n${commands})`;
}

/** Every byte as an escape of printf; a NUL cannot be in a variable, so nothing passes with it. */
function octal(value: string): string {
  return Array.from(new TextEncoder().encode(value), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join(
    "",
  );
}
