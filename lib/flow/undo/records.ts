/**
 * What the journal of a run says, one JSON object a line: which workspace, what each file was before its first change,
 * and what the run has made of it since.
 *
 * What a run is about to make of a file is on record before it happens, and what it has made of it afterwards. So
 * whatever is cut off in between, the file is in one of the states that the journal knows.
 */
import { isRecord } from "../../core/record.ts";
import { partsOf } from "../workspace/paths.ts";

/** A file's state: its SHA-256 in hexadecimal, `absent`, or `unknown`, which is like no other. */
export type State = string;

/** One line. */
export type JournalRecord =
  /** The first one. `ino` is the inode of the root; devices have other numbers after a restart. */
  | {
    readonly kind: "run";
    readonly version: 1;
    readonly run: string;
    readonly root: string;
    readonly ino: number;
  }
  /** `image`: the name of the file with the old bytes, null when there was no file. */
  | {
    readonly kind: "before";
    readonly path: string;
    readonly image: string | null;
    readonly state: State;
    /** Permission bits; null when there was no file. */
    readonly mode: number | null;
  }
  /** Directories that are about to be made, from the top down. */
  | { readonly kind: "directories"; readonly paths: readonly string[] }
  /** What is about to be made of a file that a `before` is there for. */
  | { readonly kind: "intent"; readonly path: string; readonly state: State }
  /** What has been made of it. */
  | { readonly kind: "left"; readonly path: string; readonly state: State };

/** One file of a run. */
export interface RecordedFile {
  readonly image: string | null;
  readonly before: State;
  readonly mode: number | null;
  /** What the run may have left: what it has made of the file, and what it was about to make of it since. */
  readonly left: readonly State[];
}

/** A run, as far as its journal was written. */
export interface RecordedRun {
  readonly run: string;
  readonly root: string;
  readonly ino: number;
  readonly files: ReadonlyMap<string, RecordedFile>;
  /** Directories that the run made, from the top down. */
  readonly directories: readonly string[];
}

/**
 * The lines of these records.
 *
 * @example
 * ```ts
 * import { linesOf } from "gatehouse/flow/undo/records.ts";
 *
 * const text = new TextDecoder().decode(linesOf([{ kind: "directories", paths: ["a"] }]));
 * if (text !== '{"kind":"directories","paths":["a"]}\n') throw new Error(text);
 * ```
 */
export function linesOf(records: readonly JournalRecord[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
}

/**
 * The run that a journal tells of; null when it is no journal, or a damaged one. A last line that was cut off was never
 * relied on, and is left out.
 *
 * @example
 * ```ts
 * import { linesOf, runOf } from "gatehouse/flow/undo/records.ts";
 *
 * const run = { kind: "run", version: 1, run: "0a1b2c3d", root: "/project", ino: 7 } as const;
 * const before = { kind: "before", path: "a", image: null, state: "absent", mode: null } as const;
 * const cut = linesOf([run, before]).subarray(0, -5);
 * if (runOf(cut)?.files.size !== 0 || runOf(linesOf([before])) !== null) throw new Error("misread");
 * ```
 */
export function runOf(bytes: Uint8Array): RecordedRun | null {
  const lines = new TextDecoder().decode(bytes).split("\n");
  lines.pop();
  const [first, ...records] = lines.map(recordOf);
  if (first === undefined || first === null || first.kind !== "run") return null;
  const files = new Map<string, RecordedFile>();
  const directories = new Set<string>();
  for (const record of records) {
    if (record === null || record.kind === "run") return null;
    if (record.kind === "directories") {
      for (const path of record.paths) directories.add(path);
      continue;
    }
    const file = files.get(record.path);
    const next = record.kind === "before" ? begun(record, file) : changed(record, file);
    if (next === null) return null;
    files.set(record.path, next);
  }
  const { run, root, ino } = first;
  return { run, root, ino, files, directories: [...directories].sort() };
}

function begun(
  { image, state, mode }: JournalRecord & { kind: "before" },
  known: RecordedFile | undefined,
): RecordedFile | null {
  return known === undefined ? { image, before: state, mode, left: [] } : null;
}

function changed(
  { kind, state }: JournalRecord & { kind: "intent" | "left" },
  known: RecordedFile | undefined,
): RecordedFile | null {
  if (known === undefined) return null;
  return { ...known, left: kind === "left" ? [state] : [...known.left, state] };
}

function recordOf(line: string): JournalRecord | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const { kind, path, paths, image, state, mode, version, run, root, ino } = value;
  switch (kind) {
    case "run":
      return version === 1 && isRun(run) && typeof root === "string" && typeof ino === "number"
        ? { kind, version, run, root, ino }
        : null;
    case "directories":
      return Array.isArray(paths) && paths.every(isPath) ? { kind, paths } : null;
    case "before": {
      const isAbsent = image === null && state === "absent" && mode === null;
      if (!isPath(path) || !isState(state)) return null;
      if (isAbsent) return { kind, path, image: null, state, mode: null };
      const isFile = typeof image === "string" && /^[0-9a-f]{8}-\d{1,6}$/.test(image) &&
        typeof mode === "number" && mode >= 0 && mode <= 0o777;
      return isFile ? { kind, path, image, state, mode } : null;
    }
    case "intent":
    case "left":
      return isPath(path) && isState(state) ? { kind, path, state } : null;
    default:
      return null;
  }
}

function isRun(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{8}$/.test(value);
}

function isState(value: unknown): value is State {
  return typeof value === "string" && /^([0-9a-f]{64}|absent|unknown)$/.test(value);
}

/** The shortest spelling of a path that a model may name. */
function isPath(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const parted = partsOf(value, { of: "file" });
  return "components" in parted && parted.components.join("/") === value;
}
