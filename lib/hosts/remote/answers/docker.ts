/** Answers of the docker operations. */
import { harmless } from "../harmless.ts";
import { redactCommand } from "../redact_command.ts";
import { fields, flag, list, type Reader, text, whole } from "../shapes.ts";

/** The columns that docker prints; another version's others are left out. */
const COLUMNS = new Set([
  ...[
    "ID",
    "Names",
    "Image",
    "Command",
    "CreatedAt",
    "RunningFor",
    "Ports",
    "State",
    "Status",
    "Size",
    "Labels",
  ],
  ...["Mounts", "Networks", "LocalVolumes", "Platform"],
  ...["Container", "Name", "CPUPerc", "MemUsage", "MemPerc", "NetIO", "BlockIO", "PIDs"],
]);

const rows = fields({
  rows: list((value) => containerOf(value), 256),
  strange: list(text(200), 16),
  cut: flag,
  stderr: text(50_000),
  exit_code: whole(0, 255),
});

type Container = Readonly<Record<string, string>>;

function containerOf(value: unknown): Container {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.flatMap(([name, one]) =>
      COLUMNS.has(name) && typeof one === "string"
        ? [[name, name === "Command" ? commandIn(one) : harmless(one, 4_096)]]
        : []
    ),
  );
}

/** docker shows a container's command in quotes of its own. */
function commandIn(shown: string): string {
  const inner = /^"([\s\S]*)"$/.exec(shown)?.[1];
  return inner === undefined
    ? harmless(redactCommand(shown), 4_096)
    : `"${harmless(redactCommand(inner), 4_096)}"`;
}

/** `list_docker_containers` and `get_docker_stats`: what docker says of each, under its own names. */
const containers: Reader<object> = (value, place) => {
  const { rows: all, strange, cut, stderr, exit_code } = rows(value, place);
  const found = all.filter((row) => row["ID"] !== undefined || row["Container"] !== undefined);
  const unread = strange.length + all.length - found.length;
  const diagnostics = [
    ...(unread === 0 ? [] : [`${unread} lines could not be read`]),
    ...(cut ? ["docker told more than is shown"] : []),
  ];
  return {
    output: found.map((row) => JSON.stringify(row)).join("\n"),
    stderr,
    exit_code,
    containers: found,
    parseState: diagnostics.length === 0 ? "complete" : "partial",
    parseDiagnostics: diagnostics,
  };
};

/** `get_docker_logs`: what the application wrote to its two streams. */
const dockerLogs: Reader<object> = fields({
  output: text(400_000),
  stderr: text(400_000),
  exit_code: whole(0, 255),
  truncated: flag,
});

/** Reads the answers of the docker operations, by the name of the operation. */
export const DOCKER_ANSWERS: Readonly<Record<string, Reader<object>>> = {
  list_docker_containers: containers,
  get_docker_stats: containers,
  get_docker_logs: dockerLogs,
};
