/** A client of the older revisions, over the pipes of a started program. */
import type { Program } from "./program.ts";

/** A frame as it is read. */
export type Frame = Readonly<Record<string, unknown>>;

/** Sends frames and waits for answers. */
export class StrictClient {
  readonly #program: Program;

  constructor(program: Program) {
    this.#program = program;
  }

  /** Sends texts as they are, a line each. */
  async send(...frames: readonly (Frame | string)[]): Promise<void> {
    const lines = frames.map((frame) => typeof frame === "string" ? frame : JSON.stringify(frame));
    await this.#program.send(lines.map((line) => `${line}\n`).join(""), { more: true });
  }

  /** The greeting, complete. */
  async greet(protocolVersion = "2025-11-25"): Promise<Frame> {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "0" } };
    await this.send(
      { jsonrpc: "2.0", id: "greeting", method: "initialize", params },
      { jsonrpc: "2.0", method: "notifications/initialized" },
    );
    return await this.answer("greeting");
  }

  /** Asks, and gives the answer to exactly that. */
  async ask(id: number | string, method: string, params?: Frame): Promise<Frame> {
    await this.begin(id, method, params);
    return await this.answer(id);
  }

  /** Asks, and does not wait. */
  async begin(id: number | string, method: string, params?: Frame): Promise<void> {
    await this.send({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
  }

  /** The answer to that id, as soon as it has come. */
  async answer(id: number | string): Promise<Frame> {
    const name = JSON.stringify(id).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const line = await this.#program.until("out", new RegExp(`^\\{.*"id":${name}[,}].*\\n`, "m"));
    return JSON.parse(line);
  }
}

/** The report in the answer to a `tools/call`. */
export function reportOf(frame: Frame): Frame {
  return (frame["result"] as { structuredContent: Frame }).structuredContent;
}

/** The code of a refusal. */
export function codeOf(frame: Frame | undefined): unknown {
  return (frame?.["error"] as Frame | undefined)?.["code"];
}

/** Every frame that was written. */
export function framesIn(out: string): Frame[] {
  return out.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}
