/** The project that is worked on, and within which bounds, in the form that the family takes. */
import { endpointOf } from "../core/endpoint.ts";
import { placed } from "./flow_place.ts";
import { checksOf, type FlowCheck } from "./flow_checks.ts";
import type { Layers } from "./gate.ts";
import { configError, shown } from "./source.ts";

/** The family's settings; what is left out has the family's default. */
export interface FlowTable {
  /** Absolute, without a link in its path; whether it is there, the family looks. */
  readonly workspace: string;
  /** Where that came from. */
  readonly workspaceOrigin: string;
  readonly trusted: boolean;
  readonly endpoint: {
    readonly baseUrl: string;
    readonly api: "ollama" | "openai";
    readonly temperature: number;
    readonly contextLength: number;
    readonly timeoutSeconds: number;
    readonly allowRemote: boolean;
  };
  readonly models: Readonly<Record<"planner" | "coder" | "reviewer", string>>;
  readonly agent: {
    readonly maxIterations: number;
    readonly maxCycles: number;
    readonly maxToolCalls: number;
    readonly maxContextChars: number;
    readonly maxTaskChars: number;
    readonly maxSeconds: number;
    readonly protect?: readonly string[];
    readonly checkEnv: readonly string[];
  };
  readonly checks: readonly FlowCheck[];
  readonly editor: {
    readonly socket: string;
    readonly timeoutSeconds: number;
    readonly uid: number | null;
  } | null;
  /** Absolute paths of files and directories that belong to this program. */
  readonly ownFiles: readonly string[];
  /** Who runs the program; null where accounts have no numbers. */
  readonly uid: number | null;
  /** Of the files that settings are read from, those that were. */
  readonly loadedFiles: readonly string[];
  /** Absolute; where files are kept as they were; null when no state directory is known. */
  readonly undoDirectory: string | null;
}

/** What is known beside the layers. */
export interface FlowSurroundings {
  /** What `~` stands for; null when none is known. */
  readonly home: string | null;
  /** The workspace when no layer names one; null for none. */
  readonly fallback: string | null;
  readonly readOnly: boolean;
  /** Of our own files and directories, those that are at the same place whatever the settings say. */
  readonly places: readonly (string | null)[];
  readonly loadedFiles: readonly (string | null)[];
  readonly stateDirectory: string | null;
}

/** What holds where no layer says otherwise. */
export const FLOW_DEFAULTS = {
  baseUrl: "http://127.0.0.1:11434",
  model: "qwen2.5-coder:7b",
  temperature: 0.2,
  contextLength: 16_384,
  timeoutSeconds: 120,
  maxIterations: 6,
  maxCycles: 2,
  maxToolCalls: 64,
  maxContextChars: 100_000,
  maxTaskChars: 16_000,
  maxSeconds: 1_800,
  editorSeconds: 120,
} as const;

/** Files with secrets and state that the operator may have named. */
const OWN_FILES = [
  ...["token_file", "gate.token_file", "gate.rules", "skills.config", "skills.gap_rules"] as const,
  ...["policy.approval_file", "policy.job_store", "policy.cron_store", "policy.plan_store"] as const,
] as const;

/**
 * The family's settings; null without a workspace. They are held against all rules either way.
 *
 * @throws ToolError `CONFIG_INVALID` for a mistake in the checks of any layer, and for a model service on another machine
 * without `allow_remote`.
 *
 * @example
 * ```ts
 * import { flowSettings } from "gatehouse/config/flow.ts";
 *
 * const nothing = { value: () => undefined, all: () => [], origin: () => "default" };
 * const none = { home: null, fallback: null, readOnly: false, places: [], loadedFiles: [], stateDirectory: null };
 * if (await flowSettings(nothing, none) !== null) throw new Error("a workspace from nowhere");
 * ```
 */
export async function flowSettings(
  { value, all, origin }: Layers,
  { home, fallback, readOnly, places, loadedFiles, stateDirectory }: FlowSurroundings,
): Promise<FlowTable | null> {
  const endpoint = endpointIn({ value, all, origin });
  const [checks = []] = all("checks").map((table) => checksOf(table, { origin: origin("checks") }));
  const named = value("workspace_dir");
  const workspace = named === undefined ? fallback : atHome(named, { home, origin: origin("workspace_dir") });
  const socket = value("nvim");
  const protect = value("agent.protect");
  const uid = ownUid();
  if (workspace === null) return null;
  return {
    ...await placed(workspace, { stateDirectory }),
    workspaceOrigin: named === undefined ? "the working directory" : origin("workspace_dir"),
    trusted: value("trusted") === true && !readOnly,
    endpoint,
    models: modelsIn({ value }),
    agent: {
      maxIterations: value("agent.max_iterations") ?? FLOW_DEFAULTS.maxIterations,
      maxCycles: value("agent.max_cycles") ?? FLOW_DEFAULTS.maxCycles,
      maxToolCalls: value("agent.max_tool_calls") ?? FLOW_DEFAULTS.maxToolCalls,
      maxContextChars: value("agent.max_context_chars") ?? FLOW_DEFAULTS.maxContextChars,
      maxTaskChars: value("agent.max_task_chars") ?? FLOW_DEFAULTS.maxTaskChars,
      maxSeconds: value("agent.max_seconds") ?? FLOW_DEFAULTS.maxSeconds,
      ...(protect === undefined ? {} : { protect }),
      checkEnv: value("agent.check_env") ?? [],
    },
    checks,
    editor: socket === undefined
      ? null
      : { socket, timeoutSeconds: value("editor_timeout") ?? FLOW_DEFAULTS.editorSeconds, uid },
    uid,
    ownFiles: [...new Set(present([...places, ...OWN_FILES.map((key) => value(key) ?? null)]))],
    loadedFiles: present(loadedFiles),
  };
}

