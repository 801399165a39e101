/**
 * What a child process and its parent say to each other: one JSON object a line, over the child's stdin and stdout.
 *
 * The parent writes one start frame, then calls `{"id", "method", "input"}`, with `"listens": true` when it takes events,
 * and `{"abort": id}`. The child answers with `{"id", "ok", …}`, and before that tells `{"id", "event"}`. Each line of it
 * begins with a mark that the start frame named; whatever stands before a mark, or on a line without one, is a stray
 * print. So nothing that a library writes to stdout can be taken for a frame.
 */
import { isRecord } from "../core/record.ts";
import type { Permissions } from "../core/backend.ts";
import { oneLine } from "../core/bounds.ts";
import { ToolError } from "../core/errors.ts";
import type { Programs } from "./program.ts";

/** Bytes that a line may have, in either direction: 2 MiB of characters at up to three bytes each, and the rest. */
export const MAX_LINE = 3 * 2_097_152 + 1_024;

/** The first line that a child gets. */
export interface Start {
  /** 32 hexadecimal digits, new for each child. */
  readonly mark: string;
  /** Which of the listed workers. */
  readonly worker: string;
  readonly permissions: Permissions;
  readonly setup: unknown;
  /** What the child's main thread runs when the worker asks for it. */
  readonly programs?: Programs;
}

/** Why a child ends of its own accord. */
export type Why = "start" | "crash" | "memory" | "protocol";

/** What a child says. */
export type Frame =
  | { readonly kind: "ready" }
  | { readonly kind: "ended"; readonly why: Why; readonly detail: string }
  | { readonly kind: "event"; readonly id: number; readonly event: unknown }
  | { readonly kind: "value"; readonly id: number; readonly value: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly error: ToolError };

/** Codes that say something of the call itself, not of its work: only the parent knows them. */
const OURS = /^(CANCELLED|DEADLINE_EXCEEDED|ISOLATE_\w+)$/;

/**
 * What a line without its mark says, or null when it says nothing that a child may say.
 *
 * @example
 * ```ts
 * import { frameOf } from "gatehouse/isolate/protocol.ts";
 *
 * if (frameOf('{"id":1,"ok":true,"value":2}')?.kind !== "value") throw new Error("not a reply");
 * if (frameOf('{"id":"1"}') !== null) throw new Error("malformed");
 * ```
 */
export function frameOf(text: string): Frame | null {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(frame)) return null;
  const { id, ok, ended, detail } = frame;
  if (typeof id === "number" && ok === true) return { kind: "value", id, value: frame["value"] };
  if (typeof id === "number" && ok === false) {
    const error = errorOf(frame["error"]);
    return error === null ? null : { kind: "failure", id, error };
  }
  if (typeof id === "number" && ok === undefined && "event" in frame) {
    return { kind: "event", id, event: frame["event"] };
  }
  if (frame["ready"] === true) return { kind: "ready" };
  if (ended === "start" || ended === "crash" || ended === "memory" || ended === "protocol") {
    return { kind: "ended", why: ended, detail: typeof detail === "string" ? oneLine(detail, 500) : "" };
  }
  return null;
}

function errorOf(error: unknown): ToolError | null {
  if (!isRecord(error)) return null;
  const { code, message, retryable, retryAfterSeconds, next } = error;
  if (typeof code !== "string" || !/^[A-Z][A-Z0-9_]{1,63}$/.test(code) || typeof message !== "string") {
    return null;
  }
  if (OURS.test(code)) return null;
  return new ToolError(code, oneLine(message, 2_000), {
    retryable: retryable === true,
    ...(typeof retryAfterSeconds === "number" ? { retryAfterSeconds } : {}),
    ...(typeof next === "string" ? { next: oneLine(next, 2_000) } : {}),
  });
}
