/** A machine's failure as a typed error, with the next step where there is one. */
import { ToolError } from "../../core/errors.ts";
import type { HelperReply, Order } from "../types.ts";
import { harmless } from "./harmless.ts";

/** Codes that a machine may answer with; another one is a strange answer. */
const CODES = new Set([
  "VALIDATION_FAILED",
  "NOT_FOUND",
  "CONFLICT",
  "UNAVAILABLE",
  "TIMEOUT",
  "UPSTREAM_FAILED",
  "UPSTREAM_PROTOCOL",
  "AMBIGUOUS_OUTCOME",
  "INTERNAL_ERROR",
]);

const NEXT: Readonly<Record<string, string>> = {
  PERMISSION_DENIED: "Give the account the right to it, or configure one that has it",
  PATH_DENIED: "Choose a path that the policy allows",
  SYMLINK_REJECTED: "Name the file itself, without a link on the way",
  NOT_REGULAR_FILE: "Name a regular file",
  IS_A_DIRECTORY: "Name a file; list_directory shows what is in a directory",
  NOT_A_DIRECTORY: "Name a directory",
  HARD_LINKED: "Write to a file that has one name only",
  OWNER_NOT_KEPT:
    "Change it as its owner, or as an account that is in its group too; nothing was changed on the machine",
  CONCURRENT_MODIFICATION: "Look again at what is there before you change it",
  DIGEST_MISMATCH: "Read the file again; somebody has changed it since",
  LOCK_BUSY: "Call again; if it stays so, look for another server's process on the machine",
  LOCK_UNAVAILABLE: "Give the account a home on the machine that it can write to",
  LOCK_UNSAFE: "Look at ~/.mikrus-mcp/locks on the machine; move away what is not its own",
  WRITE_FAILED: "Look at the file system of the machine; nothing was changed",
  DUPLICATE_MARKER: "Look at the crontab on the machine, and leave one of the pairs",
  MARKER_BROKEN: "Look at the crontab on the machine, and take the rest of the pair out by hand",
  SHELL_NOT_POSIX: "Set SHELL of the crontab to /bin/sh, or take it out",
  CRONTAB_NOT_INSTALLED: "Install cron on the machine",
  CRONTAB_READ_FAILED: "Run crontab -l on the machine as this account",
  CRONTAB_INSTALL_FAILED: "Look at what crontab said; nothing was changed",
  NO_SPACE: "Free space on the machine; nothing was changed",
  PROCESS_PROTECTED: "Name another process",
  SUDO_PASSWORD_WRONG: "Correct sudo_password of this target",
  SUDO_PASSWORD_REQUIRED: "Set sudo_password of this target, or allow the account to use sudo without one",
  SUDO_NOT_ALLOWED: "Allow the account to use sudo on the machine",
  PACKAGE_MANAGER_BUSY: "Wait until it has ended; nothing was installed",
  FETCHED_ONLY: "Call it again: the packages are fetched already",
  STILL_INSTALLING:
    "Look at list_processes until that process has ended; then ask for it again, for what is left",
  DOCKER_NOT_INSTALLED: "Install docker on the machine, or choose another server",
  COMPOSE_NOT_INSTALLED: "Install the compose plugin of docker, or docker-compose, on the machine",
  YAML_UNREADABLE: "Install python3-yaml on the machine, or the compose plugin of docker",
  SERVICE_NOT_FOUND: "See list_docker_containers for what there is; a service is known by its containers",
  AMBIGUOUS_SERVICE: "Plan with compose_project; for one container, ask docker_runtime_snapshot by container",
  COMPOSE_PROJECT_MISMATCH: "See docker_runtime_snapshot for the project and files that made the container",
  DECLARED_RUNTIME_DRIFT:
    "See docker_runtime_snapshot for the files that made the container, or leave compose_files out",
  COMPOSE_CONFIG_FAILED:
    "Run compose config on the machine in the project's directory, and correct its files",
  IMAGE_NOT_FOUND: "Pull the image on the machine first; nothing is pulled by a plan",
  STATE_CHANGED: "Plan again: somebody else is at work on this service",
  READINESS_TIMEOUT: "Look at get_docker_logs and docker_runtime_snapshot",
  HEALTH_FAILED: "Look at get_docker_logs and docker_runtime_snapshot",
  SYSTEMD_REQUIRED: "Choose a server that runs systemd",
  IDEMPOTENCY_CONFLICT: "Use another idempotency_key for another request",
  IDENTITY_MALFORMED: "Look at the machine's processes; end what is still there with terminate_process",
  PID_IDENTITY_CHANGED: "Look at the machine's processes; end what is still there with terminate_process",
  JOB_REMOVED: "Use another idempotency_key to run it again",
  PROGRAM_MISSING: "Install it on the machine, or choose another program",
  PROGRAM_TIMEOUT: "Look at what it did; remote_job_start runs longer work",
  PROCESSES_LEFT: "Look at the machine's processes",
  ADDRESS_NOT_PUBLIC: "Name a server of the public network",
  NAME_UNRESOLVED: "Correct the name",
  PYTHON_REQUIRED: "Install python3 on the machine",
  NAME_TOO_LONG: "Choose a shorter name",
  READ_ONLY: "Choose a path on a file system that can be written to; nothing was changed",
  SIZE_LIMIT_EXCEEDED: "Make it smaller, or change it on the machine by hand",
  UNSAFE_ARGUMENT: "Leave control characters and percent signs out",
  CONTAINER_NOT_FOUND: "See list_docker_containers for what there is",
  DOCKER_FAILED: "Look at what docker said; the account may lack the right to its socket",
  UNSUPPORTED_CONFIGURATION: "Handle this service on the machine by hand, or change its compose files",
  PARSER_FAILED: "Look at the program's version on the machine; what it says has an unknown form",
  TOO_LARGE: "Ask for less",
  OUTPUT_TOO_LARGE: "Run it on the machine by hand, and look at what it says",
  JOB_MISSING: "See remote_job_status for what is known of it",
  JOB_ROOT_UNSAFE: "Look at ~/.cache/mikrus-mcp on the machine; move away what is not the account's own",
  RECORD_DAMAGED: "Look at ~/.cache/mikrus-mcp/remote-jobs on the machine; move the job's directory away",
  NOT_CONFINED: "Look at the machine's kernel log; nothing was run",
  JOURNAL_FAILED: "Look at what journalctl said; the account may lack the right to the journal",
  SERVICE_QUERY_FAILED: "Look at what systemctl said",
  SERVICE_CHANGE_FAILED: "Look at get_service_status and get_journal_logs of the service",
  SOCKETS_NOT_SHOWN: "Ask as an account that may read /proc/net",
  TOO_MANY_MATCHES: "Name a process by its number",
  PACKAGE_MANAGER_MISSING: "Update this machine by hand",
  UPDATE_FAILED: "Look at what the package manager said",
  SYSTEM: "Look at the machine: its system refused this",
  SUDO_FAILED: "Run sudo -v on the machine as this account, and look at what it says",
  SUDO_MISSING: "Install sudo on the machine, or set sudo = false for this target",
};

