/** A verdict as the tool `gate` answers it: its fields, and those that clients of the decision service know. */
import { NAME, VERSION } from "../core/version.ts";
import type { ExplainedCall, Verdict } from "./verdict.ts";

/** Which engine decided. */
const ENGINE = `rules:${VERSION}`;

/** The fields of a `gate` answer. */
export type Answer = Omit<Verdict, "layer"> & {
  readonly layer: Verdict["layer"] | "L1" | "human_confirm";
  readonly command: string;
  readonly cwd: string | null;
  readonly noul: number | null;
  readonly score: number | null;
  readonly noul_state: "true" | "false" | "wavering" | null;
  readonly engine: string;
  /** Base URL of the service whose answer counted; null when none was asked. */
  readonly server: string | null;
  /** The model that answered; null when none did. */
  readonly model: string | null;
  /** Only when a model was asked and its answer cannot be used. */
  readonly error?: "unavailable" | "malformed";
  /** What a person said to it; null when nobody was asked. */
  readonly confirmation: "accepted" | "declined" | "cancelled" | null;
  readonly fail_closed: "deny";
  readonly tool: string;
  readonly calls?: readonly ExplainedCall[];
};

/**
 * The answer for a verdict. No model was asked, so the fields that a model would fill are `null`.
 *
 * @example
 * ```ts
 * import { answer, refusal } from "gatehouse/gate/answer.ts";
 *
 * const fields = answer(refusal("The judge did not answer in time"), { command: "ls", cwd: "/home/a" });
 * if (fields.decision !== "deny" || fields.fail_closed !== "deny") throw new Error("not fail-closed");
 * ```
 */
export function answer(
  verdict: Verdict,
  asked: { command: string; cwd?: string | undefined },
): Answer & Verdict {
  return {
    command: asked.command,
    cwd: asked.cwd ?? null,
    ...verdict,
    noul: null,
    score: null,
    noul_state: null,
    engine: ENGINE,
    server: null,
    model: null,
    confirmation: null,
    fail_closed: "deny",
    tool: `${NAME}/${VERSION}`,
  };
}

/**
 * The verdict when there is none: a judge that failed or came late has not allowed anything.
 *
 * @example
 * ```ts
 * import { refusal } from "gatehouse/gate/answer.ts";
 *
 * if (refusal("Any reason").layer !== "fail_closed") throw new Error("not fail-closed");
 * ```
 */
export function refusal(reason: string): Verdict {
  const finding = { rule: "gate.no_verdict", verdict: "deny", reason, part: null, safer: null } as const;
  return {
    decision: "deny",
    layer: "fail_closed",
    grey: false,
    rule: finding.rule,
    reason,
    part: null,
    safer: null,
    effects: [],
    findings: [finding],
  };
}
