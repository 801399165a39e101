/** How the run functions ask the workers. */
import { z } from "zod";
import type { RunContext } from "../core/tool.ts";
import { inspectTarget } from "./detector/target.ts";
import { serviceOf, type SkillsService } from "./service.ts";
import type { Limits, Profile } from "./types.ts";

/** What asking needs of a call. */
export type AskOptions = Pick<RunContext, "service" | "signal">;

/** An answer as it is published. */
export type Payload = Readonly<Record<string, unknown>>;

/** What the registry's worker answers: a payload, masked already, and how many texts of it were. */
const answered = z.object({ value: z.record(z.string(), z.unknown()), masked: z.int().min(0) });

/** Milliseconds that a worker gets; what a call has left is less. */
const WORKER_MS = 60_000;

/**
 * Asks the registry's worker. Without roots there is no worker, and the answer says so.
 *
 * @param method One of the worker's.
 * @throws ToolError as the worker threw it, or as the walls do.
 *
 * @example
 * ```ts
 * import { askRegistry } from "gatehouse/skills/asking.ts";
 * import { SkillsService } from "gatehouse/skills/service.ts";
 * import { skillsSettings } from "gatehouse/skills/settings.ts";
 *
 * const none = { call: () => Promise.reject(new Error("no worker")) };
 * const service = new SkillsService(skillsSettings.parse({}), [], none, () => none);
 * const { signal } = new AbortController();
 * const { codes } = await askRegistry("list", { root_ids: ["demo"] }, { service, signal });
 * if (String(codes) !== "SKILL_ROOT_CONFIG") throw new Error(String(codes));
 * ```
 */
export async function askRegistry(method: string, input: Payload, context: AskOptions): Promise<Payload> {
  const service = serviceOf(context);
  if (service.roots.length === 0) return { codes: ["SKILL_ROOT_CONFIG"] };
  const { signal } = context;
  const { value, masked } = answered.parse(
    await service.registry.call(method, input, { signal, timeoutMs: WORKER_MS }),
  );
  return masked === 0 ? value : { ...value, masked };
}

/**
 * The target's profile, by a worker that may read nothing else.
 *
 * @throws ToolError as the walls throw it.
 *
 * @example
 * ```ts
 * import { profileTarget } from "gatehouse/skills/asking.ts";
 * import { SkillsService } from "gatehouse/skills/service.ts";
 * import { skillsSettings } from "gatehouse/skills/settings.ts";
 *
 * const none = { call: () => Promise.reject(new Error("no worker")) };
 * const service = new SkillsService(skillsSettings.parse({}), [], none, () => none);
 * const { signal } = new AbortController();
 * if ((await profileTarget("/nowhere/at/all", { service, signal })).exists) throw new Error("there is no such target");
 * ```
 */
export async function profileTarget(target: string, context: AskOptions): Promise<Profile> {
  const service: SkillsService = serviceOf(context);
  const checked = await inspectTarget(target);
  if (!checked.ok) return checked.profile;
  const { path } = checked;
  const profile = await service.profiler(path).call("profile", { target: path }, {
    signal: context.signal,
    timeoutMs: WORKER_MS,
  });
  // Our own worker's; what is published of it passes the tool's output schema.
  return profile as Profile;
}

/** The limits by the names that they have in arguments. */
const LIMIT_NAMES = {
  roots: "roots",
  packages: "packages",
  entries_per_root: "entriesPerRoot",
  skill_bytes: "skillBytes",
  reference_bytes: "referenceBytes",
  references_bytes: "referencesBytes",
  snapshot_bytes: "snapshotBytes",
  result_bytes: "resultBytes",
  issues_per_package: "issuesPerPackage",
  fingerprint_nodes: "fingerprintNodes",
} as const satisfies Readonly<Record<string, keyof Limits>>;

/** Lower limits as arguments give them. */
export type AskedLimits = { readonly [K in keyof typeof LIMIT_NAMES]?: number | undefined };

/**
 * The limits as the workers take them, to be spread into their input.
 *
 * @example
 * ```ts
 * import { limitsInput } from "gatehouse/skills/asking.ts";
 *
 * if (limitsInput({ skill_bytes: 10 }).limits?.skillBytes !== 10) throw new Error("not named");
 * if ("limits" in limitsInput(undefined)) throw new Error("limits from nowhere");
 * ```
 */
export function limitsInput(asked: AskedLimits | undefined): { readonly limits?: Partial<Limits> } {
  if (asked === undefined) return {};
  const limits: Partial<Record<keyof Limits, number>> = {};
  for (const [name, limit] of Object.entries(LIMIT_NAMES)) {
    // The names are the constant's own.
    const value = asked[name as keyof typeof LIMIT_NAMES];
    if (value !== undefined) limits[limit] = value;
  }
  return { limits };
}
