/** Every setting as it is in force, with where it came from: what a command line means. No secret is among it. */
import { redactText } from "../core/redact.ts";
import { type Cell, serverRows } from "./effective_hosts.ts";
import { FLOW_DEFAULTS } from "./flow.ts";
import { FLOW_FILE_SCHEMA, FLOW_FLAG_SCHEMA } from "./flow_schema.ts";
import type { Loaded } from "./load.ts";
import { type Key, KEYS } from "./schema.ts";
import { DEFAULT_PORT, type Settings } from "./settings.ts";
import type { Origin } from "./source.ts";

/** One setting. */
export interface Effective {
  /** Dotted; of what stands in a table by names of its own, with that name: `hosts.web.port`. */
  readonly name: string;
  /** A secret is its kind in words, such as `(password)`; null is nothing. */
  readonly value: Cell;
  /** Where the value came from; `default` when nobody gave one. */
  readonly source: Origin;
  /** Where values stand that did not win. */
  readonly overrides: readonly Origin[];
  /** Why it has no effect; null when it has. */
  readonly unused: string | null;
}

/** What is known of one setting besides the settings in force: the strongest layer's value. */
type Finds<K extends Key> = (settings: Settings, given: unknown, key: K) => unknown;

/** Of the families' own defaults, those that their schemas give. */
const OF_GATE = { timeoutMs: 5_000, noulThreshold: 0.65, denyAt: 7, askAt: 4 } as const;
const REQUEST_BYTES = 1_048_576;

const asGiven = (otherwise: Cell) => (_: Settings, given: unknown) => given ?? otherwise;
const agent = (name: "maxIterations" | "maxCycles" | "maxToolCalls" | "maxContextChars" | "maxTaskChars") =>
  asGiven(FLOW_DEFAULTS[name]);
const role =
  (name: "planner" | "coder" | "reviewer") => ({ familySettings: { flow } }: Settings, given: unknown) =>
    flow?.models[name] ?? given ?? FLOW_DEFAULTS.model;
const store =
  (name: "job_store" | "cron_store" | "plan_store") => ({ familySettings: { hosts } }: Settings) =>
    hosts.stores[name];

/** A setting that is missing here does not compile. */
const IN_FORCE: { readonly [K in Key]: Finds<K> } = {
  families: ({ families }) => families,
  read_only: ({ readOnly }) => readOnly,
  transport: ({ transport }) => transport,
  host: ({ host }) => host,
  port: ({ port }) => port,
  token_file: ({ tokenFile }) => tokenFile,
  "state.dir": ({ stateDirectory }) => stateDirectory,
  "log.level": ({ log }) => log.level,
  "log.format": ({ log }) => log.format,
  "telemetry.endpoint": ({ telemetry }) => telemetry?.endpoint ?? null,
  "telemetry.allow_remote": asGiven(false),
  "gate.engine": ({ familySettings: { gate } }) => gate.engine,
  "gate.server": ({ familySettings: { gate } }) => gate.server,
  "gate.servers": ({ familySettings: { gate } }) => gate.servers,
  "gate.allow_remote": ({ familySettings: { gate } }) => gate.allowRemote,
  "gate.timeout": ({ familySettings: { gate } }) => (gate.timeoutMs ?? OF_GATE.timeoutMs) / 1_000,
  "gate.model": ({ familySettings: { gate } }) => gate.model ?? null,
  "gate.l1_enabled": ({ familySettings: { gate } }) => gate.l1Enabled ?? false,
  "gate.token_file": ({ familySettings: { gate } }) => gate.tokenFile ?? null,
  "gate.noul_threshold": ({ familySettings: { gate } }) => gate.noulThreshold ?? OF_GATE.noulThreshold,
  "gate.deny_at": ({ familySettings: { gate } }) => gate.denyAt ?? OF_GATE.denyAt,
  "gate.ask_at": ({ familySettings: { gate } }) => gate.askAt ?? OF_GATE.askAt,
  "gate.rules": ({ familySettings: { gate } }) => gate.rulesFile ?? null,
  "gate.guard": asGiven(null),
  "gate.table": asGiven(null),
  "skills.roots": ({ familySettings: { skills } }) => skills.roots.map(({ id, path }) => `${id}: ${path}`),
  "skills.config": ({ familySettings: { skills } }) => skills.configFile ?? null,
  "skills.quarantine": ({ familySettings: { skills } }) => skills.quarantine ?? false,
  "skills.format": ({ familySettings: { skills } }) => skills.format ?? "phases",
  "skills.gap_rules": ({ familySettings: { skills } }) => skills.gapRules ?? null,
  hosts: ({ familySettings: { hosts } }) => hosts.targets.map(({ alias }) => alias),
  "policy.scopes": ({ policy }) => policy.scopes,
  "policy.writes": ({ policy }) => policy.writes,
  "policy.principal": ({ principal }) => principal,
  "policy.approval_file": ({ approvalFile }) => approvalFile,
  "policy.approvals": ({ policy }) => policy.elicits ? "elicit" : "out-of-band",
  "policy.allow_insecure_ssh": asGiven(false),
  "policy.default_server": ({ familySettings: { hosts } }) => hosts.defaultTarget,
  "policy.default_deadline_ms": asGiven(null),
  "policy.max_deadline_ms": asGiven(null),
  "policy.max_request_bytes": ({ maxRequestBytes }) => maxRequestBytes ?? REQUEST_BYTES,
  "policy.max_result_bytes": ({ familySettings: { hosts } }) => hosts.maxResultBytes,
  "policy.job_store": store("job_store"),
  "policy.cron_store": store("cron_store"),
  "policy.plan_store": store("plan_store"),
  "policy.config_revision": ({ familySettings: { hosts } }) => hosts.configRevision,
  "policy.deployment_receipt": ({ familySettings: { hosts } }) => hosts.deploymentReceipt,
  workspace_dir: ({ familySettings: { flow } }, given) => flow?.workspace ?? given ?? null,
  "ollama.base_url": asGiven(FLOW_DEFAULTS.baseUrl),
  "ollama.api": asGiven("ollama"),
  "ollama.model": asGiven(FLOW_DEFAULTS.model),
  "ollama.temperature": asGiven(FLOW_DEFAULTS.temperature),
  "ollama.context_length": asGiven(FLOW_DEFAULTS.contextLength),
  "ollama.timeout": asGiven(FLOW_DEFAULTS.timeoutSeconds),
  "ollama.allow_remote": asGiven(false),
  "models.planner": role("planner"),
  "models.coder": role("coder"),
  "models.reviewer": role("reviewer"),
  "agent.max_iterations": agent("maxIterations"),
  "agent.max_cycles": agent("maxCycles"),
  "agent.max_tool_calls": agent("maxToolCalls"),
  "agent.max_context_chars": agent("maxContextChars"),
  "agent.max_task_chars": agent("maxTaskChars"),
  "agent.max_seconds": asGiven(FLOW_DEFAULTS.maxSeconds),
  "agent.protect": asGiven(null),
  "agent.check_env": asGiven(null),
  checks: ({ familySettings: { flow } }, given) =>
    flow?.checks.map(({ name, cmd }) => `${name}: ${cmd.join(" ")}`) ?? Object.keys(given ?? {}),
  trusted: ({ familySettings: { flow } }, given) => flow?.trusted ?? given ?? false,
  nvim: asGiven(null),
  editor_timeout: asGiven(FLOW_DEFAULTS.editorSeconds),
  flow_model: asGiven(null),
};

