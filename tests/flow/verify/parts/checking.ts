/** What checks work with, in memory: a runner and an editor that do as they are told, and files in a map. */
import type { Ran } from "../../../../lib/core/worker.ts";
import type { Freshness, Snapshot } from "../../../../lib/flow/editor/freshness.ts";
import type { CheckSettings, Step, ToolResult } from "../../../../lib/flow/types.ts";
import type { Checking, EditorEvidence } from "../../../../lib/flow/verify/checking.ts";

/** A program that ended well and said nothing, or as the part says. */
export function ran(part: Partial<Ran> = {}): Ran {
  return {
    outcome: "exited",
    code: 0,
    signal: null,
    error: null,
    stdout: "",
    stdoutTruncated: false,
    stderr: "",
    stderrTruncated: false,
    ms: 3,
    escaped: null,
    ...part,
  };
}

/** The settings of a required lint check for everything, or as the part says. */
export function check(name: string, part: Partial<CheckSettings> = {}): CheckSettings {
  return {
    name,
    cmd: [`bin/${name}`, "--all"],
    timeoutMs: 1_000,
    required: true,
    kind: "lint",
    filetypes: ["*"],
    ...part,
  };
}

/** A state of the editor in which everything is saved, with this snapshot. */
export function fresh(snapshot: Snapshot = {}, dirty: readonly string[] = []): Freshness {
  return { ok: true, dirty, snapshot, workspace: "/w", context: {} };
}

/** An editor that gives these states in turn, the last one for ever, and this evidence. */
export function editor(
  states: readonly Freshness[],
  { lint = { status: "unavailable" }, diagnostics = { status: "unavailable" } }: {
    readonly lint?: ToolResult;
    readonly diagnostics?: ToolResult;
  } = {},
): EditorEvidence & { readonly asked: readonly string[] } {
  const left = [...states];
  const asked: string[] = [];
  return {
    asked,
    freshness() {
      asked.push("freshness");
      const state = left.length > 1 ? left.shift() : left[0];
      return Promise.resolve(state ?? { ok: false, error: "No state" });
    },
    lint(path) {
      asked.push(`lint ${path}`);
      return Promise.resolve(lint);
    },
    diagnostics(path) {
      asked.push(`diagnostics ${path}`);
      return Promise.resolve(diagnostics);
    },
  };
}

/** What is known of the stand-in while it works. */
export interface Memory extends Checking {
  readonly files: Map<string, string>;
  /** Names of the checks that were run. */
  readonly runs: readonly string[];
  readonly steps: readonly Step[];
  /** Why the root is stale from now on. */
  replaceRoot(): void;
}

/** The stand-in. `run` gives how a check ends; every check ends well without it. */
export function memory(
  options: {
    readonly checks?: readonly CheckSettings[];
    readonly trusted?: boolean;
    readonly files?: Readonly<Record<string, string>>;
    readonly editor?: EditorEvidence;
    readonly run?: (name: string, made: Memory) => Ran | Promise<Ran>;
  } = {},
): Memory {
  const { checks = [], trusted = true, files = {} } = options;
  const held = new Map(Object.entries(files));
  const runs: string[] = [];
  const steps: Step[] = [];
  let stale: string | null = null;
  const made: Memory = {
    settings: { workspace: "/w", trusted, checks },
    files: held,
    runs,
    steps,
    workspace: {
      root: "/w",
      stale: () => stale,
      bytes: (path) => stale === null && held.has(path) ? new TextEncoder().encode(held.get(path)) : null,
      revision: 7,
      changed: Object.keys(files).sort(),
    },
    editor: options.editor ?? null,
    async run(name) {
      runs.push(name);
      return await options.run?.(name, made) ?? ran();
    },
    tell: (step) => void steps.push(step),
    replaceRoot: () => void (stale = "The root was replaced"),
  };
  return made;
}
