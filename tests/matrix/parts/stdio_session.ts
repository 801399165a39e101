/** The program over stdio, as a client starts it: frames go in, frames come out, and every line is looked at. */
import { assertEquals, assertMatch, assertTrue } from "../../assert.ts";
import { checkFrame, type Frame } from "../../dispatch/parts/schema.ts";
import type { StandIn } from "../../parts/systemone.ts";
import { gatehouseArgs } from "../../tasks/parts/config.ts";
import type { Recorded } from "./checks.ts";

const MODERN = "2026-07-28";

/** A started program. */
export class StdioSession implements Recorded, AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #in: WritableStreamDefaultWriter<Uint8Array>;
  readonly #out: ReadableStreamDefaultReader<string>;
  readonly #errors: Promise<string>;
  readonly #asked = new Map<unknown, { readonly method: string; readonly version: string }>();
  readonly #all: string[] = [];
  #lines: string[] = [];
  #rest = "";
  #id = 0;

  /** Starts the program; `service` is the stand-in for the decision service that it was told of. */
  constructor(
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
    readonly service: StandIn,
  ) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: gatehouseArgs(...args),
      env: { ...environment },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#in = this.#child.stdin.getWriter();
    this.#out = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    this.#errors = new Response(this.#child.stderr).text();
  }

  /** A number that no request had yet. */
  nextId(): number {
    return ++this.#id;
  }

  /** Sends text as it is. */
  async raw(text: string): Promise<void> {
    this.#lines.push(`→ ${text}`);
    await this.#in.write(new TextEncoder().encode(`${text}\n`));
  }

  /** Sends one frame that gets no answer. */
  async tell(frame: Frame): Promise<void> {
    await this.raw(JSON.stringify(frame));
  }

  /** Sends a request and gives the next frame, which must be its answer, or a request of the server. */
  async ask(frame: Frame): Promise<Frame> {
    const { id, method, params } = frame;
    const meta = (params as Frame | undefined)?.["_meta"] as Frame | undefined;
    const isModern = Object.keys(meta ?? {}).some((key) => key.startsWith("io.modelcontextprotocol/"));
    if (typeof method === "string") {
      this.#asked.set(id, { method, version: isModern ? MODERN : "2024-11-05" });
    }
    await this.tell(frame);
    const answer = await this.next();
    if (!("method" in answer) && "method" in frame) assertEquals(answer["id"], id);
    return answer;
  }

  /** The next frame, checked against the schema of the revision in which it was asked for. */
  async next(): Promise<Frame> {
    const line = await this.#line();
    assertTrue(line !== null, "the program ended");
    const frame: Frame = JSON.parse(line);
    const asked = this.#asked.get(frame["id"]);
    checkFrame(frame, asked?.version ?? (frame["id"] === null ? "2024-11-05" : "2025-11-25"), asked?.method);
    return frame;
  }

  /**
   * Closes its input, and looks at everything that it ever wrote.
   *
   * @throws Error unless it ended by itself with 0, every line of stdout was a JSON-RPC frame, and every line of stderr
   * a log line without a trace.
   */
  async audit(): Promise<void> {
    await this.#in.close();
    while (await this.#line() !== null);
    assertEquals(this.#rest, "");
    for (const line of this.#all) assertEquals(JSON.parse(line).jsonrpc, "2.0", line);
    const errors = await this.#errors;
    for (const line of errors.split("\n")) {
      assertMatch(line, /^(gatehouse\[(debug|info|notice|warning)\]: .*)?$/);
    }
    assertEquals((await this.#child.status).code, 0);
    this.#lines.push(`${this.#all.length} lines on stdout, each a frame; exit code 0`);
  }

  takeLines(): readonly string[] {
    const taken = this.#lines;
    this.#lines = [];
    return taken;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    await this.#in.close().catch(() => {});
    await this.#out.cancel().catch(() => {});
    await Promise.all([this.#child.status, this.#errors]);
  }

  async #line(): Promise<string | null> {
    let end: number;
    while ((end = this.#rest.indexOf("\n")) < 0) {
      const { value } = await this.#out.read();
      if (value === undefined) return null;
      this.#rest += value;
    }
    const line = this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end + 1);
    this.#all.push(line);
    this.#lines.push(`← ${line}`);
    return line;
  }
}
