/** The store of durable jobs: who started what where, so that a key starts one job and only its owner finds it. */
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";
import type { MachineJob } from "../remote/answers/jobs.ts";
import { RecordFile } from "../stores/record_file.ts";
import { type Claim, isOver, type JobRecord, newRecord, recordIn, withState } from "./record.ts";

/** Milliseconds that a record is kept: 604,800 s. */
const RETENTION_MS = 604_800_000;

const MAX_RECORDS = 256;

/** 256 records with errors and what an older server kept in them. */
const MAX_BYTES = 16_777_216;

/**
 * The store.
 *
 * @example
 * ```ts
 * import { JobStore } from "gatehouse/hosts/jobs/store.ts";
 *
 * const path = `${await Deno.realPath(await Deno.makeTempDir())}/jobs.json`;
 * const store = new JobStore(path);
 * const claim = { principal: "p", alias: "box", identity: "i", key: "k", digest: "0" };
 * const first = await store.claim(claim);
 * const second = await store.claim(claim);
 * if (!first.isNew || second.isNew || first.record.jobId !== second.record.jobId) throw new Error("two jobs");
 * ```
 */
export class JobStore {
  readonly #file: RecordFile<JobRecord>;
  readonly #now: () => number;

  /**
   * @param path Absolute.
   * @param options `now`: milliseconds since 1970; default: the system's clock.
   */
  constructor(path: string, { now = Date.now }: { readonly now?: () => number } = {}) {
    this.#file = new RecordFile({ path, maxRecords: MAX_RECORDS, maxBytes: MAX_BYTES, parse: recordIn });
    this.#now = now;
  }

  /**
   * The job of a principal's key on a server, made if there is none.
   *
   * @throws ToolError `CONFLICT` when the key stands for another request or machine, or the store is full;
   * `UNAVAILABLE` when the store cannot be used.
   */
  claim(claim: Claim): Promise<{ readonly record: JobRecord; readonly isNew: boolean }> {
    return this.#file.update<{ readonly record: JobRecord; readonly isNew: boolean }>((all) => {
      const kept = this.#kept(all);
      const found = claimedBy(claim, kept);
      if (found !== null) return { keep: changed(all, kept), value: { record: found, isNew: false } };
      if (kept.length >= MAX_RECORDS) {
        throw new ToolError("CONFLICT", `The store holds ${MAX_RECORDS} jobs (JOB_CAPACITY)`, {
          next: "Wait until jobs have expired; each is kept for seven days",
        });
      }
      const record = newRecord(claim, this.#now());
      return { keep: [...kept, record], value: { record, isNew: true } };
    });
  }

  /**
   * The job that `claim` would find, without making one; null when there is none.
   *
   * @throws ToolError `CONFLICT` when the key stands for another request or machine, `UNAVAILABLE`.
   */
  async claimed(claim: Claim): Promise<JobRecord | null> {
    return claimedBy(claim, this.#kept(await this.#file.read()));
  }

  /**
   * A principal's own job.
   *
   * @throws ToolError `NOT_FOUND`, also for another's; `UNAVAILABLE` when the store cannot be used.
   */
  async find(principal: string, jobId: string): Promise<JobRecord> {
    const all = await this.#file.read();
    const kept = this.#kept(all);
    const due = changed(all, kept) !== null;
    const now = due
      ? await this.#file.update((again) => {
        const left = this.#kept(again);
        return { keep: changed(again, left), value: left };
      })
      : kept;
    const found = now.find((record) => record.jobId === jobId && record.principal === principal);
    if (found !== undefined) return found;
    throw new ToolError("NOT_FOUND", `There is no job ${oneLine(jobId, 128)}`, {
      next: "Name a job that you have started in the last seven days",
    });
  }

  /**
   * Keeps what the machine says of a job; the record as it is then.
   *
   * @throws ToolError `UNAVAILABLE` when the store cannot be used.
   */
  note(
    record: JobRecord,
    said: Pick<MachineJob, "state"> & Partial<MachineJob>,
  ): Promise<JobRecord> {
    const now = this.#now();
    // Most looks find nothing new, and then nobody has to wait for the lock.
    if (withState(record, said, { now }) === record) return Promise.resolve(record);
    return this.#file.update((all) => {
      const next = all.map((one) => one.jobId === record.jobId ? withState(one, said, { now }) : one);
      const found = next.find((one) => one.jobId === record.jobId);
      return { keep: changed(all, next), value: found ?? withState(record, said, { now }) };
    });
  }

  /**
   * Keeps that nobody knows whether a job runs, unless somebody has learnt it meanwhile.
   *
   * @throws ToolError `UNAVAILABLE` when the store cannot be used.
   */
  lose({ jobId }: JobRecord, error: string): Promise<void> {
    const now = this.#now();
    return this.#file.update((all) => {
      const next = all.map((one) =>
        one.jobId === jobId && one.state === "queued"
          ? withState(one, { state: "lost", error }, { now })
          : one
      );
      return { keep: changed(all, next), value: undefined };
    });
  }

  /** What has not expired: what ended leaves, and what did not is told as expired once. */
  #kept(records: readonly JobRecord[]): readonly JobRecord[] {
    const now = this.#now();
    return records.flatMap((record) => {
      if (now - Date.parse(record.createdAt) < RETENTION_MS) return [record];
      return isOver(record) ? [] : [withState(record, { state: "expired" }, { now })];
    });
  }
}

function claimedBy(claim: Claim, records: readonly JobRecord[]): JobRecord | null {
  const found = records.find((record) =>
    record.principal === claim.principal && record.serverId === claim.alias &&
    record.idempotencyKey === claim.key
  );
  if (found === undefined) return null;
  if (found.requestDigest !== claim.digest || found.targetIdentity !== claim.identity) {
    throw otherRequest(claim);
  }
  return found;
}

function changed(
  before: readonly JobRecord[],
  after: readonly JobRecord[],
): readonly JobRecord[] | null {
  const isSame = before.length === after.length && before.every((record, at) => record === after[at]);
  return isSame ? null : after;
}

function otherRequest({ key }: Claim): ToolError {
  return new ToolError(
    "CONFLICT",
    `The idempotency key ${oneLine(key, 128)} stands for another request or machine (IDEMPOTENCY_CONFLICT)`,
    { next: "Use another idempotency_key for another request" },
  );
}
