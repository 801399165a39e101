/** The program over HTTP, as it is started, and requests as a client sends them, or as one that errs does. */
import { Program } from "../../cli/parts/program.ts";
import { headersFor, readReply, type Reply } from "../../dispatch/parts/endpoint.ts";
import type { Frame } from "../../dispatch/parts/schema.ts";
import type { StandIn } from "../../parts/systemone.ts";
import type { Recorded } from "./checks.ts";

/** Headers that say something about the exchange; the others are those of any HTTP client. */
const SHOWN = ["mcp-protocol-version", "mcp-method", "mcp-name", "accept", "origin"];

/** A started program. */
export class HttpSession implements Recorded, AsyncDisposable {
  readonly #program: Program;
  readonly #url: string;
  #lines: string[] = [];
  #id = 0;

  private constructor(program: Program, url: string, readonly service: StandIn) {
    this.#program = program;
    this.#url = url;
  }

  /** Starts it and waits until it listens; `service` is the stand-in for the decision service that it was told of. */
  static async open(
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
    service: StandIn,
  ): Promise<HttpSession> {
    const program = new Program(args, environment);
    try {
      const said = await program.until("err", /listening on http:\/\/\S+\/mcp/);
      return new HttpSession(program, said.slice(said.indexOf("http://")), service);
    } catch (error) {
      await program[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** A number that no request had yet. */
  nextId(): number {
    return ++this.#id;
  }

  /** Posts a frame; `headers` change or, when null, take away one. The answer is checked against the schema. */
  async ask(frame: Frame, changes: Readonly<Record<string, string | null>> = {}): Promise<Reply> {
    const headers = headersFor(frame);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    }
    return await this.#send({ method: "POST", headers, body: JSON.stringify(frame) }, frame);
  }

  /** Sends another method than POST. */
  async send(method: string): Promise<Reply> {
    return await this.#send({ method, headers: headersFor({}) });
  }

  takeLines(): readonly string[] {
    const taken = this.#lines;
    this.#lines = [];
    return taken;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#program[Symbol.asyncDispose]();
  }

  async #send(init: RequestInit & { headers: Headers }, frame?: Frame): Promise<Reply> {
    const shown = SHOWN.filter((name) => init.headers.has(name)).map((name) =>
      `${name}: ${init.headers.get(name)}`
    );
    this.#lines.push(`→ ${init.method} /mcp [${shown.join("; ")}] ${init.body ?? ""}`.trimEnd());
    const reply = await readReply(await fetch(this.#url, init), frame);
    this.#lines.push(
      `← ${reply.status} ${reply.frames.map((part) => JSON.stringify(part)).join(" ")}`.trimEnd(),
    );
    return reply;
  }
}
