/** The loader: file < environment < flags, each layer checked as a whole, each value knowing where it came from. */
import { checkLayer } from "./check.ts";
import { environmentLayer } from "./environment.ts";
import { fileLayer } from "./file.ts";
import { flagLayer, type Flags, withFlowModel } from "./flags.ts";
import { isAboutFlow } from "./flow_schema.ts";
import { gateSettings } from "./gate.ts";
import { hostsHas, hostsSettings } from "./hosts.ts";
import { policyOf, policyWarnings } from "./policy.ts";
import { skillsSettings } from "./skills.ts";
import { DEFAULT_LOG } from "../core/log.ts";
import { nearest } from "../core/nearest.ts";
import {
  configFile,
  type Environment,
  flowConfigFile,
  homeDirectory,
  resolve,
  stateDirectory,
} from "./place.ts";
import type { Key, Layer } from "./schema.ts";
import { DEFAULT_PORT, type Settings, STREAMABLE_PORT } from "./settings.ts";
import { isMissing } from "./read.ts";
import { configError, type Origin, type RawLayer, shown } from "./source.ts";

/** What the loader looks at besides flags. */
export interface Surroundings {
  readonly environment: Environment;
  /** Absolute working directory. */
  readonly cwd: string;
  /** Names of the families that exist. */
  readonly families: readonly string[];
}

/** A value that a layer gives, and where it stands there. */
export interface Given<K extends Key = Key> {
  readonly value: Exclude<Layer[K], undefined>;
  readonly origin: Origin;
}

