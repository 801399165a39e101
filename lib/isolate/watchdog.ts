/**
 * A process that outlives us by a moment, to end what we have started and can no longer end ourselves.
 *
 * It is a shell with a constant script and a session of its own, so that no signal for our group reaches it. What is to
 * be ended stands on its stdin, which we hold: when we are gone, however that came, its input ends, it kills, and it
 * ends. It gets nothing but process groups and marks, which are numbers of our making.
 */
import { ENVIRONMENT_LISTING, MARK_VARIABLE } from "./escaped.ts";

/**
 * `on 12` names a process group, `on m…` a mark that processes carry in their environment; `off` takes either back. The
 * marks are looked for after the groups, a few times, because what is found may be about to start another.
 */
const SCRIPT = `
all=
while read -r what which; do
  rest=
  for one in $all; do [ "$one" = "$which" ] || rest="$rest $one"; done
  all=$rest
  if [ "$what" = on ]; then all="$all $which"; fi
done
for one in $all; do
  case $one in m*) ;; *) kill -s KILL -- "-$one" ;; esac
done
for round in 1 2 3 4 5; do
  found=
  for one in $all; do
    case $one in m*)
      found="$found $(ps ${ENVIRONMENT_LISTING.join(" ")} | while read -r pid group line; do
        case $line in (*${MARK_VARIABLE}="\${one#m}"*) echo "$pid" ;; esac
      done)" ;;
    esac
  done
  for pid in $found; do again=yes; kill -s KILL "$pid"; done
  [ -n "$again" ] || break
  again=
done
`;

/**
 * A watchdog, started at once.
 *
 * @example
 * ```ts
 * import { Watchdog } from "gatehouse/isolate/watchdog.ts";
 *
 * if (Deno.build.os !== "windows") {
 *   const watchdog = new Watchdog();
 *   await watchdog.on(`m${crypto.randomUUID()}`);
 *   await watchdog.end();
 * }
 * ```
 */
export class Watchdog {
  readonly #process: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #encoder = new TextEncoder();
  #isOver = false;

  /** @throws Error when no shell can be started. */
  constructor() {
    this.#process = new Deno.Command("/bin/sh", {
      args: ["-c", SCRIPT],
      cwd: "/",
      clearEnv: true,
      env: { PATH: "/usr/bin:/bin" },
      stdin: "piped",
      stdout: "null",
      stderr: "null",
      detached: true,
    }).spawn();
    this.#input = this.#process.stdin.getWriter();
    this.#input.closed.catch(() => {});
    this.#process.status.then(() => this.#isOver = true, () => this.#isOver = true);
  }

  /** Somebody has ended it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** From now on this is ended with us. @throws Error when it cannot be told. */
  on(which: number | `m${string}`): Promise<void> {
    return this.#tell(`on ${which}`);
  }

  /** From now on it is not any more. */
  off(which: number | `m${string}`): void {
    this.#tell(`off ${which}`).catch(() => {});
  }

  /** Ends it: what it was told of, and not told off, is killed. */
  async end(): Promise<void> {
    await this.#input.close().catch(() => {});
    await this.#process.status;
  }

  #tell(line: string): Promise<void> {
    return this.#input.write(this.#encoder.encode(`${line}\n`));
  }
}
