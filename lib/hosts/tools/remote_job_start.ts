/** `remote_job_start`: starts a durable job. */
import { argv, executable, idempotencyKey, readPath, stdin } from "./arguments.ts";
import { startedJob } from "./job_record.ts";
import { hostTool } from "./define.ts";

/** The same key and request give the same job. */
export const remoteJobStart = hostTool({
  name: "remote_job_start",
  title: "Start a durable job",
  description: {
    use: "Start a program that outlives the connection, once for an idempotency key",
    avoid: "Short work: execute_program waits for its end",
  },
  access: "write",
  confidentiality: "internal",
  timeoutMs: 70_000,
  on: "ssh",
  store: "job_store",
  args: {
    idempotency_key: idempotencyKey,
    executable,
    argv,
    cwd: readPath.optional(),
    stdin: stdin.optional(),
  },
  foresee: async (args, context) => (await import("../jobs/start.ts")).foreseeJob(args, context),
  data: startedJob,
  resource: "idempotency_key",
});
