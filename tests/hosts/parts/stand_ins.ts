/**
 * Programs of a machine that cannot run for real in a test: systemctl, journalctl, sudo and the package managers. Each
 * is a script that writes down how it was called and answers as it is told.
 */
import { join } from "node:path";

/** One call of a stand-in: its name and its arguments. */
export type Call = readonly string[];

/** A directory of stand-ins. */
export class StandIns implements AsyncDisposable {
  /** Absolute path; stands first on the machine's PATH. */
  readonly bin: string;
  readonly #top: string;

  private constructor(top: string) {
    this.#top = top;
    this.bin = join(top, "bin");
  }

  /** An empty one. */
  static async make(): Promise<StandIns> {
    const standIns = new StandIns(await Deno.makeTempDir({ prefix: "gatehouse-stand-ins-" }));
    await Deno.mkdir(standIns.bin);
    await Deno.chmod(standIns.#top, 0o755);
    await Deno.writeTextFile(standIns.file("calls"), "");
    await Deno.chmod(standIns.file("calls"), 0o666);
    return standIns;
  }

  /** Absolute path of a file beside the stand-ins. */
  file(name: string): string {
    return join(this.#top, name);
  }

  /** Adds a program; `body` is POSIX sh that runs after the call was written down. */
  async add(name: string, body: string): Promise<void> {
    const calls = this.file("calls");
    // One call is one line; the signs between are in no argument that a test gives.
    const text = `#!/bin/sh\n{ printf '%s\\037' "\${0##*/}" "$@"; printf '\\036'; } >> '${calls}'\n${body}\n`;
    await Deno.writeTextFile(join(this.bin, name), text);
    await Deno.chmod(join(this.bin, name), 0o755);
  }

  /** Every call so far, in order; of one program when it is named. */
  async calls(name?: string): Promise<Call[]> {
    const all = (await Deno.readTextFile(this.file("calls"))).split("\x1e").filter((call) => call !== "");
    return all.map((call) => call.split("\x1f").slice(0, -1)).filter(([first]) =>
      name === undefined || first === name
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#top, { recursive: true });
  }
}

/** How a stand-in of sudo behaves. */
export type SudoMode = "free" | "not allowed" | { readonly password: string };

/** Adds sudo: it runs what it is told as the same account, or asks for the password as the real one does. */
export async function addSudo(standIns: StandIns, mode: SudoMode): Promise<void> {
  const parse = `
n=
while [ $# -gt 0 ]; do
  case "$1" in
    -n) n=1 ;;
    -S | -k) ;;
    -p) shift ;;
    --) shift; break ;;
    *) break ;;
  esac
  shift
done
`;
  if (mode === "free") return await standIns.add("sudo", `${parse}exec "$@"`);
  if (mode === "not allowed") {
    return await standIns.add("sudo", `echo 'gh is not in the sudoers file.' >&2\nexit 1`);
  }
  await Deno.writeTextFile(standIns.file("password"), `${mode.password}\n`);
  await standIns.add(
    "sudo",
    `${parse}
IFS= read -r own < '${standIns.file("password")}'
if [ -n "$n" ]; then echo 'sudo: a password is required' >&2; exit 1; fi
IFS= read -r word
if [ "$word" != "$own" ]; then
  echo 'Sorry, try again.' >&2
  if IFS= read -r word; then printf '%s' "$word" > '${standIns.file("leaked")}'; fi
  echo 'sudo: no password was provided' >&2
  exit 1
fi
exec "$@"`,
  );
}

/** What a stand-in of systemctl knows of one unit. */
export interface Unit {
  readonly load?: string;
  readonly active?: string;
  /** Exit status of `status`. */
  readonly status?: number;
  /** What an action does; default: it succeeds. */
  readonly action?: string;
}

/** Adds systemctl, which knows one unit whatever its name. */
export async function addSystemctl(standIns: StandIns, unit: Unit = {}): Promise<void> {
  const { load = "loaded", active = "active", status = 0, action = "exit 0" } = unit;
  await standIns.add(
    "systemctl",
    `
shift 2
case "$1" in
  show)
    printf 'Id=app.service\\nDescription=An app\\nLoadState=${load}\\nActiveState=${active}\\nSubState=running\\n'
    printf 'UnitFileState=enabled\\nMainPID=42\\nNRestarts=3\\nMemoryCurrent=[not set]\\nTasksCurrent=7\\n'
    ;;
  status) printf 'app.service - An app\\n\\033[31mred\\033[0m\\n'; exit ${status} ;;
  *) ${action} ;;
esac`,
  );
}
