/** What a command opens: the settings, and the house that its calls go through. */
import { checks, data } from "../catalogue.ts";
import type { Flags } from "../config/flags.ts";
import { type Loaded, loadSettings } from "../config/load.ts";
import { configError } from "../config/source.ts";
import { type OpenHouse, openHouse } from "../house.ts";
import { endpointOf } from "../core/endpoint.ts";
import { configureLog } from "../core/log.ts";
import type { Exporter } from "../telemetry/exporter.ts";
import { note } from "./failure.ts";
import { givenLogFlags } from "./log_flags.ts";
import type { Io } from "./io.ts";

/** Milliseconds the audit log gets to write its last rows. */
const CLOSE_MS = 800;

/** Milliseconds the collector of traces gets to take the last ones; the same time as the log's. */
const FLUSH_MS = 500;

/** A house for one run of the program; leaving it closes the audit log. */
export interface Session extends Loaded, AsyncDisposable {
  readonly house: OpenHouse;
  /** Who calls: what the configuration says, else `posix-uid:<n>` of whoever runs the program. */
  readonly principal: string;
  /** Aborted when the run is asked to end. */
  readonly signal: AbortSignal;
}

/**
 * Loads the settings and tells their warnings.
 *
 * @throws ToolError `CONFIG_INVALID` for a mistake in the configuration.
 *
 * @example
 * ```ts
 * import { loadFor } from "gatehouse/cli/session.ts";
 * import { systemIo } from "gatehouse/cli/io.ts";
 *
 * const io = { ...systemIo(new AbortController().signal), environment: {}, err() {} };
 * if ((await loadFor(io, { port: "0" })).settings.port !== 0) throw new Error("not loaded");
 * ```
 */
export async function loadFor(io: Io, flags: Flags): Promise<Loaded> {
  const loaded = await loadQuietly(io, flags);
  for (const warning of loaded.warnings) note(io, { level: "warning", text: warning });
  return loaded;
}

/**
 * Loads the settings, and leaves their warnings to the caller.
 *
 * @throws ToolError `CONFIG_INVALID` for a mistake in the configuration.
 *
 * @example
 * ```ts
 * import { loadQuietly } from "gatehouse/cli/session.ts";
 * import { systemIo } from "gatehouse/cli/io.ts";
 *
 * const io = { ...systemIo(new AbortController().signal), environment: {} };
 * if ((await loadQuietly(io, { guard: "/x" })).warnings.length !== 1) throw new Error("no warning");
 * ```
 */
export async function loadQuietly(io: Pick<Io, "environment" | "cwd">, flags: Flags): Promise<Loaded> {
  const loaded = await loadSettings({ ...flags, ...givenLogFlags() }, {
    environment: io.environment,
    cwd: io.cwd,
    families: data.families.map(({ name }) => name),
  });
  configureLog(loaded.settings.log);
  return loaded;
}

/**
 * The state directory.
 *
 * @throws ToolError `CONFIG_INVALID` when none is known.
 *
 * @example
 * ```ts
 * import { loadFor, stateDirectoryOf } from "gatehouse/cli/session.ts";
 * import { systemIo } from "gatehouse/cli/io.ts";
 *
 * const io = { ...systemIo(new AbortController().signal), environment: { XDG_STATE_HOME: "/s" } };
 * if (stateDirectoryOf(await loadFor(io, {})) !== "/s/gatehouse") throw new Error("other directory");
 * ```
 */
export function stateDirectoryOf({ settings: { stateDirectory } }: Loaded): string {
  if (stateDirectory !== null) return stateDirectory;
  throw configError("No state directory is known", "Set HOME, XDG_STATE_HOME, or dir in the table [state]");
}

/** What a session is opened for. */
export interface SessionOptions {
  /**
   * Calls are traced, where a collector is configured. Default: they are not; a command that ends with its call gives up
   * the network before it, and must not wait for a collector after it.
   */
  readonly traces?: boolean;
}

/**
 * Opens a session.
 *
 * @throws ToolError `CONFIG_INVALID` for a mistake in the configuration.
 *
 * @example
 * ```ts
 * import { openSession } from "gatehouse/cli/session.ts";
 * import { systemIo } from "gatehouse/cli/io.ts";
 *
 * const io = { ...systemIo(new AbortController().signal), environment: {}, err() {} };
 * await using session = await openSession(io, {});
 * if (session.house.catalogue.tools.length === 0) throw new Error("no tools");
 * ```
 */
export async function openSession(
  io: Io,
  flags: Flags,
  { traces = false }: SessionOptions = {},
): Promise<Session> {
  const loaded = await loadFor(io, flags);
  const tracer = traces ? await openTracer(io, loaded) : null;
  const house = openHouse({
    ...loaded.settings,
    environment: io.environment,
    ongoing: io.ongoing,
    ...(tracer === null ? {} : { tracer }),
  });
  await openConfigured(house, loaded);
  return {
    ...loaded,
    house,
    principal: loaded.settings.principal ?? `posix-uid:${io.uid ?? "unknown"}`,
    signal: io.signal,
    [Symbol.asyncDispose]: async () => {
      house.ongoing.close();
      await house.ongoing.settled();
      const [inTime] = await Promise.all([closesInTime(house), tracer?.close(FLUSH_MS)]);
      const problem = inTime ? house.audit.degraded : "it did not close in time, its last rows may be lost";
      if (problem !== null) note(io, { level: "warning", text: `The audit log is not written: ${problem}` });
    },
  };
}

/** Null when no collector is named: then nothing of the kind is loaded. */
async function openTracer(io: Io, { settings: { telemetry } }: Loaded): Promise<Exporter | null> {
  const endpoint = telemetry === null ? null : endpointOf(telemetry.endpoint);
  if (endpoint === null) return null;
  const { openExporter } = await import("../telemetry/exporter.ts");
  return openExporter(endpoint, { warn: (text) => note(io, { level: "warning", text }) });
}

/** A mistake in the operator's own files ends the program at once, and not with its first call. */
async function openConfigured(house: OpenHouse, { settings: { familySettings } }: Loaded): Promise<void> {
  const { gate, skills, flow } = familySettings;
  const hasSkills = skills.roots.length > 0 || skills.configFile !== undefined ||
    skills.gapRules !== undefined;
  try {
    for (const { name } of house.catalogue.families) {
      if (name === "gate" && gate.rulesFile !== undefined) {
        await house.serviceOf(await house.catalogue.load(name));
      }
      if (name === "skills" && hasSkills) await (await checks[name]?.())?.check(skills);
      if (name === "flow") await (await checks[name]?.())?.check(flow);
    }
  } catch (error) {
    await house.close();
    throw error;
  }
}

async function closesInTime(house: OpenHouse): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), CLOSE_MS);
  try {
    return await Promise.race([house.close().then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
