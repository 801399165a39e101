/** The arguments that the tools of the family share, and the words in which each is refused. */
import { z } from "zod";
import { rootKey, skillKey } from "../identity.ts";
import { LIMITS } from "../contract/limits.ts";
import { CLIENT_CAPABILITIES, PROFILE_FACTS } from "../contract/vocabularies.ts";
import { isTargetPath } from "../detector/target.ts";
import { secretsIn } from "../text/secrets.ts";
import { isDate } from "./today.ts";

/** Why arguments are refused, in the order in which the reasons win: a client of the older face expects these words. */
export const REFUSALS = [
  "arguments must be an object",
  "unknown argument",
  "required argument missing",
  "absolute local 'target' is required",
  "'root_ids' must contain safe identifiers",
  "valid ISO 'today' is required",
  "invalid constraints",
  "invalid plan_version",
  "client_capabilities require plan_version B3",
  "B3 uses client_capabilities, not constraints",
  "invalid client_capabilities",
  "invalid skill_id",
  "invalid document",
  "invalid accept_likely",
  "accept_likely requires plan_version B3",
  "invalid limits",
  "invalid switch",
] as const;

/** One of them. */
export type Refusal = (typeof REFUSALS)[number];

/** What a schema says of a value that it refuses. */
interface Refused {
  readonly code?: string | undefined;
  readonly input?: unknown;
}

/** A value that is not there is missing; any other that does not fit is what the argument's own words say. */
function wording(refusal: Refusal): (refused: Refused) => Refusal {
  return ({ code, input }) =>
    code === "invalid_type" && input === undefined ? "required argument missing" : refusal;
}

/**
 * How the arguments as a whole are refused: by their type, or for an argument that the tool does not have.
 *
 * @example
 * ```ts
 * import { z } from "zod";
 * import { closed } from "gatehouse/skills/tools/arguments.ts";
 *
 * const { error } = z.strictObject({}, closed).safeParse({ path: "/" });
 * if (error?.issues[0]?.message !== "unknown argument") throw new Error("other words");
 * ```
 */
export const closed = {
  error: ({ code }: Refused): Refusal =>
    code === "unrecognized_keys" ? "unknown argument" : "arguments must be an object",
} as const;

const TARGET = "absolute local 'target' is required";
const ROOT_IDS = "'root_ids' must contain safe identifiers";
const TODAY = "valid ISO 'today' is required";
const CONSTRAINTS = "invalid constraints";
const CAPABILITIES = "invalid client_capabilities";
const LIKELY = "invalid accept_likely";

/** Control, format and half characters (Unicode general categories Cc, Cf and Cs). */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;

/** Which project is looked at. */
export const target = z.string({ error: wording(TARGET) })
  .min(1, TARGET)
  .max(32_767, TARGET)
  .refine(isTargetPath, TARGET)
  .describe("Absolute path of the project");

/** Which roots are looked into. */
export const rootIds = z.array(
  z.string({ error: () => ROOT_IDS }).min(1, ROOT_IDS).max(64, ROOT_IDS).refine(
    (id) => rootKey(id) !== null,
    ROOT_IDS,
  ),
  { error: wording(ROOT_IDS) },
)
  .min(1, ROOT_IDS)
  .max(16, ROOT_IDS)
  .refine((ids) => new Set(ids.map(rootKey)).size === ids.length, ROOT_IDS)
  .describe("Names of configured roots, never paths");

/** The day for which freshness is judged: given, so that the call can be repeated. */
export const today = z.string({ error: wording(TODAY) })
  .min(10, TODAY)
  .max(10, TODAY)
  .refine(isDate, TODAY)
  .describe("YYYY-MM-DD");

/** Which skill is asked for. */
export const skillId = z.string({ error: wording("invalid skill_id") })
  .min(1, "invalid skill_id")
  .max(64, "invalid skill_id")
  .refine((id) => skillKey(id) !== null, "invalid skill_id")
  .describe("Identifier of a skill, never a path");

/** Which declared file of the skill is wanted instead of its instructions. */
export const document = z.string({ error: () => "invalid document" })
  .min(1, "invalid document")
  .max(500, "invalid document")
  .refine((path) => !INVISIBLE.test(path), "invalid document")
  .describe("A file that the skill declares, to read too");

const constraint = z.array(
  z.string({ error: () => CONSTRAINTS })
    .min(1, CONSTRAINTS)
    .max(128, CONSTRAINTS)
    .refine(isWord, CONSTRAINTS),
  { error: () => CONSTRAINTS },
).max(100, CONSTRAINTS);

/** What a plan of the older format is narrowed by. */
export const constraints = z.strictObject({
  platforms: constraint.optional(),
  domains: constraint.optional(),
  capabilities: constraint.optional(),
}, { error: () => CONSTRAINTS })
  .nullable()
  .describe("1.0 only: what the skills must fit");

/** Which format the plan has. */
export const planVersion = z.enum(["1.0", "B3"], { error: () => "invalid plan_version" })
  .describe("B3, or 1.0 (default) for older callers");

/** What the client can do. */
export const clientCapabilities = z.array(
  z.enum(CLIENT_CAPABILITIES, { error: () => CAPABILITIES }),
  { error: () => CAPABILITIES },
)
  .max(32, CAPABILITIES)
  .refine(isWithoutRepeats, CAPABILITIES)
  .describe("B3 only: what you, the client, can do");

/** Which facts count though only signs speak for them. */
export const acceptLikely = z.array(
  z.enum(PROFILE_FACTS, { error: () => LIKELY }),
  { error: () => LIKELY },
)
  .max(18, LIKELY)
  .refine(isWithoutRepeats, LIKELY)
  .describe("B3 only: likely facts to count as well");

/**
 * A switch that is off unless it is asked for.
 *
 * @example
 * ```ts
 * import { asked } from "gatehouse/skills/tools/arguments.ts";
 *
 * if (asked("Show more").safeParse("yes").success) throw new Error("a text is no switch");
 * ```
 */
export function asked(description: string): z.ZodOptional<z.ZodBoolean> {
  return z.boolean({ error: () => "invalid switch" }).optional().describe(description);
}

const LIMIT = "invalid limits";

function limit(most: number): z.ZodOptional<z.ZodInt> {
  return z.int({ error: () => LIMIT }).min(1, LIMIT).max(most, LIMIT).optional();
}

/** How much may be read: each is at most what it is without. */
export const limits = z.strictObject({
  roots: limit(LIMITS.roots),
  packages: limit(LIMITS.packages),
  entries_per_root: limit(LIMITS.entriesPerRoot),
  skill_bytes: limit(LIMITS.skillBytes),
  reference_bytes: limit(LIMITS.referenceBytes),
  references_bytes: limit(LIMITS.referencesBytes),
  snapshot_bytes: limit(LIMITS.snapshotBytes),
  result_bytes: limit(LIMITS.resultBytes),
  issues_per_package: limit(LIMITS.issuesPerPackage),
  fingerprint_nodes: limit(LIMITS.fingerprintNodes),
}, { error: () => LIMIT }).describe("Lower limits");

function isWord(text: string): boolean {
  return text === text.trim() && !INVISIBLE.test(text) && secretsIn(text).length === 0;
}

function isWithoutRepeats(list: readonly string[]): boolean {
  return new Set(list).size === list.length;
}
