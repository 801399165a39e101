/** What the worker tells while it works: checked where it comes in, and in words for a client. */
import { z } from "zod";
import { oneLine } from "../core/bounds.ts";
import type { Step } from "./types.ts";

const text = z.string().max(2_000);
const count = z.int().min(0);
const role = z.enum(["planner", "coder", "reviewer"]);
const status = z.enum(["ok", "failed", "unverified", "error", "stale", "unavailable", "timeout"]);

const step = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("role"), role, model: text, cycle: count }),
  z.object({ kind: z.literal("turn"), role, turn: count, of: count }),
  z.object({ kind: z.literal("tool"), role, tool: text, path: text.exactOptional() }),
  z.object({ kind: z.literal("tool_end"), role, tool: text, status }),
  z.object({
    kind: z.literal("role_end"),
    role,
    status: z.enum(["ok", "unverified", "error"]),
    turns: count,
  }),
  z.object({ kind: z.literal("check"), name: text }),
  z.object({ kind: z.literal("check_end"), name: text, status, ms: z.number().min(0) }),
  z.object({ kind: z.literal("verified"), cycle: count, status, verified: z.boolean() }),
]);

/**
 * The step that an event is; null for anything else.
 *
 * @example
 * ```ts
 * import { stepOf } from "gatehouse/flow/steps.ts";
 *
 * if (stepOf({ kind: "check", name: "lint" })?.kind !== "check" || stepOf({ kind: "?" }) !== null) {
 *   throw new Error("other steps");
 * }
 * ```
 */
export function stepOf(event: unknown): Step | null {
  return step.safeParse(event).data ?? null;
}

/**
 * The step in words, on one line; null where it says nothing to who only waits.
 *
 * @example
 * ```ts
 * import { stepText } from "gatehouse/flow/steps.ts";
 *
 * if (stepText({ kind: "turn", role: "coder", turn: 2, of: 6 }) !== "coder: turn 2 of 6") throw new Error("other words");
 * ```
 */
export function stepText(step: Step): string | null {
  const words = wordsOf(step);
  return words === null ? null : oneLine(words, 200);
}

function wordsOf(step: Step): string | null {
  switch (step.kind) {
    case "role":
      return `${step.role} (${step.model}), cycle ${step.cycle}`;
    case "turn":
      return `${step.role}: turn ${step.turn} of ${step.of}`;
    case "tool":
      return `${step.role}: ${step.tool}${step.path === undefined ? "" : ` ${step.path}`}`;
    case "role_end":
      return `${step.role}: ${step.status}`;
    case "check":
      return `check ${step.name}`;
    case "check_end":
      return `check ${step.name}: ${step.status}`;
    case "verified":
      return step.verified ? `cycle ${step.cycle}: checks passed` : `cycle ${step.cycle}: ${step.status}`;
    case "tool_end":
      return null;
  }
}
