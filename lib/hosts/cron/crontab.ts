/**
 * Profiles and the crontab of the target brought together: what is kept, what the machine has, and what is true after a
 * change whose answer was lost.
 */
import { ToolError } from "../../core/errors.ts";
import type { RunContext } from "../../core/tool.ts";
import { askTarget } from "../operate.ts";
import type { SeenCrontab } from "../remote/answers/changing.ts";
import { serviceOf } from "../service.ts";
import { type AskedProfile, preparedProfile } from "./prepared.ts";
import { type CronProfile, CronProfiles, type Owner } from "./profiles.ts";
import { stateOf } from "./state.ts";

/** What `cron_upsert` says. */
export interface Upserted {
  readonly profile_id: string;
  readonly state: "IN_SYNC";
  readonly desired_digest: string;
  readonly marker: string;
  readonly reconciled_after_ambiguity?: boolean;
}

/** What is known of a crontab's profiles by the digests that they should have. */
type Wanted = Pick<CronProfile, "profileId" | "desiredDigest">;

/** Milliseconds that a look after a lost answer must have. */
const LOOK_MS = 2_000;

/** Codes after which nobody knows whether the machine was changed. */
const OPEN = new Set([
  "AMBIGUOUS_OUTCOME",
  "DEADLINE_EXCEEDED",
  "CANCELLED",
  "ISOLATE_LOST",
  "UPSTREAM_PROTOCOL",
  "ANSWER_TOO_LARGE",
  "INTERNAL",
  "INTERNAL_ERROR",
]);

/**
 * The owner's profiles with what the crontab has of them.
 *
 * @throws ToolError what the store and the machine throw.
 *
 * @example
 * ```ts
 * import { listProfiles } from "gatehouse/hosts/cron/crontab.ts";
 *
 * if (listProfiles.length !== 1) throw new Error("see the tests of cron");
 * ```
 */
export async function listProfiles(context: RunContext) {
  const { profiles, owner } = keptBy(context);
  const own = await profiles.of(owner);
  const seen = await look(own, context);
  return {
    profiles: own.map((profile, at) => ({
      profile_id: profile.profileId,
      ...stateOf(seen.profiles[at], profile.desiredDigest),
      desired_digest: profile.desiredDigest,
      schedule: profile.schedule,
    })),
    count: own.length,
    installed_hash: seen.sha256,
    installed_size: seen.size,
  };
}

/**
 * Puts a profile into the crontab, in the place of the owner's own of that id.
 *
 * It is kept before the machine is asked, so that whatever happens to this process, `cron_list` tells of it. A definite
 * failure takes it back. So does a look that shows that it was not installed; where nobody can look, it stays.
 *
 * @throws ToolError `VALIDATION_FAILED`, `CONFLICT`, `UPSTREAM_FAILED`, `UNAVAILABLE`, `AMBIGUOUS_OUTCOME`.
 *
 * @example
 * ```ts
 * import { upsertProfile } from "gatehouse/hosts/cron/crontab.ts";
 *
 * if (upsertProfile.length !== 2) throw new Error("see the tests of cron");
 * ```
 */
export async function upsertProfile(
  asked: AskedProfile,
  context: RunContext,
): Promise<Upserted> {
  const { profiles, owner } = keptBy(context);
  const { profile_id: profileId, schedule, executable, argv, environment } = asked;
  const { line, digest, marker, program } = await preparedProfile(asked, context);
  const done: Upserted = { profile_id: profileId, state: "IN_SYNC", desired_digest: digest, marker };
  const now = Date.now() / 1_000;
  const profile: CronProfile = {
    profileId,
    ...owner,
    schedule: { ...schedule },
    executable,
    argv: [...argv],
    environment: { ...environment },
    createdAt: now,
    updatedAt: now,
    desiredDigest: digest,
  };
  return await profiles.inTurn(async () => {
    const before = await profiles.put(profile);
    const input = { profile_id: profileId, line, program, known_digest: before?.desiredDigest ?? null };
    try {
      await askTarget(context, { method: "operate", input: { operation: "cron_upsert", input } });
      return done;
    } catch (error) {
      const seen = isOpen(error) ? await lookAgain(profile, context) : "unchanged";
      if (seen === "IN_SYNC") return { ...done, reconciled_after_ambiguity: true };
      // What the machine said matters more than a store that cannot be written just now: `cron_list` shows both.
      if (seen !== null) await profiles.restore(profile, before).catch(() => {});
      throw told(error);
    }
  }, context);
}

/**
 * Takes a profile of the owner's out of the crontab and the store.
 *
 * @throws ToolError `NOT_FOUND`, and as `upsertProfile`.
 *
 * @example
 * ```ts
 * import { removeProfile } from "gatehouse/hosts/cron/crontab.ts";
 *
 * if (removeProfile.length !== 2) throw new Error("see the tests of cron");
 * ```
 */
export async function removeProfile(
  profileId: string,
  context: RunContext,
): Promise<{ readonly profile_id: string; readonly removed: true }> {
  const { profiles, owner } = keptBy(context);
  return await profiles.inTurn(async () => {
    const profile = (await profiles.of(owner)).find((one) => one.profileId === profileId);
    if (profile === undefined) throw notFound(profileId);
    const input = { profile_id: profileId, known_digest: profile.desiredDigest };
    try {
      await askTarget(context, { method: "operate", input: { operation: "cron_remove", input } });
    } catch (error) {
      const seen = isOpen(error) ? await lookAgain(profile, context) : null;
      if (seen !== "MISSING") throw told(error);
    }
    await profiles.drop(profile);
    return { profile_id: profileId, removed: true };
  }, context);
}

function keptBy(
  { service, principal, target }: RunContext,
): { readonly profiles: CronProfiles; readonly owner: Owner } {
  const { cron_store: path } = serviceOf(service).settings.stores;
  if (path === null || target === null) {
    throw new TypeError("A crontab was asked for without its store or a target");
  }
  const owner = { principal, serverId: target.alias, targetIdentity: target.identity };
  return { profiles: new CronProfiles(path), owner };
}

async function look(wanted: readonly Wanted[], context: RunContext): Promise<SeenCrontab> {
  const profiles = wanted.map(({ profileId, desiredDigest }) => ({
    profile_id: profileId,
    digest: desiredDigest,
  }));
  const input = { operation: "cron_list", input: { profiles } };
  // The worker's own reader has given it this form.
  return await askTarget(context, { method: "operate", input }) as SeenCrontab;
}

/** What the crontab has of a profile after an answer was lost; null when nobody can tell. */
async function lookAgain(profile: Wanted, context: RunContext) {
  if (context.leftMs < LOOK_MS) return null;
  try {
    const { profiles: [seen] } = await look([profile], context);
    return stateOf(seen, profile.desiredDigest).state;
  } catch {
    return null;
  }
}

function isOpen(error: unknown): boolean {
  return !(error instanceof ToolError) || OPEN.has(error.code);
}

/** A strange answer to a change leaves its end open as well. */
function told(error: unknown): unknown {
  if (!(error instanceof ToolError) || error.code !== "UPSTREAM_PROTOCOL") return error;
  return new ToolError("AMBIGUOUS_OUTCOME", `${error.message}; the crontab may have been changed`, {
    next: "See cron_list before anything else",
    cause: error,
  });
}

function notFound(profileId: string): ToolError {
  return new ToolError("NOT_FOUND", `There is no cron profile ${profileId} (PROFILE_NOT_FOUND)`, {
    next: "See cron_list for those that there are",
  });
}
