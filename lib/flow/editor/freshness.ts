/**
 * Whether what the editor holds is what is on disk: version 1 of the editor's own account of its buffers.
 *
 * Each field must be there and have its shape. An editor that leaves one out might as well hold unsaved text, so it
 * counts as not fresh.
 */
import { oneLine } from "../../core/bounds.ts";
import { isRecord } from "../../core/record.ts";
import { sameData } from "./same_data.ts";

/** The editor's record of every file that it has a buffer for or was asked about, by path from the workspace. */
export type Snapshot = Readonly<Record<string, unknown>>;

/** What an editor whose word counts says of its buffers. */
export interface Fresh {
  readonly ok: true;
  /** Paths of the buffers with unsaved text; empty when everything is saved. At most 101, escaped. */
  readonly dirty: readonly string[];
  readonly snapshot: Snapshot;
  /** The real path of the editor's workspace: always ours. */
  readonly workspace: string;
  /** The whole answer. */
  readonly context: Readonly<Record<string, unknown>>;
}

/** What the editor says of its buffers, or why its word does not count. */
export type Freshness = Fresh | { readonly ok: false; readonly error: string };

const VERSION = 1;
const MAX_DIRTY = 100;
const MAX_PATH = 300;

/**
 * Reads the answer of `editor_context`.
 *
 * @param context As the editor gave it, made plain.
 * @param root The real path of our workspace.
 *
 * @example
 * ```ts
 * import { readFreshness } from "gatehouse/flow/editor/freshness.ts";
 *
 * const context = {
 *   status: "ok",
 *   workspace: "/project",
 *   workspace_snapshot_version: 1,
 *   workspace_snapshot: [],
 *   dirty_buffers: [{ path: "a.py", changedtick: 7 }],
 * };
 * const fresh = readFreshness(context, "/project");
 * if (!fresh.ok || fresh.dirty[0] !== "a.py") throw new Error("misread");
 * if (readFreshness({ ...context, workspace: "/other" }, "/project").ok) throw new Error("another workspace");
 * ```
 */
export function readFreshness(context: Readonly<Record<string, unknown>>, root: string): Freshness {
  const { status, workspace, workspace_snapshot_version: version, modified } = context;
  if (status !== "ok") return unusable(`its status is ${shown(status)}${because(context["error"])}`);
  if (typeof workspace !== "string") return unusable("it names no workspace");
  if (!isOurs(workspace, root)) {
    return unusable(`its workspace is ${shown(workspace)}, ours is ${shown(root)}`);
  }
  if (version !== VERSION) return unusable(`its snapshot version is ${shown(version)}, not ${VERSION}`);
  const snapshot = table(context["workspace_snapshot"]);
  if (snapshot === null) return unusable("it has no snapshot of the workspace");
  const buffers = listOf(context["dirty_buffers"]);
  if (buffers === null) return unusable("it does not list the unsaved buffers");
  if (modified !== undefined && typeof modified !== "boolean") {
    return unusable("its `modified` is no boolean");
  }
  const dirty = buffers.slice(0, MAX_DIRTY).map(pathOf);
  if (modified === true) dirty.push(pathOf(context));
  return { ok: true, dirty: [...new Set(dirty)], snapshot, workspace: root, context };
}

/**
 * Whether nothing changed at all between two looks.
 *
 * @example
 * ```ts
 * import { sameSnapshot } from "gatehouse/flow/editor/freshness.ts";
 *
 * const before = { "a.py": { disk: { exists: true, size: 1 }, buffers: [] } };
 * if (!sameSnapshot(before, { "a.py": { buffers: [], disk: { size: 1, exists: true } } })) throw new Error("equal");
 * if (sameSnapshot(before, { ...before, "b.py": {} })) throw new Error("one more");
 * ```
 */
export function sameSnapshot(before: Snapshot, after: Snapshot): boolean {
  return sameData(before, after);
}

/**
 * Whether every file of the earlier look has the same disk and buffer records in the later one; more files may have
 * come in, because looking at one puts it on record.
 *
 * @example
 * ```ts
 * import { sameObserved } from "gatehouse/flow/editor/freshness.ts";
 *
 * const before = { "a.py": { disk: { size: 1 }, buffers: [] } };
 * if (!sameObserved(before, { ...before, "b.py": {} })) throw new Error("an addition counts");
 * if (sameObserved(before, { "a.py": { disk: { size: 2 }, buffers: [] } })) throw new Error("a change does not");
 * if (sameObserved(before, {})) throw new Error("what is gone does not");
 * ```
 */
export function sameObserved(before: Snapshot, after: Snapshot): boolean {
  return Object.entries(before).every(([path, earlier]) => {
    const later = after[path];
    // A record without its disk part proves nothing, even where both lack it.
    return isRecord(earlier) && isRecord(later) && isRecord(earlier["disk"]) &&
      sameData(earlier["disk"], later["disk"]) && sameData(earlier["buffers"], later["buffers"]);
  });
}

function unusable(reason: string): Freshness {
  return { ok: false, error: `The editor's context cannot be used: ${reason}` };
}

/** A link's spelling of our workspace counts; where it may not be looked at, it does not. */
function isOurs(workspace: string, root: string): boolean {
  if (workspace === root) return true;
  if (!workspace.startsWith("/") || workspace.includes("\0")) return false;
  try {
    return Deno.realPathSync(workspace) === root;
  } catch {
    return false;
  }
}

/** Lua has one empty table, and it travels as an empty list. */
function table(value: unknown): Snapshot | null {
  if (isRecord(value)) return value;
  return Array.isArray(value) && value.length === 0 ? {} : null;
}

function listOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.values(value) : null;
}

function pathOf(buffer: unknown): string {
  const path = isRecord(buffer) ? buffer["path"] : undefined;
  return typeof path === "string" && path !== "" ? oneLine(path, MAX_PATH) : "(no name)";
}

function shown(value: unknown): string {
  return oneLine(JSON.stringify(value) ?? "missing", MAX_PATH);
}

function because(error: unknown): string {
  return typeof error === "string" && error !== "" ? `: ${oneLine(error, MAX_PATH)}` : "";
}
