/** Answers of the operations on durable jobs. */
import { controlsIn } from "../harmless.ts";
import { fields, flag, maybe, measure, oneOf, type Reader, text, whole } from "../shapes.ts";

const state = oneOf("queued", "running", "succeeded", "failed", "cancelled", "lost", "expired");

const record = fields({
  jobId: text(128),
  state,
  requestDigest: text(64),
  createdAt: measure,
  safeToRetry: maybe(flag),
  limits: maybe(fields({ outputBytes: whole(), drainGraceSeconds: measure })),
  startedAt: maybe(measure),
  finishedAt: maybe(measure),
  exitCode: maybe(whole(-255, 255)),
  runtimeIdentity: maybe(fields({ pid: text(20), pgid: text(20), startTicks: text(20) })),
  stdoutTruncated: maybe(flag),
  stderrTruncated: maybe(flag),
  stdoutDiscardedBytes: maybe(whole()),
  stderrDiscardedBytes: maybe(whole()),
  outputCapped: maybe(flag),
  error: maybe(text(8_192)),
  terminated: maybe(flag),
});

/** The machine's record of a job. Times are seconds since 1970; what is not known yet is null. */
export type MachineJob = ReturnType<typeof record>;

const one = fields({ record });

const started = fields({ record, reused: flag, removed: maybe(whole()) });

const page = fields({
  data: text(1_000_000),
  encoding: oneOf("utf-8", "lossy", "base64"),
  next_offset: whole(),
  eof: flag,
  size: whole(),
  state,
});

/** `remote_job_output`; `controls_escaped` counts the characters that are not shown as they were written. */
const output: Reader<object> = (value, place) => {
  const read = page(value, place);
  // The reader before this line proved that it is an object with text in `data`.
  const raw = (value as { readonly data: string }).data;
  return { ...read, controls_escaped: controlsIn(raw) };
};

/** Reads the answers of the operations on jobs, by the name of the operation. */
export const JOB_ANSWERS: Readonly<Record<string, Reader<object>>> = {
  remote_job_start: started,
  remote_job_status: one,
  remote_job_wait: one,
  remote_job_output: output,
  remote_job_cancel: one,
};
