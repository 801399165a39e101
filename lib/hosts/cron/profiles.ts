/** The profiles that this server has put into crontabs, in the file that the operator has named. */
import { z } from "zod";
import { ToolError } from "../../core/errors.ts";
import { withLock } from "../../core/file_lock.ts";
import { RecordFile } from "../stores/record_file.ts";

/** Profiles in one store. */
const MAX_PROFILES = 64;

/** Bytes of the file: 8 MiB. */
const MAX_BYTES = 8_388_608;

const time = z.union([z.number(), z.string().max(64)]);
const text = z.string().max(4_096);

// What another version has added stays.
const record = z.looseObject({
  profileId: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/),
  principal: text.min(1),
  serverId: text.min(1),
  targetIdentity: text.min(1),
  schedule: z.strictObject({
    minute: text,
    hour: text,
    day_of_month: text,
    month: text,
    day_of_week: text,
  }),
  executable: text.min(1),
  argv: z.array(text).max(128),
  environment: z.record(z.string().max(64), text),
  /** Seconds since 1970; an older server's text is kept as it is. */
  createdAt: time,
  updatedAt: time,
  /** SHA-256 of the line, lower-case hexadecimal. */
  desiredDigest: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A profile as it is kept. */
export type CronProfile = z.output<typeof record>;

/** Whose a profile is, and where. */
export interface Owner {
  readonly principal: string;
  /** The alias of the target. */
  readonly serverId: string;
  /** The machine that it stood for. */
  readonly targetIdentity: string;
}

/** The store. */
export class CronProfiles {
  readonly #path: string;
  readonly #file: RecordFile<CronProfile>;

  /** @param path Absolute. */
  constructor(path: string) {
    this.#path = path;
    this.#file = new RecordFile({
      path,
      maxRecords: MAX_PROFILES,
      maxBytes: MAX_BYTES,
      parse: (value) => record.safeParse(value).data ?? null,
    });
  }

  /**
   * The owner's profiles on exactly that machine, in the order in which they were made.
   *
   * @throws ToolError `UNAVAILABLE`.
   */
  async of(owner: Owner): Promise<readonly CronProfile[]> {
    return (await this.#file.read()).filter((profile) => isSame(profile, owner) && isThere(profile, owner));
  }

  /**
   * Keeps a profile in the place of the owner's own of that id.
   *
   * @returns What stood there, which may be of a machine that the alias stood for before.
   * @throws ToolError `CONFLICT` when somebody else has that id on the machine or the store is full, `UNAVAILABLE`.
   */
  put(profile: CronProfile): Promise<CronProfile | null> {
    return this.#file.update((all) => {
      const at = all.findIndex((one) => one.profileId === profile.profileId && isSame(one, profile));
      if (all.some((one, other) => other !== at && isTaken(one, profile))) throw taken(profile);
      if (at < 0 && all.length >= MAX_PROFILES) throw full();
      const before = all[at] ?? null;
      const kept = { ...profile, createdAt: before?.createdAt ?? profile.createdAt };
      return { keep: at < 0 ? [...all, kept] : all.with(at, kept), value: before };
    });
  }

  /**
   * Takes back what `put` has kept, if it still stands there.
   *
   * @param before What `put` gave.
   * @throws ToolError `UNAVAILABLE`.
   */
  restore(profile: CronProfile, before: CronProfile | null): Promise<void> {
    return this.#file.update((all) => {
      const at = all.findIndex((one) => isExactly(one, profile));
      if (at < 0) return { keep: null, value: undefined };
      return { keep: before === null ? all.toSpliced(at, 1) : all.with(at, before), value: undefined };
    });
  }

  /** Takes a profile out. @throws ToolError `UNAVAILABLE`. */
  drop(profile: CronProfile): Promise<void> {
    return this.restore(profile, null);
  }

  /**
   * Does the work while nobody else changes a crontab by this store.
   *
   * @param options `leftMs`: milliseconds that the call has; half of them may be spent on waiting.
   * @throws ToolError `CONFLICT` when others do not end in time, `UNAVAILABLE`; what the work throws.
   */
  async inTurn<T>(work: () => Promise<T>, { leftMs }: { readonly leftMs: number }): Promise<T> {
    const slash = this.#path.lastIndexOf("/");
    const lock = `${this.#path.slice(0, slash)}/.${this.#path.slice(slash + 1)}.turn`;
    let begun = false;
    try {
      return await withLock(this.#path, {
        lock,
        busyMs: leftMs / 2,
        work: () => {
          begun = true;
          return work();
        },
      });
    } catch (error) {
      if (begun || !(error instanceof ToolError)) throw error;
      const { code, message, next } = error;
      const more = { ...(next === undefined ? {} : { next }), cause: error };
      if (code !== "STORE_BUSY") throw new ToolError("UNAVAILABLE", message, more);
      throw new ToolError("CONFLICT", `${message} (STORE_BUSY)`, { ...more, retryable: true });
    }
  }
}

function isSame(profile: CronProfile, { principal, serverId }: Owner): boolean {
  return profile.principal === principal && profile.serverId === serverId;
}

function isThere(profile: CronProfile, { targetIdentity }: Owner): boolean {
  return profile.targetIdentity === targetIdentity;
}

/** One crontab has one pair of a name, whoever it belongs to. */
function isTaken(one: CronProfile, { profileId, targetIdentity }: CronProfile): boolean {
  return one.profileId === profileId && one.targetIdentity === targetIdentity;
}

function isExactly(one: CronProfile, profile: CronProfile): boolean {
  return one.profileId === profile.profileId && isSame(one, profile) && isThere(one, profile) &&
    one.desiredDigest === profile.desiredDigest && one.updatedAt === profile.updatedAt;
}

function taken({ profileId }: CronProfile): ToolError {
  return new ToolError(
    "CONFLICT",
    `The cron profile ${profileId} of this machine belongs to somebody else (PROFILE_TAKEN)`,
    { next: "Choose another profile_id" },
  );
}

function full(): ToolError {
  return new ToolError("CONFLICT", `The store has ${MAX_PROFILES} cron profiles already (STORE_FULL)`, {
    next: "Remove a profile that is not needed any more",
  });
}
