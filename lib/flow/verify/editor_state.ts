/** What the editor's own account says of the evidence that was taken from the disk. */
import { oneLine } from "../../core/bounds.ts";
import type { Freshness, Snapshot } from "../editor/freshness.ts";
import type { Reason } from "../types.ts";

/** Unsaved buffers that are named. */
const MAX_DIRTY = 10;

/**
 * Why what is on disk cannot be taken for what is edited; empty when it can.
 *
 * @param fresh What the editor said.
 * @param since An earlier snapshot, and how the two must agree.
 *
 * @example
 * ```ts
 * import { freshReasons } from "gatehouse/flow/verify/editor_state.ts";
 *
 * const fresh = { ok: true, dirty: ["a.py"], snapshot: {}, workspace: "/w", context: {} } as const;
 * if (freshReasons(fresh)[0]?.code !== "editor_dirty") throw new Error("wrong");
 * ```
 */
export function freshReasons(
  fresh: Freshness,
  since?: { readonly before: Snapshot; same(before: Snapshot, after: Snapshot): boolean },
): readonly Reason[] {
  if (!fresh.ok) return [{ code: "editor_unavailable", message: oneLine(fresh.error, 500) }];
  if (fresh.dirty.length > 0) {
    return fresh.dirty.slice(0, MAX_DIRTY).map((path) => ({
      code: "editor_dirty",
      message: `${path} has unsaved changes in the editor`,
      path,
    }));
  }
  if (since === undefined || since.same(since.before, fresh.snapshot)) return [];
  return [{
    code: "changed_during_verification",
    message: "What the editor holds changed while the checks or the review were under way",
  }];
}