/**
 * What the operator should know of settings that have no effect.
 *
 * @example
 * ```ts
 * import { flowWarnings } from "gatehouse/config/flow.ts";
 *
 * const value = ((key: string) => key === "trusted" ? true : undefined) as never;
 * if (flowWarnings({ value }, { flow: null, readOnly: false, maxMs: 1 }).length !== 1) throw new Error("nothing told");
 * ```
 */
export function flowWarnings(
  { value }: Pick<Layers, "value">,
  { flow, readOnly, maxMs }: {
    readonly flow: FlowTable | null;
    readonly readOnly: boolean;
    /** Milliseconds that any call may take. */
    readonly maxMs: number;
  },
): string[] {
  const trusted = value("trusted") === true;
  if (trusted && readOnly) return ["--trusted has no effect: the program was told to be read-only"];
  if (flow !== null) {
    return [
      ...(flow.agent.maxSeconds * 1_000 <= maxMs ? [] : [tooShort(flow, maxMs)]),
      ...(checksMs(flow) <= Math.min(maxMs, CHECK_CALL_MS) ? [] : [tooMany(flow)]),
    ];
  }
  return [
    ...(trusted ? ["--trusted has no effect: no workspace is configured; see --workspace"] : []),
    ...(value("nvim") === undefined ? [] : ["--nvim has no effect: no workspace is configured"]),
  ];
}

function tooShort({ agent: { maxSeconds } }: FlowTable, maxMs: number): string {
  return `A run may take ${maxSeconds} s (agent.max_seconds), but every call ends after ${maxMs} ms (policy.max_deadline_ms)`;
}

/** Milliseconds that a call for the checks may take. */
const CHECK_CALL_MS = 3_660_000;

function checksMs({ checks }: FlowTable): number {
  return checks.reduce((sum, { timeoutMs }) => sum + timeoutMs, 0);
}

function tooMany(flow: FlowTable): string {
  return `The checks may take ${
    Math.round(checksMs(flow) / 1_000)
  } s one after the other, more than one call may: ` +
    "call them by name, or shorten their timeouts";
}

function endpointIn({ value, origin }: Layers): FlowTable["endpoint"] {
  const given = value("ollama.base_url") ?? FLOW_DEFAULTS.baseUrl;
  const allowRemote = value("ollama.allow_remote") ?? false;
  const endpoint = endpointOf(given);
  if (!allowRemote && endpoint?.loopback !== true) {
    throw configError(
      `Could not use the model service ${shown(given)} from ${
        shown(origin("ollama.base_url"))
      }: it is on another machine`,
      "Set allow_remote = true in the table [ollama] to send it your files, or give an address of this machine",
    );
  }
  return {
    baseUrl: endpoint?.origin ?? given,
    api: value("ollama.api") ?? "ollama",
    temperature: value("ollama.temperature") ?? FLOW_DEFAULTS.temperature,
    contextLength: value("ollama.context_length") ?? FLOW_DEFAULTS.contextLength,
    timeoutSeconds: value("ollama.timeout") ?? FLOW_DEFAULTS.timeoutSeconds,
    allowRemote,
  };
}

/** The flag is for all three; a role without a name has the common one. */
function modelsIn({ value }: Pick<Layers, "value">): FlowTable["models"] {
  const flag = value("flow_model");
  const common = flag ?? value("ollama.model") ?? FLOW_DEFAULTS.model;
  const of = (role: keyof FlowTable["models"]) => flag ?? (value(`models.${role}`) || common);
  return { planner: of("planner"), coder: of("coder"), reviewer: of("reviewer") };
}

function atHome(
  named: string,
  { home, origin }: { readonly home: string | null; readonly origin: string },
): string {
  if (named !== "~" && !named.startsWith("~/")) return named;
  if (home !== null) return home + named.slice(1);
  throw configError(
    `Could not use workspace_dir ${shown(named)} from ${shown(origin)}: no home directory is known`,
    "Give an absolute path",
  );
}

function present(paths: readonly (string | null)[]): string[] {
  return paths.filter((path) => path !== null);
}

/** A program that may not ask counts as one without an account. */
function ownUid(): number | null {
  try {
    return Deno.uid();
  } catch {
    return null;
  }
}