/** The settings in force. */
export interface Loaded {
  readonly settings: Settings;
  /** The file that is read when it is there, absolute; null when none is known. */
  readonly file: string | null;
  /** What each layer gives for the setting, the strongest first; empty when nobody gave one. */
  readonly given: <K extends Key>(key: K) => readonly Given<K>[];
  /** Where the value in force came from; `default` when nobody gave one. */
  readonly origin: (key: Key) => Origin;
  /** What was accepted but has no effect, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Loads the settings.
 *
 * @throws ToolError `CONFIG_INVALID` for the first mistake in any layer, also in a value that another layer overrides.
 *
 * @example
 * ```ts
 * import { loadSettings } from "gatehouse/config/load.ts";
 *
 * const { settings, origin } = await loadSettings({ port: "9000" }, {
 *   environment: { MCP_PORT: "8000" },
 *   cwd: "/",
 *   families: ["gate"],
 * });
 * if (settings.port !== 9000 || origin("port") !== "--port") throw new Error("a flag did not win");
 * ```
 */
export async function loadSettings(flags: Flags, surroundings: Surroundings): Promise<Loaded> {
  const { environment, cwd } = surroundings;
  const path = flags.config === undefined ? configFile(environment) : resolve(cwd, flags.config);
  const ofFlags = flagLayer(flags, { cwd });
  const ofEnvironment = environmentLayer(environment, { cwd });
  const ofFile = path === null ? null : await fileLayer(path, { required: flags.config !== undefined });
  const flowPath = flowConfigFile(environment);
  const isServed = servesFlow([ofFlags, ofEnvironment, ofFile]);
  // A mistake in the file of a project must not keep a command from its work that serves none, a hook above all.
  const mayServe = flags.modelOf !== undefined && flags.modelOf !== "gate";
  const ofFlowFile = flags.config === undefined && mayServe && isServed && !isAboutFlow(ofFile)
    ? await flowFile(flowPath)
    : null;
  const lower = [ofEnvironment, ofFile, ofFlowFile].filter((layer) => layer !== null);
  const served = isServed &&
    (flags.workspaceHere === true || [ofFlags, ...lower].some(({ values }) => values.has("workspace_dir")));
  // Strongest first, so that the mistake named is the one the operator just typed.
  const layers = [withFlowModel(ofFlags, { modelOf: flags.modelOf, served }), ...lower]
    .map((raw) => ({ raw, values: checkLayer(raw) }));

  const value = <K extends Key>(key: K): Layer[K] | undefined =>
    layers.map(({ values }) => values[key]).find((found) => found !== undefined);
  const given = <K extends Key>(key: K): Given<K>[] =>
    layers.flatMap(({ raw, values }) => {
      const found = values[key];
      // What is left is the type without `undefined`, which the type system does not follow through a key.
      return found === undefined
        ? []
        : [{ value: found as Exclude<Layer[K], undefined>, origin: raw.origin(key) }];
    });
  const all = <K extends Key>(key: K): Exclude<Layer[K], undefined>[] => given(key).map(({ value }) => value);
  const origin = (key: Key): Origin =>
    layers.find(({ values }) => values[key] !== undefined)?.raw.origin(key) ?? "default";

  const families = value("families");
  checkFamilies(families ?? [], { known: surroundings.families, origin });
  const host = value("host") ?? "127.0.0.1";
  const streamable = ofEnvironment.streamable && origin("transport") === "MCP_TRANSPORT";
  const policy = policyOf({ value, all, origin });
  const home = homeDirectory(environment);
  const hosts = hostsSettings({ value, all, origin }, { home });
  const readOnly = value("read_only") ?? false;
  const state = value("state.dir") ?? stateDirectory(environment);
  // Most programs that are started work on no project.
  const isAsked = flags.workspaceHere === true || layers.some(({ raw }) => isAboutFlow(raw));
  const own = isAsked ? await import("./flow.ts") : null;
  const flow = own === null ? null : await own.flowSettings({ value, all, origin }, {
    home,
    fallback: flags.workspaceHere === true ? cwd : null,
    readOnly,
    places: [path, configFile(environment), flowPath, state],
    loadedFiles: [path, ofFlowFile === null ? null : flowPath],
    stateDirectory: state,
  });
  const settings: Settings = {
    families: families ?? null,
    readOnly,
    transport: value("transport") ?? "stdio",
    // What a name resolves to is not ours to decide: `localhost` is the IPv4 literal.
    host: host === "localhost" ? "127.0.0.1" : host,
    port: value("port") ?? (streamable ? STREAMABLE_PORT : DEFAULT_PORT),
    tokenFile: value("token_file") ?? null,
    stateDirectory: state,
    log: {
      level: value("log.level") ?? DEFAULT_LOG.level,
      format: value("log.format") ?? DEFAULT_LOG.format,
    },
    // Most operators trace nothing.
    telemetry: value("telemetry.endpoint") === undefined
      ? null
      : (await import("./telemetry.ts")).telemetrySettings({ value, all, origin }),
    familySettings: {
      gate: gateSettings({ value, all, origin }),
      skills: skillsSettings({ value }),
      hosts,
      flow,
    },
    policy,
    has: { hosts: hostsHas(hosts, policy), flow: flow === null ? [] : ["workspace"] },
    principal: value("policy.principal") ?? null,
    approvalFile: value("policy.approval_file") ?? null,
    maxRequestBytes: value("policy.max_request_bytes") ?? null,
  };
  const told = [
    ...ignoredFile(cwd, path),
    ...ignoredSettings(origin),
    ...policyWarnings(policy),
    ...own?.flowWarnings({ value }, { flow, readOnly, maxMs: policy.maxMs }) ?? [],
  ];
  return { settings, file: path, given, origin, warnings: told };
}

/** Is the family that works on a project among the served ones? What the layers give has not been checked yet. */
function servesFlow(layers: readonly (RawLayer | null)[]): boolean {
  const chosen = layers.map((layer) => layer?.values.get("families")).find((found) => found !== undefined);
  return !Array.isArray(chosen) || chosen.includes("flow");
}

/** The older program's file; there seldom is one. */
async function flowFile(path: string | null): Promise<RawLayer | null> {
  if (path === null || isMissing(path)) return null;
  return await (await import("./flow_place.ts")).flowFileLayer(path);
}

function checkFamilies(
  chosen: readonly string[],
  { known, origin }: { known: readonly string[]; origin: (key: Key) => Origin },
): void {
  const stranger = chosen.find((name) => !known.includes(name));
  if (stranger === undefined) return;
  const meant = nearest(stranger, known);
  throw configError(
    `Unknown family ${shown(stranger)} from ${shown(origin("families"))}`,
    meant === null ? `The families are ${known.join(", ")}` : `Did you mean ${meant}?`,
  );
}

/** A `gatehouse.toml` that lies where the program runs is whoever's who wrote that directory, not the operator's. */
function ignoredFile(cwd: string, loaded: string | null): string[] {
  const lying = resolve(cwd, "gatehouse.toml");
  if (lying === loaded) return [];
  try {
    Deno.lstatSync(lying);
  } catch {
    return [];
  }
  return [
    `Ignored ${shown(lying)}: settings are read only from --config or ${shown(loaded ?? "a home directory")}`,
  ];
}

function ignoredSettings(origin: (key: Key) => Origin): string[] {
  return (["gate.guard", "gate.table"] as const)
    .map(origin)
    .filter((from) => from !== "default")
    .map((from) => `Loaded nothing for ${shown(from)}: the rules are built in`);
}
