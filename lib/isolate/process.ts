/** One child process as its parent sees it: lines in, frames out, and an end that always comes. */
import type { ChildCommand } from "./command.ts";
import { eachLine } from "./lines.ts";
import { Prints } from "./prints.ts";
import { type Frame, frameOf, MAX_LINE, type Start } from "./protocol.ts";

/** Bytes of one printed line; a longer one is handed on in pieces. */
const MAX_PRINT = 4_096;

/** What the parent does with what comes. */
export interface Listener {
  onFrame(frame: Frame): void;
  /** A line of untrusted text that is no frame. */
  onPrint(line: string): void;
  /** Once, after which nothing comes any more. */
  onEnd(reason: string): void;
}

/**
 * A started child.
 *
 * @example
 * ```ts
 * import { ChildProcess } from "gatehouse/isolate/process.ts";
 *
 * const ended = Promise.withResolvers<string>();
 * const child = new ChildProcess(
 *   { path: Deno.execPath(), args: ["--version"], environment: {} },
 *   { worker: "none", permissions: {}, setup: null },
 *   { onFrame() {}, onPrint() {}, onEnd: ended.resolve },
 * );
 * await ended.promise;
 * await child.gone;
 * ```
 */
export class ChildProcess {
  readonly #listener: Listener;
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #mark = crypto.randomUUID().replaceAll("-", "");
  readonly #encoder = new TextEncoder();
  #over = false;

  /** @throws Error when the process cannot be started. */
  constructor(command: ChildCommand, start: Omit<Start, "mark">, listener: Listener) {
    this.#listener = listener;
    this.#child = new Deno.Command(command.path, {
      args: [...command.args],
      clearEnv: true,
      env: { ...command.environment },
      ...(Deno.build.os === "windows" ? {} : { cwd: "/" }),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.send(JSON.stringify({ ...start, mark: this.#mark }));
    const prints = new Prints((line) => listener.onPrint(line));
    const onLine = (line: string): void => this.#take(line, prints);
    Promise.all([
      // A child that writes without end must end, so its stdout is not read on.
      eachLine(this.#child.stdout, { max: MAX_LINE, onLine }).catch(() =>
        this.kill("it wrote a line without end")
      ),
      eachLine(this.#child.stderr, { max: MAX_PRINT, cut: true, onLine: (line) => prints.take(line) }),
      this.#child.status,
    ]).then(
      ([, , { code, signal }]) =>
        this.kill(signal === null ? `it exited with ${code}` : `${signal} ended it`),
      (error) => this.kill(String(error)),
    );
  }

  /** Settles when the process is gone. */
  get gone(): Promise<void> {
    return this.#child.status.then(() => {});
  }

  /** Writes one line. */
  send(line: string): void {
    // A child that cannot take a line has ended, which is told anyway.
    this.#input.write(this.#encoder.encode(`${line}\n`)).catch(() => {});
  }

  /** Ends the process at once; the listener hears the reason, unless it has heard of an end before. */
  kill(reason: string): void {
    if (this.#over) return;
    this.#over = true;
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    this.#input.close().catch(() => {});
    this.#listener.onEnd(reason);
  }

  #take(line: string, prints: Prints): void {
    const at = line.indexOf(this.#mark);
    if (at !== 0) prints.take((at < 0 ? line : line.slice(0, at)).slice(0, MAX_PRINT));
    if (at < 0 || this.#over) return;
    const frame = frameOf(line.slice(at + this.#mark.length));
    if (frame === null) this.kill("it broke the protocol");
    else this.#listener.onFrame(frame);
  }
}
