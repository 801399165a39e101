/** What both wires' readers need: the checks that every part of an answer goes through. */
import type { ToolError } from "../../core/errors.ts";
import { passedOn } from "./endpoint.ts";
import { malformed, unavailable } from "./failure.ts";
import { type Asked, refusal, saidIn } from "./refusal.ts";

/** Calls that one answer may hold; more than any run may carry out. */
const MAX_CALLS = 1_024;

/**
 * Checks the parts of one answer.
 *
 * @example
 * ```ts
 * import { Reader } from "gatehouse/flow/model/reader.ts";
 *
 * const asked = { base: "http://127.0.0.1:1", api: "ollama", model: "m", path: "/api/chat", sent: "" } as const;
 * const reader = new Reader(asked, { allowRemote: false });
 * if (reader.text(null) !== "" || reader.list(undefined).length !== 0) throw new Error("nothing is not empty");
 * ```
 */
export class Reader {
  readonly #asked: Asked;
  readonly #allowRemote: boolean;

  constructor(asked: Asked, { allowRemote }: { readonly allowRemote: boolean }) {
    this.#asked = asked;
    this.#allowRemote = allowRemote;
  }

  /** @throws ToolError When the object is an error of the service, or says that the answer came from elsewhere. */
  check(object: Readonly<Record<string, unknown>>): void {
    const { error, remote_host: host } = object;
    if (error !== undefined && error !== null) {
      throw refusal({ status: null, said: saidIn(error) }, this.#asked);
    }
    if (!this.#allowRemote && typeof host === "string" && host !== "") {
      throw passedOn(this.#asked.model ?? "", host);
    }
  }

  /** A part of the content; nothing is the empty text. */
  text(value: unknown): string {
    if (value === undefined || value === null) return "";
    if (typeof value !== "string") throw this.malformed("its content is no text");
    return value;
  }

  list(value: unknown): readonly unknown[] {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw this.malformed("its tool calls are no list");
    return value;
  }

  /** @throws ToolError When an answer has so many calls that no run would carry them out. */
  checkCount(calls: number): void {
    if (calls > MAX_CALLS) throw this.malformed(`it has more than ${MAX_CALLS} tool calls`);
  }

  malformed(why: string): ToolError {
    return malformed(why, this.#asked);
  }

  /** The stream has ended, but not the answer. */
  unfinished(): ToolError {
    return unavailable("its answer broke off", {
      base: this.#asked.base,
      retryAfterSeconds: 0,
      next: "Look into the service's log; a smaller model or context may help",
    });
  }
}