/** What the machine said of its failure. */
export type Failure = Extract<HelperReply, { ok: false }>["error"];

/** Operations that are no tool's name, in words. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["compose_state", "the look at the compose service"],
  ["compose_up", "the recreation of the compose service"],
]);

/**
 * The error for what a machine answered.
 *
 * @example
 * ```ts
 * import { failureOf } from "gatehouse/hosts/remote/failure.ts";
 *
 * const order = { operation: "read_file", input: {}, budgetMs: 1_000, changes: false, privileged: false };
 * const error = failureOf(order, { code: "NOT_FOUND", message: "No such file", detail: null, exitCode: null });
 * if (error.code !== "NOT_FOUND" || !error.message.includes("read_file")) throw error;
 * ```
 */
export function failureOf(order: Order, failure: Failure): ToolError {
  const code = codeOf(order, failure);
  const said = harmless(failure.message, 500).replace(/\s+/g, " ").replace(/\.$/, "");
  const detail = failure.detail !== null && /^[A-Z][A-Z0-9_]{0,63}$/.test(failure.detail)
    ? failure.detail
    : null;
  const shown = detail === null ? "" : ` (${detail})`;
  const next = nextOf(code, detail);
  const what = WORDS.get(order.operation) ?? order.operation;
  return new ToolError(code, `Could not carry out ${what}: ${said}${shown}`, {
    ...(next === undefined ? {} : { next }),
    // Nothing was begun, and whoever holds it lets go.
    retryable: detail === "LOCK_BUSY",
  });
}

/**
 * A change whose process was ended from outside may have happened, and so may one that fails in words that are not the
 * helper's; one that ended itself in time says so.
 */
function codeOf(order: Order, { code, detail }: Failure): string {
  if (!CODES.has(code)) return order.changes ? "AMBIGUOUS_OUTCOME" : "UPSTREAM_PROTOCOL";
  const ended = code === "TIMEOUT" || code === "INTERNAL_ERROR";
  return order.changes && ended && detail !== "NOTHING_CHANGED" && detail !== "FETCHED_ONLY"
    ? "AMBIGUOUS_OUTCOME"
    : code;
}

function nextOf(code: string, detail: string | null): string | undefined {
  if (detail !== null && Object.hasOwn(NEXT, detail)) return NEXT[detail];
  // What the system said in its own words, as errno(3) names them.
  if (detail !== null && /^E[A-Z0-9]+$/.test(detail)) return NEXT["SYSTEM"];
  if (code === "AMBIGUOUS_OUTCOME") return "Look at the machine before you do anything again";
  if (code === "TIMEOUT") return "Ask for less, or give the call more time";
  return undefined;
}
