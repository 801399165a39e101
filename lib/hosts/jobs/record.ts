/** A durable job as the store keeps it: the names and forms that the older server writes, so that both can use a file. */
import { z } from "zod";
import type { MachineJob } from "../remote/answers/jobs.ts";

const jobState = z.enum(["queued", "running", "succeeded", "failed", "cancelled", "lost", "expired"]);

const time = z.string().refine((text) => !Number.isNaN(Date.parse(text)));

// What another version adds is kept as it is.
const jobRecord = z.looseObject({
  jobId: z.string().min(1).max(128),
  /** The alias that the server had. */
  serverId: z.string(),
  state: jobState,
  principal: z.string(),
  targetIdentity: z.string(),
  idempotencyKey: z.string(),
  requestDigest: z.string(),
  createdAt: time,
  startedAt: time.nullable().default(null),
  lastProgressAt: time,
  exitCode: z.int().nullable().default(null),
  stdout: z.string().default(""),
  stderr: z.string().default(""),
  stdoutOffset: z.int().default(0),
  stderrOffset: z.int().default(0),
  stdoutTruncated: z.boolean().default(false),
  stderrTruncated: z.boolean().default(false),
  safeToRetry: z.boolean().default(false),
  runtimeIdentity: z.record(z.string(), z.string()).default({}),
  error: z.string().nullable().default(null),
});

/** The record. Times are ISO 8601 with an offset. */
export type JobRecord = Readonly<z.output<typeof jobRecord>>;

/** Characters of an error that are kept. */
const MAX_ERROR = 8_192;

/**
 * The record in a value of the file; null when it is none.
 *
 * @example
 * ```ts
 * import { recordIn } from "gatehouse/hosts/jobs/record.ts";
 *
 * if (recordIn({ jobId: "a" }) !== null) throw new Error("not a whole record");
 * ```
 */
export function recordIn(value: unknown): JobRecord | null {
  const { data } = jobRecord.safeParse(value);
  return data ?? null;
}

/** What a job is asked for. */
export interface Claim {
  readonly principal: string;
  readonly alias: string;
  /** The target's exact identity. */
  readonly identity: string;
  readonly key: string;
  /** SHA-256 of the canonical arguments, lower-case hexadecimal. */
  readonly digest: string;
}

/**
 * The record of a job that is about to be started.
 *
 * @param now Milliseconds since 1970.
 * @example
 * ```ts
 * import { newRecord } from "gatehouse/hosts/jobs/record.ts";
 *
 * const claim = { principal: "p", alias: "box", identity: "ssh:a@b:22#host-key=SHA256:x", key: "k", digest: "0" };
 * if (!/^[A-Za-z0-9_-]{32}$/.test(newRecord(claim, 0).jobId)) throw new Error("another id");
 * ```
 */
export function newRecord({ principal, alias, identity, key, digest }: Claim, now: number): JobRecord {
  const at = new Date(now).toISOString();
  return {
    jobId: crypto.getRandomValues(new Uint8Array(24)).toBase64({ alphabet: "base64url", omitPadding: true }),
    serverId: alias,
    state: "queued",
    principal,
    targetIdentity: identity,
    idempotencyKey: key,
    requestDigest: digest,
    createdAt: at,
    startedAt: null,
    lastProgressAt: at,
    exitCode: null,
    stdout: "",
    stderr: "",
    stdoutOffset: 0,
    stderrOffset: 0,
    stdoutTruncated: false,
    stderrTruncated: false,
    safeToRetry: false,
    runtimeIdentity: {},
    error: null,
  };
}

/**
 * Whether nothing will happen to the job any more.
 *
 * @example
 * ```ts
 * import { isOver } from "gatehouse/hosts/jobs/record.ts";
 *
 * if (isOver({ state: "running" }) || !isOver({ state: "lost" })) throw new Error("mistaken");
 * ```
 */
export function isOver({ state }: Pick<JobRecord, "state">): boolean {
  return state !== "queued" && state !== "running";
}

/**
 * The record with what its machine says of it. What has ended stays as it ended; only of a lost job more may become known.
 *
 * @param options `now`: milliseconds since 1970.
 * @example
 * ```ts
 * import { newRecord, withState } from "gatehouse/hosts/jobs/record.ts";
 *
 * const record = newRecord({ principal: "p", alias: "box", identity: "i", key: "k", digest: "0" }, 0);
 * if (withState(record, { state: "lost", error: "x" }, { now: 1_000 }).lastProgressAt !== "1970-01-01T00:00:01.000Z") {
 *   throw new Error("another time");
 * }
 * ```
 */
export function withState(
  record: JobRecord,
  said: Pick<MachineJob, "state"> & Partial<MachineJob>,
  { now }: { readonly now: number },
): JobRecord {
  if (isOver(record) && record.state !== "lost") return record;
  if (record.state === "running" && said.state === "queued") return record;
  const { startedAt, exitCode, runtimeIdentity, error, stdoutTruncated, stderrTruncated } = said;
  const next: JobRecord = {
    ...record,
    state: said.state,
    startedAt: typeof startedAt === "number" ? new Date(startedAt * 1_000).toISOString() : record.startedAt,
    exitCode: exitCode ?? record.exitCode,
    runtimeIdentity: runtimeIdentity ?? record.runtimeIdentity,
    error: error === undefined ? record.error : error?.slice(0, MAX_ERROR) ?? null,
    stdoutTruncated: stdoutTruncated ?? record.stdoutTruncated,
    stderrTruncated: stderrTruncated ?? record.stderrTruncated,
  };
  if (JSON.stringify(next) === JSON.stringify(record)) return record;
  return { ...next, lastProgressAt: new Date(now).toISOString() };
}

/**
 * The record in the form in which a machine would tell it.
 *
 * @example
 * ```ts
 * import { newRecord, toldAsMachine } from "gatehouse/hosts/jobs/record.ts";
 *
 * const record = newRecord({ principal: "p", alias: "box", identity: "i", key: "k", digest: "0" }, 1_500);
 * if (toldAsMachine(record).createdAt !== 1.5) throw new Error("another time");
 * ```
 */
export function toldAsMachine(record: JobRecord): MachineJob {
  const {
    jobId,
    state,
    requestDigest,
    createdAt,
    startedAt,
    exitCode,
    error,
    stdoutTruncated,
    stderrTruncated,
  } = record;
  const { pid, pgid, startTicks } = record.runtimeIdentity;
  const isKnown = pid !== undefined && pgid !== undefined && startTicks !== undefined;
  return {
    jobId,
    state,
    requestDigest,
    createdAt: Date.parse(createdAt) / 1_000,
    safeToRetry: false,
    limits: null,
    startedAt: startedAt === null ? null : Date.parse(startedAt) / 1_000,
    finishedAt: null,
    exitCode,
    runtimeIdentity: isKnown ? { pid, pgid, startTicks } : null,
    stdoutTruncated,
    stderrTruncated,
    stdoutDiscardedBytes: null,
    stderrDiscardedBytes: null,
    outputCapped: null,
    error,
    terminated: null,
  };
}
