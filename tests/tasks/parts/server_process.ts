/** A server over stdio, driven by raw frames, for measurements. */
import { serverEnv } from "./client.ts";
import { ROOT } from "./tree.ts";

/** A running server. */
export class ServerProcess implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<string>;
  #rest = "";

  /** Starts it. */
  constructor([program, ...args]: readonly [string, ...string[]], { state }: { readonly state: string }) {
    this.#child = new Deno.Command(program, {
      args,
      cwd: ROOT,
      env: serverEnv(state),
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#reader = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** The process's number. */
  get pid(): number {
    return this.#child.pid;
  }

  /** Sends a request and waits for the next frame. @throws Error when it is not the answer, or a failure. */
  async request(frame: { readonly id: number; readonly [key: string]: unknown }): Promise<unknown> {
    await this.#writer.write(new TextEncoder().encode(`${JSON.stringify(frame)}\n`));
    const line = await this.#line();
    const answer = JSON.parse(line) as { id?: unknown; result?: unknown };
    if (answer.id !== frame.id || answer.result === undefined) {
      throw new Error(`Unexpected frame ${line.slice(0, 200)}`);
    }
    return answer.result;
  }

  /** Sends a notification. */
  async notify(method: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", method })}\n`));
  }

  /** Closes its stdin and waits for its end. */
  async closeInput(): Promise<Deno.CommandStatus> {
    await this.#writer.close();
    return await this.#child.status;
  }

  /** Sends SIGTERM and waits for its end. */
  async terminate(): Promise<Deno.CommandStatus> {
    this.#child.kill("SIGTERM");
    return await this.#child.status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    await this.#child.status;
    await this.#writer.abort().catch(() => {});
    await this.#reader.cancel().catch(() => {});
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf("\n");
      if (end >= 0) {
        const line = this.#rest.slice(0, end);
        this.#rest = this.#rest.slice(end + 1);
        return line;
      }
      const { value, done } = await this.#reader.read();
      if (done) throw new Error("The server ended without an answer");
      this.#rest += value;
    }
  }
}

/** `tools/list` as a client of the 2026-07-28 revision sends it first of all. */
export function modernToolsList(id: number): { id: number; [key: string]: unknown } {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "measure", version: "0.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return { jsonrpc: "2.0", id, method: "tools/list", params: { _meta } };
}

/** The handshake of the older revisions, up to the answered `tools/list`. */
export async function legacyToolsList(server: ServerProcess): Promise<unknown> {
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "measure", version: "0.0.0" },
  };
  await server.request({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  await server.notify("notifications/initialized");
  return await server.request({ jsonrpc: "2.0", id: 2, method: "tools/list" });
}
