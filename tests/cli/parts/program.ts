/** The program in a process of its own, as `deno task gatehouse` starts it. */
import { gatehouseArgs } from "../../tasks/parts/config.ts";

/** A started program: what it has written so far, and how it ended. */
export class Program implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #stdin: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reading: Promise<unknown>;
  readonly #text = { out: "", err: "" };
  #written = Promise.withResolvers<void>();
  #isOver = false;

  constructor(args: readonly string[], environment: Readonly<Record<string, string>> = {}, cwd?: string) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: gatehouseArgs(...args),
      env: { XDG_CONFIG_HOME: "/nowhere", XDG_STATE_HOME: "/nowhere", ...environment },
      ...(cwd === undefined ? {} : { cwd }),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#stdin = this.#child.stdin.getWriter();
    this.#reading = Promise.all([
      this.#read("out", this.#child.stdout),
      this.#read("err", this.#child.stderr),
    ])
      .finally(() => {
        this.#isOver = true;
        this.#written.resolve();
      });
  }

  /** Writes to its stdin, and closes that unless more is to come. */
  async send(text: string, options: { more?: boolean } = {}): Promise<void> {
    await this.#stdin.write(new TextEncoder().encode(text));
    if (options.more !== true) await this.#stdin.close();
  }

  /** What the pattern matched, as soon as the stream holds it. */
  async until(stream: "out" | "err", pattern: RegExp): Promise<string> {
    while (true) {
      const found = pattern.exec(this.#text[stream])?.[0];
      if (found !== undefined) return found;
      if (this.#isOver) throw new Error(`${pattern} never came: ${JSON.stringify(this.#text)}`);
      await this.#written.promise;
      this.#written = Promise.withResolvers();
    }
  }

  kill(signal: Deno.Signal): void {
    this.#child.kill(signal);
  }

  async ended(): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
    const [{ code }] = await Promise.all([this.#child.status, this.#reading]);
    return { code, ...this.#text };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    await this.ended();
    await this.#stdin.close().catch(() => {});
  }

  async #read(name: "out" | "err", stream: ReadableStream<Uint8Array>): Promise<void> {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      this.#text[name] += text;
      this.#written.resolve();
    }
  }
}
