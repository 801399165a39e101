/** From the bytes that a shell answered: what the other way gives for the reads of the machine. */
import { ToolError } from "../../../core/errors.ts";
import type { Order } from "../../types.ts";
import { type Raw, textOf } from "./bytes.ts";

type Data = Readonly<Record<string, unknown>>;

/** Usual on Linux; busybox has no getconf. */
const PAGE = 4_096;
const TICKS = 100;

function memory(text: string): (name: string) => number {
  const found = new Map(
    [...text.matchAll(/^([A-Za-z()_]+):\s+(\d+) kB$/gm)].map(([, name, kib]) => [name, Number(kib) * 1_024]),
  );
  return (name) => found.get(name) ?? 0;
}

function memoryInfo(raw: Raw): Data {
  const get = memory(textOf(raw, "meminfo"));
  if (get("MemTotal") === 0) {
    throw new ToolError("UPSTREAM_PROTOCOL", "Could not read the machine's memory (PARSER_FAILED)");
  }
  const cached = get("Buffers") + get("Cached") + get("SReclaimable");
  const available = get("MemAvailable") || get("MemFree") + cached;
  return {
    memory: {
      total_bytes: get("MemTotal"),
      used_bytes: Math.max(0, get("MemTotal") - available),
      free_bytes: get("MemFree"),
      shared_bytes: get("Shmem"),
      cached_bytes: cached,
      available_bytes: available,
    },
    swap: {
      total_bytes: get("SwapTotal"),
      used_bytes: get("SwapTotal") - get("SwapFree"),
      free_bytes: get("SwapFree"),
    },
  };
}

function users(raw: Raw): (uid: string) => string {
  const found = new Map(
    textOf(raw, "passwd").split("\n").map((line) => line.split(":")).map((
      [name = "", , uid = ""],
    ) => [uid, name]),
  );
  return (uid) => found.get(uid) ?? uid;
}

interface Row {
  readonly pid: number;
  readonly ppid: number;
  readonly user: string;
  readonly state: string;
  readonly name: string;
  readonly argv: readonly string[];
  readonly rss: number;
  readonly cpu: number;
  readonly memory: number;
}

function rowsOf(raw: Raw): Row[] {
  const user = users(raw);
  const owners = new Map(
    [...textOf(raw, "owners").matchAll(/^(\d+) \/proc\/(\d+)$/gm)].map((
      [, uid = "", pid],
    ) => [Number(pid), uid]),
  );
  const up = Number(textOf(raw, "uptime").split(" ")[0]);
  const total = memory(textOf(raw, "meminfo"))("MemTotal");
  const decode = (hex: string) => new TextDecoder().decode(Uint8Array.fromHex(hex));
  return textOf(raw, "processes").split("\n").flatMap((line) => {
    const [, stat, command = ""] = /^((?:[0-9a-f]{2})+) ((?:[0-9a-f]{2})*)$/.exec(line) ?? [];
    if (stat === undefined) return [];
    const told = decode(stat);
    // The name may hold blanks and parentheses: only the last one ends it.
    const end = told.lastIndexOf(")");
    const fields = told.slice(end + 2).trim().split(" ");
    const at = (index: number) => Number(fields[index]) || 0;
    const pid = parseInt(told, 10);
    const words = decode(command).replace(/\0+$/, "");
    const rss = Math.max(0, at(21)) * PAGE;
    const age = Math.max(up - at(19) / TICKS, 0.01);
    const argv = words === "" ? [] : words.split("\0").slice(0, 128);
    return [{
      pid,
      ppid: at(1),
      user: user(owners.get(pid) ?? "?"),
      state: fields[0] ?? "?",
      name: told.slice(told.indexOf("(") + 1, end),
      argv,
      rss,
      cpu: Math.round(1_000 * (at(11) + at(12)) / TICKS / age) / 10,
      memory: total === 0 ? 0 : Math.round(1_000 * rss / total) / 10,
    }];
  });
}

function listProcesses(raw: Raw): Data {
  const rows = rowsOf(raw).sort((a, b) => b.rss - a.rss || a.pid - b.pid);
  return { processes: rows.slice(0, 20), total: rows.length, truncated: rows.length > 20 };
}

function processTree(raw: Raw): Data {
  const rows = rowsOf(raw).sort((a, b) => a.pid - b.pid);
  const known = new Set(rows.map(({ pid }) => pid));
  const below = Map.groupBy(rows, ({ ppid }) => known.has(ppid) ? ppid : 0);
  const shown: (Row & { depth: number })[] = [];
  const waiting = (below.get(0) ?? []).map((row) => ({ ...row, depth: 0 })).reverse();
  for (let row = waiting.pop(); row !== undefined && shown.length < 100; row = waiting.pop()) {
    shown.push(row);
    const depth = row.depth + 1;
    for (const child of (below.get(row.pid) ?? []).toReversed()) waiting.push({ ...child, depth });
  }
  return { processes: shown, total: rows.length, truncated: rows.length > shown.length };
}

/** An address of /proc/net/tcp: words of four bytes, the lowest first, as on every usual machine. */
function addressOf(hex: string): string {
  const words = (hex.match(/.{8}/g) ?? []).map((word) => Uint8Array.fromHex(word).reverse());
  const bytes = words.flatMap((word) => [...word]);
  if (bytes.length === 4) return bytes.join(".");
  const groups = Array.from(
    { length: 8 },
    (_, at) => (((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0)).toString(16),
  );
  // As a URL's host an address has its shortest form.
  return new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1);
}

function listening(raw: Raw) {
  const user = users(raw);
  return ["tcp", "tcp6"].flatMap((protocol) =>
    textOf(raw, protocol).split("\n").flatMap((line) => {
      const [, place = "", port = "", , , , uid = ""] =
        /^\s*\d+: ([0-9A-F]+):([0-9A-F]{4}) \S+ 0A (\S+) (\S+) (\S+)\s+(\d+)/.exec(line) ?? [];
      if (place === "") return [];
      return [{
        protocol,
        address: addressOf(place),
        port: parseInt(port, 16),
        user: user(uid),
        pid: null,
        process: null,
      }];
    })
  ).sort((a, b) => a.port - b.port);
}

function checkPort(raw: Raw, { input }: Order): Data {
  const { port } = input;
  return { port, sockets: listening(raw).filter((socket) => socket.port === port).slice(0, 64) };
}

function networkInfo(raw: Raw): Data {
  const ip = textOf(raw, "ip_out");
  const addresses = Map.groupBy(
    [...ip.matchAll(/^\d+: (\S+)\s+inet6? (\S+)/gm)],
    ([, name = ""]) => name.replace(/@.*/, ""),
  );
  const interfaces = textOf(raw, "links").split("\n").flatMap((line) => {
    const [name = "", state = "", mtu = "", mac = ""] = line.split(" ");
    if (name === "" || name === "*") return [];
    return [{
      name,
      state: state || null,
      mac: mac || null,
      mtu: /^\d+$/.test(mtu) ? Number(mtu) : null,
      addresses: (addresses.get(name) ?? []).map(([, , address]) => address).slice(0, 64),
    }];
  });
  const sockets = listening(raw);
  return {
    interfaces: interfaces.slice(0, 128),
    listening: sockets.slice(0, 256),
    state: ip === "" ? "partial" : "complete",
    truncated: sockets.length > 256,
  };
}

/** By the name of the operation. */
export const MACHINE_READERS: Readonly<Record<string, (raw: Raw, order: Order) => Data>> = {
  get_memory_info: memoryInfo,
  list_processes: listProcesses,
  get_process_tree: processTree,
  check_port: checkPort,
  get_network_info: networkInfo,
};
