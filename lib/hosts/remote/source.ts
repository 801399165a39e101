/** The source that carries out an order: only the parts that its operation needs, so that little is sent. */
import { ToolError } from "../../core/errors.ts";
import type { Order } from "../types.ts";
import { BASE } from "./parts/base.ts";
import { CHILDREN } from "./parts/children.ts";
import { COMPOSE_APPLYING, COMPOSE_WAITING } from "./parts/compose_applying.ts";
import { COMPOSE_LOOKING } from "./parts/compose_looking.ts";
import { COMPOSE_READING } from "./parts/compose_reading.ts";
import { CONFINING } from "./parts/confining.ts";
import { CRONTAB } from "./parts/crontab.ts";
import { CRONTAB_BYTES } from "./parts/crontab_bytes.ts";
import { DISK } from "./parts/disk.ts";
import { DOCKER } from "./parts/docker.ts";
import { ELEVATING } from "./parts/elevating.ts";
import { JOB_CANCELLING } from "./parts/job_cancelling.ts";
import { JOB_STARTING, JOB_TEXTS } from "./parts/job_starting.ts";
import { JOB_STATE } from "./parts/job_state.ts";
import { JOB_OUTPUT, JOBS } from "./parts/jobs.ts";
import { JOURNAL } from "./parts/journal.ts";
import { LISTING } from "./parts/listing.ts";
import { LOCKING } from "./parts/locking.ts";
import { MEMORY } from "./parts/memory.ts";
import { NETWORK } from "./parts/network.ts";
import { PATCHING } from "./parts/patching.ts";
import { PATHS } from "./parts/paths.ts";
import { PROBING } from "./parts/probing.ts";
import { PROCESSES } from "./parts/processes.ts";
import { PROCFS } from "./parts/procfs.ts";
import { PROGRAM_OPERANDS } from "./parts/program_operands.ts";
import { PROGRAM_RUNNING } from "./parts/program_running.ts";
import { READING } from "./parts/reading.ts";
import { SEARCHING } from "./parts/searching.ts";
import { SERVICES } from "./parts/services.ts";
import { SOCKETS } from "./parts/sockets.ts";
import { TERMINATING } from "./parts/terminating.ts";
import { UPDATING } from "./parts/updating.ts";
import { WRITING } from "./parts/writing.ts";
import type { HelperSource } from "./protocol.ts";
import { shellOf } from "./shell/script.ts";
import { SUPERVISOR } from "./supervisor.ts";

const RUNNING = [CHILDREN, PATHS, CONFINING, PROGRAM_OPERANDS, PROGRAM_RUNNING];

const PARTS: Readonly<Record<string, readonly string[]>> = {
  probe: [CHILDREN, PROBING],
  read_file: [PATHS, READING],
  tail_file: [PATHS, READING],
  list_directory: [PATHS, LISTING],
  search_in_files: [PATHS, SEARCHING],
  write_file: [PATHS, WRITING],
  file_patch_atomic: [PATHS, WRITING, LOCKING, PATCHING],
  cron_list: [CHILDREN, LOCKING, CRONTAB_BYTES, CRONTAB],
  cron_upsert: [CHILDREN, PATHS, PROGRAM_OPERANDS, LOCKING, CRONTAB_BYTES, CRONTAB],
  cron_remove: [CHILDREN, LOCKING, CRONTAB_BYTES, CRONTAB],
  analyze_disk: [PATHS, DISK],
  list_processes: [PROCFS, PROCESSES],
  get_process_tree: [PROCFS, PROCESSES],
  terminate_process: [PROCFS, TERMINATING],
  get_memory_info: [MEMORY],
  check_port: [PROCFS, SOCKETS],
  get_network_info: [PROCFS, SOCKETS, NETWORK],
  get_service_status: [CHILDREN, SERVICES],
  change_service_state: [CHILDREN, SERVICES],
  update_system: [CHILDREN, UPDATING],
  list_docker_containers: [CHILDREN, DOCKER],
  get_docker_stats: [CHILDREN, DOCKER],
  get_docker_logs: [CHILDREN, DOCKER],
  docker_runtime_snapshot: [CHILDREN, COMPOSE_LOOKING],
  compose_state: [CHILDREN, COMPOSE_LOOKING, COMPOSE_READING],
  compose_up: [CHILDREN, LOCKING, COMPOSE_LOOKING, COMPOSE_READING, COMPOSE_APPLYING],
  service_wait: [CHILDREN, COMPOSE_LOOKING, COMPOSE_READING, COMPOSE_WAITING],
  get_journal_logs: [CHILDREN, JOURNAL],
  find_system_errors: [CHILDREN, JOURNAL],
  search_journal_logs: [CHILDREN, JOURNAL],
  execute_program: RUNNING,
  start_program: RUNNING,
  program_left: RUNNING,
  remote_job_start: [JOB_TEXTS, PROGRAM_OPERANDS, JOBS, JOB_STARTING],
  remote_job_status: [JOB_STATE, JOBS],
  remote_job_wait: [JOB_STATE, JOBS],
  remote_job_output: [PATHS, READING, JOB_STATE, JOBS, JOB_OUTPUT],
  remote_job_cancel: [JOB_STATE, JOBS, JOB_CANCELLING],
};

const made = new Map<string, string>();

/**
 * What carries out the order on the machine.
 *
 * @throws ToolError `INTERNAL_ERROR` for an operation that is none.
 * @example
 * ```ts
 * import { sourceOf } from "gatehouse/hosts/remote/source.ts";
 *
 * const order = { operation: "get_memory_info", input: {}, budgetMs: 1000, changes: false, privileged: false };
 * if (!sourceOf(order).python.includes("def reply(order)")) throw new Error("no door");
 * ```
 */
export function sourceOf(order: Order): HelperSource {
  const { operation, privileged } = order;
  const key = privileged ? `sudo ${operation}` : operation;
  const python = made.get(key) ?? assemble(operation, privileged);
  made.set(key, python);
  return { python, shell: shellOf(order) };
}

function assemble(operation: string, privileged: boolean): string {
  const parts = Object.hasOwn(PARTS, operation) ? PARTS[operation] : undefined;
  if (parts === undefined) {
    throw new ToolError("INTERNAL_ERROR", `Could not carry out ${operation}: no such operation`);
  }
  const plain = [BASE, ...parts].map(withoutComments).join("\n");
  if (!privileged) return plain;
  // A JSON text is a Python literal too: the escapes of JSON mean the same there.
  const texts = `SUPERVISOR = ${JSON.stringify(SUPERVISOR)}\nPART = ${JSON.stringify(plain)}\n`;
  return [plain, texts, withoutComments(ELEVATING)].join("\n");
}

/** The machine does not read them. */
function withoutComments(python: string): string {
  return python.replace(/^ *#.*\n/gm, "");
}
