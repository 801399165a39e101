/** The family's part of the configuration, as it gets it. */
import { z } from "zod";
import { namedByChecks } from "./look/protect_commands.ts";
import { DEFAULT_PROTECT } from "./look/protect_defaults.ts";
import { endpointWarnings } from "./model/endpoint.ts";
import type { FlowSettings } from "./types.ts";
import { warningsOf } from "./warnings.ts";

/** Globs of protected files. */
const MAX_GLOBS = 256;

const path = z.string().min(1).max(32_767);
const model = z.string().min(1).max(256);

const check = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/),
  cmd: z.array(z.string().min(1)).min(1).max(128),
  timeoutMs: z.int().min(1).max(600_000),
  required: z.boolean(),
  kind: z.enum(["check", "test", "lint", "typecheck", "diagnostics", "build"]),
  filetypes: z.array(z.string()).max(256),
});

const flowSettings = z.strictObject({
  workspace: path,
  workspaceOrigin: z.string(),
  trusted: z.boolean(),
  endpoint: z.strictObject({
    baseUrl: z.string().max(2_048),
    api: z.enum(["ollama", "openai"]),
    temperature: z.number().min(0).max(2),
    contextLength: z.int().min(1_024).max(131_072),
    timeoutSeconds: z.number().min(0.1).max(600),
    allowRemote: z.boolean(),
  }),
  models: z.strictObject({ planner: model, coder: model, reviewer: model }),
  agent: z.strictObject({
    maxIterations: z.int().min(1).max(32),
    maxCycles: z.int().min(1).max(5),
    maxToolCalls: z.int().min(1).max(256),
    maxContextChars: z.int().min(4_096).max(1_000_000),
    maxTaskChars: z.int().min(1).max(100_000),
    maxSeconds: z.int().min(1).max(3_600),
    protect: z.array(z.string()).max(MAX_GLOBS).optional(),
    checkEnv: z.array(z.string()).max(64),
  }),
  checks: z.array(check).max(32),
  editor: z.strictObject({
    socket: path,
    timeoutSeconds: z.number().min(0.1).max(660),
    uid: z.int().nullable(),
  }).nullable(),
  uid: z.int().nullable(),
  ownFiles: z.array(path),
  loadedFiles: z.array(path),
  undoDirectory: path.nullable(),
});

/** What the configuration gives for a workspace. */
export type Given = z.output<typeof flowSettings>;

/**
 * The settings; null without a workspace. The same object gives the same settings: what is in force does not change while
 * the program runs.
 *
 * @param given As the configuration's own schema has checked it.
 *
 * @example
 * ```ts
 * import { settingsOf } from "gatehouse/flow/settings.ts";
 *
 * if (settingsOf(null) !== null) throw new Error("a workspace from nowhere");
 * ```
 */
export function settingsOf(given: unknown): FlowSettings | null {
  if (typeof given !== "object" || given === null) return null;
  const known = parsed.get(given);
  if (known !== undefined) return known;
  const { workspaceOrigin: _origin, uid: _uid, loadedFiles: _loaded, ...settings } = flowSettings.parse(
    given,
  );
  const { agent, checks, workspace, undoDirectory: undo } = settings;
  const named = namedByChecks(checks, { workspace });
  const all = {
    ...settings,
    agent: { ...agent, protect: agent.protect ?? [...DEFAULT_PROTECT, ...named].slice(0, MAX_GLOBS) },
    ownFiles: [...new Set([...settings.ownFiles, ...(undo === null ? [] : [undo])])],
    warnings: [...warningsOf(given), ...endpointWarnings(settings.endpoint)],
  };
  parsed.set(given, all);
  return all;
}

const parsed = new WeakMap<object, FlowSettings>();