/** Given where nothing is worked on, or under a name that is only kept. */
const NO_WORKSPACE = "no workspace is configured";
const IGNORED: Readonly<Partial<Record<Key, string>>> = {
  "gate.guard": "the rules are built in",
  "gate.table": "the rules are built in",
};

/**
 * The settings in their order, the servers' own ones where the servers stand.
 *
 * @example
 * ```ts
 * import { effectiveSettings } from "gatehouse/config/effective.ts";
 * import { loadSettings } from "gatehouse/config/load.ts";
 *
 * const world = { environment: { MCP_PORT: "8000" }, cwd: "/", families: ["gate"] };
 * const rows = effectiveSettings(await loadSettings({ port: "9000" }, world));
 * const port = rows.find(({ name }) => name === "port");
 * if (port?.source !== "--port" || port.overrides.join() !== "MCP_PORT") throw new Error("other sources");
 * ```
 */
export function effectiveSettings(
  loaded: Pick<Loaded, "settings" | "given" | "origin">,
): readonly Effective[] {
  return KEYS.flatMap((key) => {
    const row = rowOf(key, loaded);
    if (key !== "hosts") return [row];
    return [
      row,
      ...serverRows(loaded.settings.familySettings.hosts.targets).map((own) => ({ ...row, ...own })),
    ];
  });
}

function rowOf(
  key: Key,
  { settings, given, origin }: Pick<Loaded, "settings" | "given" | "origin">,
): Effective {
  const all = given(key);
  const found: unknown = IN_FORCE[key](settings, all[0]?.value, key as never);
  // Of some settings not the strongest layer wins, but the strictest.
  const won = all.find(({ value }) => value === found) ?? all[0];
  return {
    name: key,
    value: cellOf(found),
    source: won?.origin ?? fallback(key, { settings, origin }),
    overrides: all.filter((one) => one !== won).map((one) => one.origin),
    unused: IGNORED[key] !== undefined && all.length > 0
      ? IGNORED[key]
      : settings.familySettings.flow === null && isFlows(key)
      ? NO_WORKSPACE
      : null,
  };
}

/** What nobody gave may still follow from what somebody gave. */
function fallback(key: Key, { settings, origin }: Pick<Loaded, "settings" | "origin">): Origin {
  if (key === "port" && settings.port !== DEFAULT_PORT) return origin("transport");
  if (key === "policy.default_server" && settings.familySettings.hosts.defaultTarget !== null) {
    return `the first of ${origin("hosts")}`;
  }
  const { flow } = settings.familySettings;
  if (key === "workspace_dir" && flow !== null) return flow.workspaceOrigin;
  if (key.startsWith("models.") && origin("flow_model") !== "default") return origin("flow_model");
  return key.startsWith("models.") ? origin("ollama.model") : "default";
}

function isFlows(key: Key): boolean {
  return Object.hasOwn(FLOW_FILE_SCHEMA, key) || Object.hasOwn(FLOW_FLAG_SCHEMA, key);
}

/** Values were checked; texts may hold a secret where none belongs, such as in the arguments of a check. */
function cellOf(value: unknown): Cell {
  if (Array.isArray(value)) return value.map((item) => redactText(String(item)).text);
  if (typeof value === "number" || typeof value === "boolean") return value;
  return typeof value === "string" ? redactText(value).text : null;
}
