/** What the host passes on from one role to the next: bounded, so that a role never begins with a full context. */
import { isRecord } from "../../core/record.ts";
import { firstMessages } from "../roles/messages.ts";
import type { CheckEntry, Role, RoleState, Verification } from "../types.ts";

/** What the host knows when a role begins. */
export interface Known {
  readonly plan: string;
  /** The coder's last attempt; null before the first. */
  readonly implementation: RoleState | null;
  readonly review: RoleState | null;
  readonly verification: Verification | null;
  readonly changedFiles: readonly string[];
  /** The run's changes so far, as a unified diff. */
  readonly diff: string;
}

/** The largest lengths that a text in a context may have, tried in turn until all fits. */
const CAPS = [16_000, 8_000, 4_000, 2_000, 1_000, 400, 120] as const;
/** The part of what a role's context has left that what is passed on may take; the rest is for its own turns. */
const SHARE = 0.6;
/** Elements of a list that are passed on, at least, and one more for so many characters of the cap. */
const MIN_ITEMS = 8;
const CHARS_PER_ITEM = 20;

const REPAIR =
  "Repair the concrete failures in verification and review with as little change as that takes. Leave " +
  "trust, configuration and checks alone";

/**
 * The context of a role: empty for the planner, the plan for the coder, the last attempt with what was wrong with it for
 * a coder that repairs, and everything about the change for the reviewer. The checks' commands are left out.
 *
 * @param role Whose context.
 * @param known What the host knows.
 * @param limits The task, and the characters that all messages of the role may have.
 *
 * @example
 * ```ts
 * import { contextFor } from "gatehouse/flow/run/contexts.ts";
 *
 * const known = {
 *   plan: "x".repeat(50_000),
 *   implementation: null,
 *   review: null,
 *   verification: null,
 *   changedFiles: [],
 *   diff: "",
 * };
 * const context = contextFor("coder", known, { task: "Do it", maxContextChars: 20_000 });
 * if (JSON.stringify(context).length > 12_000) throw new Error("not bounded");
 * ```
 */
export function contextFor(
  role: Role,
  known: Known,
  limits: { readonly task: string; readonly maxContextChars: number },
): Readonly<Record<string, unknown>> {
  const whole = wholeContext(role, known);
  const start = JSON.stringify(firstMessages(role, { task: limits.task, context: {} })).length;
  const room = Math.floor((limits.maxContextChars - start) * SHARE);
  let context: Readonly<Record<string, unknown>> = {};
  for (const cap of CAPS) {
    context = Object.fromEntries(
      Object.entries(whole).map(([key, value]) => [key, capped(value, { cap, key })]),
    );
    // The context stands as text within a message that is text again: each quotation mark of it costs three characters.
    if (JSON.stringify(JSON.stringify(context)).length <= room) break;
  }
  return context;
}

function wholeContext(role: Role, known: Known): Readonly<Record<string, unknown>> {
  const { plan, implementation, review, verification } = known;
  const proof = verification === null ? null : forModels(verification);
  switch (role) {
    case "planner":
      return {};
    case "coder":
      return implementation === null ? { plan } : {
        plan,
        previous_implementation: implementation,
        verification: proof,
        review,
        instruction: REPAIR,
      };
    case "reviewer":
      return {
        plan,
        implementation,
        changed_files: known.changedFiles,
        diff: known.diff,
        verification: proof,
      };
  }
}

/**
 * A verification, or a check's report, as models see it: without the commands and where they run, which no model could
 * use and none needs.
 *
 * @example
 * ```ts
 * import { forModels } from "gatehouse/flow/run/contexts.ts";
 *
 * const entry = { name: "lint", status: "ok", source: "flow.check", cmd: ["deno", "lint"] } as const;
 * const { checks } = forModels({ status: "ok", verified: true, checks: [entry] });
 * if ("cmd" in (checks[0] ?? {})) throw new Error("the command is shown");
 * ```
 */
export function forModels<R extends { readonly checks: readonly CheckEntry[] }>(report: R): R {
  return { ...report, checks: report.checks.map(({ cmd: _cmd, workspace: _workspace, ...entry }) => entry) };
}

/** The value with every text and list in it cut; of what a program printed, the end is kept. */
function capped(value: unknown, { cap, key }: { readonly cap: number; readonly key: string }): unknown {
  if (typeof value === "string") return cappedText(value, { cap, key });
  if (Array.isArray(value)) {
    const most = Math.max(MIN_ITEMS, Math.floor(cap / CHARS_PER_ITEM));
    const kept = value.slice(0, most).map((item) => capped(item, { cap, key }));
    return value.length > most ? [...kept, `… and ${value.length - most} more`] : kept;
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([inner, item]) => [inner, capped(item, { cap, key: inner })]),
  );
}

function cappedText(text: string, { cap, key }: { readonly cap: number; readonly key: string }): string {
  const most = key === "diff" ? cap * 2 : cap;
  if (text.length <= most) return text;
  return key === "stdout" || key === "stderr" ? `…${text.slice(-most)}` : `${text.slice(0, most)}…`;
}
