/** Answers of the operations on processes. */
import { harmless } from "../harmless.ts";
import { commandOf } from "../redact_command.ts";
import { fields, flag, list, maybe, measure, type Reader, text, whole } from "../shapes.ts";

/** Characters of one command line that are shown. */
const MAX_COMMAND = 1_000;

const common = {
  pid: whole(1),
  ppid: whole(),
  user: text(64),
  state: text(8),
  name: text(64),
  argv: list(text(4_096), 128),
  rss: whole(),
};

/** What the process was started with; without it, as for the kernel's own, its name as `ps` shows it. */
function shownOf(row: { readonly argv: readonly string[]; readonly name: string }) {
  const command = row.argv.length === 0 ? `[${row.name}]` : commandOf(row.argv).replace(/\s+/g, " ");
  return {
    executable: harmless(/^\S{0,255}/.exec(command)?.[0] ?? ""),
    command: command.length > MAX_COMMAND ? `${command.slice(0, MAX_COMMAND)}…` : command,
  };
}

const snapshot = fields({
  processes: list(fields({ ...common, cpu: measure, memory: measure }), 50),
  total: whole(),
  truncated: flag,
});

/** `list_processes`: those that take most memory. */
const listProcesses: Reader<object> = (value, place) => {
  const { processes, truncated } = snapshot(value, place);
  const none = processes.length === 0;
  return {
    state: none ? "partial" : "complete",
    processes: processes.map((row) => ({
      pid: row.pid,
      ppid: row.ppid,
      user: row.user,
      cpuPercent: row.cpu,
      memoryPercent: row.memory,
      rssBytes: row.rss,
      state: row.state,
      ...shownOf(row),
    })),
    processesTruncated: truncated,
    processLimit: 20,
    processSort: "memory",
    error: none ? { code: "PROCESS_SNAPSHOT_UNAVAILABLE", message: "The machine shows no process" } : null,
    observedAt: new Date().toISOString(),
  };
};

const tree = fields({
  processes: list(fields({ ...common, depth: whole(0, 10_000) }), 100),
  total: whole(),
  truncated: flag,
});

/** `get_process_tree`; `output` is the forest as lines. */
const processTree: Reader<object> = (value, place) => {
  const { processes, total, truncated } = tree(value, place);
  const rows = processes.map((row) => ({
    pid: row.pid,
    ppid: row.ppid,
    user: row.user,
    depth: row.depth,
    ...shownOf(row),
  }));
  const line = (row: (typeof rows)[number]) =>
    `${row.user} ${row.pid} ${"  ".repeat(Math.min(row.depth, 40))}${row.command}`;
  return { output: rows.map(line).join("\n"), processes: rows, total, truncated };
};

const ended = fields({
  matched: list(
    fields({ pid: whole(1), start_ticks: whole(), process: text(64), signalled: flag, gone: flag }),
    64,
  ),
  gone: flag,
});

/** `terminate_process`; `gone` is true only when none of the very processes is left. */
const terminateProcess: Reader<object> = (value, place) => {
  const { matched, gone } = ended(value, place);
  const words = matched.map(({ pid, process, gone }) =>
    `${pid} ${process} ${gone ? "gone" : "still running"}`
  );
  return { output: words.join("\n"), matched, gone };
};

const socket = fields({
  protocol: text(8),
  address: text(64),
  port: whole(1, 65_535),
  user: text(64),
  pid: maybe(whole(1)),
  process: maybe(text(64)),
});

const port = fields({ port: whole(1, 65_535), sockets: list(socket, 64) });

type Socket = ReturnType<typeof socket>;

function socketLine({ protocol, address, port, pid, process }: Socket): string {
  const place = address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
  return `LISTEN ${protocol} ${place}` + (pid === null ? "" : ` pid=${pid} ${process ?? ""}`.trimEnd());
}

/** `check_port`; the process is null where the account may not see it. */
const checkPort: Reader<object> = (value, place) => {
  const { port: asked, sockets } = port(value, place);
  const [first] = sockets;
  return {
    output: first === undefined ? "PORT_NOT_LISTENING" : sockets.map(socketLine).join("\n"),
    port: asked,
    listening: first !== undefined,
    address: first?.address ?? null,
    pid: first?.pid ?? null,
    process: first?.process ?? null,
    sockets,
  };
};

const network = fields({
  interfaces: list(
    fields({
      name: text(64),
      state: maybe(text(32)),
      mac: maybe(text(64)),
      mtu: maybe(whole()),
      addresses: list(text(64), 64),
    }),
    128,
  ),
  listening: list(socket, 256),
  state: text(16),
  truncated: flag,
});

/** `get_network_info`. */
const networkInfo: Reader<object> = (value, place) => {
  const { interfaces, listening, state, truncated } = network(value, place);
  const lines = interfaces.map((one) =>
    `${one.name} ${one.state ?? "unknown"} ${one.addresses.join(" ")}`.trimEnd()
  );
  return {
    output: [...lines, ...listening.map(socketLine)].join("\n"),
    interfaces,
    listening,
    state,
    truncated,
  };
};

/** Reads the answers of the operations on processes and sockets, by the name of the operation. */
export const PROCESS_ANSWERS: Readonly<Record<string, Reader<object>>> = {
  list_processes: listProcesses,
  get_process_tree: processTree,
  terminate_process: terminateProcess,
  check_port: checkPort,
  get_network_info: networkInfo,
};
