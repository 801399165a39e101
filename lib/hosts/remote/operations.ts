/** The operations on a machine: what each is allowed, how long it may take, and how its answer is read. */
import { ToolError } from "../../core/errors.ts";
import type { HelperReply, Order } from "../types.ts";
import { CHANGING_ANSWERS } from "./answers/changing.ts";
import { COMPOSE_ANSWERS } from "./answers/compose.ts";
import { DOCKER_ANSWERS } from "./answers/docker.ts";
import { FILE_ANSWERS } from "./answers/files.ts";
import { JOB_ANSWERS } from "./answers/jobs.ts";
import { JOURNAL_ANSWERS } from "./answers/journal.ts";
import { PROCESS_ANSWERS } from "./answers/processes.ts";
import { PROGRAM_ANSWERS } from "./answers/programs.ts";
import { SYSTEM_ANSWERS } from "./answers/system.ts";
import { failureOf } from "./failure.ts";
import type { Reader } from "./shapes.ts";
import { rawIn } from "./shell/bytes.ts";
import { FILE_READERS } from "./shell/read_files.ts";
import { MACHINE_READERS } from "./shell/read_machine.ts";
import { PROGRAM_READERS } from "./shell/read_programs.ts";

/** By the name of the operation; what each gives may cross a worker's wall as JSON. */
const ANSWERS: ReadonlyMap<string, Reader<object>> = new Map(
  [
    FILE_ANSWERS,
    CHANGING_ANSWERS,
    PROCESS_ANSWERS,
    SYSTEM_ANSWERS,
    DOCKER_ANSWERS,
    COMPOSE_ANSWERS,
    JOURNAL_ANSWERS,
    JOB_ANSWERS,
    PROGRAM_ANSWERS,
  ].flatMap(
    Object.entries,
  ),
);

/** For a machine without python3: what its shell answered, in the form that the others give. */
const SHELL_READERS = new Map(
  [FILE_READERS, MACHINE_READERS, PROGRAM_READERS].flatMap((readers) => Object.entries(readers)),
);

/** Milliseconds for those that change something; each answers before its tool's own time is up. */
const CHANGES: ReadonlyMap<string, number> = new Map([
  ["write_file", 65_000],
  ["file_patch_atomic", 65_000],
  ["cron_upsert", 65_000],
  ["cron_remove", 65_000],
  ["compose_up", 65_000],
  ["terminate_process", 65_000],
  ["change_service_state", 65_000],
  ["update_system", 115_000],
  ["remote_job_start", 40_000],
  ["remote_job_cancel", 65_000],
  ["execute_program", 65_000],
  ["start_program", 290_000],
]);

const READ_MS = 30_000;

/** Milliseconds for those that only look and wait for longer. */
const WAITS: ReadonlyMap<string, number> = new Map([["remote_job_wait", 64_000]]);

/** Those that another account's rights may be needed for. */
const PRIVILEGED = new Set([
  "change_service_state",
  "update_system",
  "get_journal_logs",
  "find_system_errors",
  "search_journal_logs",
]);

function answerReader(operation: string): Reader<object> {
  const read = ANSWERS.get(operation);
  if (read === undefined) {
    throw new ToolError("INTERNAL_ERROR", `Could not carry out ${operation}: no such operation`);
  }
  return read;
}

/**
 * The order for one operation.
 *
 * @param operation A tool's name, or `probe`.
 * @param input The tool's arguments without `server`; the machine checks them once more.
 * @param options `leftMs`: milliseconds that the call still has; the order gets at most that.
 * @throws ToolError `INTERNAL_ERROR` for an operation that is none.
 * @example
 * ```ts
 * import { orderOf } from "gatehouse/hosts/remote/operations.ts";
 *
 * const { budgetMs, changes } = orderOf("write_file", { path: "/tmp/a", content: "" }, { leftMs: 5_000 });
 * if (budgetMs !== 5_000 || !changes) throw new Error("another order");
 * ```
 */
export function orderOf(
  operation: string,
  input: Readonly<Record<string, unknown>>,
  { leftMs = Infinity }: { leftMs?: number } = {},
): Order {
  answerReader(operation);
  const most = CHANGES.get(operation) ?? WAITS.get(operation) ?? READ_MS;
  return {
    operation,
    input,
    budgetMs: Math.max(100, Math.min(most, Math.floor(leftMs))),
    changes: CHANGES.has(operation),
    privileged: PRIVILEGED.has(operation),
  };
}

/**
 * What the machine's reply says, checked: every text in it is harmless and bounded.
 *
 * @returns Plain data, as the tool of that name gives it.
 * @throws ToolError The reply's own failure, or `UPSTREAM_PROTOCOL` when the reply has another form; for a change
 * `AMBIGUOUS_OUTCOME`.
 * @example
 * ```ts
 * import { answerOf, orderOf } from "gatehouse/hosts/remote/operations.ts";
 *
 * const order = orderOf("write_file", { path: "/tmp/a", content: "" });
 * const data = { output: "WRITE_OK", created: true, size: 0, sha256: "e3b0", mode: "0644", not_kept: [] };
 * if (JSON.stringify(answerOf(order, { ok: true, data })) !== JSON.stringify(data)) throw new Error("changed");
 * ```
 */
export function answerOf(order: Order, reply: HelperReply): object {
  if (!reply.ok) throw failureOf(order, reply.error);
  const raw = rawIn(reply.data);
  const data = raw === null ? reply.data : SHELL_READERS.get(order.operation)?.(raw, order);
  const read = answerReader(order.operation);
  if (!order.changes) return read(data, order.operation);
  try {
    return read(data, order.operation);
  } catch (cause) {
    if (!(cause instanceof ToolError)) throw cause;
    // The machine says that it was done, and nobody can read what.
    throw new ToolError("AMBIGUOUS_OUTCOME", `${cause.message}; the change may have happened`, {
      next: "Look at the machine before you do anything again",
      cause,
    });
  }
}
