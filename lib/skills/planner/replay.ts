/** Whether a stored plan comes out byte-identical when it is made again. */
import { oneLine } from "../../core/bounds.ts";
import { byCodeUnit, canonicalJson } from "../text/canonical_json.ts";
import { digestOf } from "../text/digest.ts";
import type { PlanDocument } from "./document.ts";

/** What was compared. */
export type ReplayPart = "profile" | "catalogue" | "parameters" | "plan";

/** One thing that was compared, by its digest. */
export interface ReplayRow {
  readonly part: ReplayPart;
  /** The digest that was stored. */
  readonly stored: string;
  /** The digest of what there is now. */
  readonly now: string;
  readonly identical: boolean;
}

/** Where a document first differs. */
export interface Difference {
  /** `document`: the stored document does not match its own digests: somebody changed it. */
  readonly part: ReplayPart | "document";
  /** JSON pointer (RFC 6901) into the stored document. */
  readonly pointer: string;
  /** What is stored there, as JSON on one line, at most 200 characters; null when nothing is. */
  readonly stored: string | null;
  /** What stands there now; null when nothing does. */
  readonly now: string | null;
}

/** The outcome. */
export interface Replay {
  /** True only when all four parts are. */
  readonly identical: boolean;
  readonly rows: readonly ReplayRow[];
  /** Null when all is identical. */
  readonly difference: Difference | null;
}

const MAX_SHOWN = 200;

/**
 * Compares a stored document with the one that is made now. A document that does not match its own digests is named
 * first; then inputs before the plan, since a changed input explains a changed plan. For parameters and plan the
 * pointer leads to the first value that differs; of profile and catalogue only the digests are stored.
 *
 * @example
 * ```ts
 * import { digestsOf } from "gatehouse/skills/planner/digests.ts";
 * import { planFor } from "gatehouse/skills/planner/plan_for.ts";
 * import { replay } from "gatehouse/skills/planner/replay.ts";
 * import type { Profile } from "gatehouse/skills/types.ts";
 *
 * const parameters = { plan_version: "1.0", root_ids: ["demo"], today: "2026-08-27", constraints: null } as const;
 * function documentOf(types: string[]) {
 *   const profile: Profile = {
 *     exists: true,
 *     blocked: false,
 *     issues: [],
 *     types,
 *     languages: [],
 *     facts: [],
 *     markers: {},
 *     likely: [],
 *     evidence: [],
 *   };
 *   const planned = planFor([], profile, { parameters });
 *   if (!planned.ok) throw new Error("no plan");
 *   const { plan } = planned;
 *   return { plan, parameters, digests: digestsOf({ skills: [], profile, parameters, plan }) };
 * }
 * const stored = documentOf(["web"]);
 * if (!replay(stored, stored).identical) throw new Error("differs from itself");
 * if (replay(stored, documentOf(["python"])).difference?.part !== "profile") throw new Error("not named");
 * ```
 */
export function replay(stored: PlanDocument, now: PlanDocument): Replay {
  const rows = (["profile", "catalogue", "parameters", "plan"] as const).map((part) => ({
    part,
    stored: stored.digests[part],
    now: now.digests[part],
    identical: stored.digests[part] === now.digests[part],
  }));
  const difference = ownDifference(stored) ?? firstDifference(stored, { now, rows });
  return { identical: difference === null, rows, difference };
}

/** A digest that the stored document does not have of its own parts. */
function ownDifference({ plan, parameters, digests }: PlanDocument): Difference | null {
  for (const [part, value] of [["parameters", parameters], ["plan", plan]] as const) {
    const own = digestOf(value);
    if (own !== digests[part]) {
      return { part: "document", pointer: `/digests/${part}`, stored: shown(digests[part]), now: shown(own) };
    }
  }
  return null;
}

function firstDifference(
  stored: PlanDocument,
  { now, rows }: { readonly now: PlanDocument; readonly rows: readonly ReplayRow[] },
): Difference | null {
  for (const { part, identical, ...digests } of rows) {
    if (identical) continue;
    const place = part === "parameters" || part === "plan"
      ? differing(stored[part], now[part], { pointer: `/${part}` })
      : null;
    return {
      part,
      ...(place ?? { pointer: `/digests/${part}`, stored: shown(digests.stored), now: shown(digests.now) }),
    };
  }
  return null;
}

interface Place {
  readonly pointer: string;
  readonly stored: string | null;
  readonly now: string | null;
}

/** The first value that differs: members in the order of their names, items in their own. */
function differing(stored: unknown, now: unknown, { pointer }: { readonly pointer: string }): Place | null {
  if (stored !== undefined && now !== undefined && canonicalJson(stored) === canonicalJson(now)) return null;
  if (isBranch(stored) && isBranch(now) && Array.isArray(stored) === Array.isArray(now)) {
    for (const key of keysOf(stored, now)) {
      const inner = differing(member(stored, key), member(now, key), {
        pointer: `${pointer}/${escaped(key)}`,
      });
      if (inner !== null) return inner;
    }
  }
  return { pointer, stored: shown(stored), now: shown(now) };
}

function keysOf(stored: object, now: object): readonly string[] {
  const keys = [...new Set([...Object.keys(stored), ...Object.keys(now)])];
  return Array.isArray(stored) ? keys.sort((a, b) => Number(a) - Number(b)) : keys.sort(byCodeUnit);
}

function member(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function shown(value: unknown): string | null {
  return value === undefined ? null : oneLine(canonicalJson(value), MAX_SHOWN);
}

/** One step of a JSON pointer. */
function escaped(key: string): string {
  return oneLine(key.replaceAll("~", "~0").replaceAll("/", "~1"), MAX_SHOWN);
}
