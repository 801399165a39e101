/** From the bytes that a shell answered: what the other way gives for the reads of files. */
import { ToolError } from "../../../core/errors.ts";
import type { Order } from "../../types.ts";
import { controlsIn } from "../harmless.ts";
import { endedOf, type Raw, textOf } from "./bytes.ts";

type Data = Readonly<Record<string, unknown>>;

const EMPTY = new Uint8Array();

function content(bytes: Uint8Array, form: unknown): { output: string; encoding: string } {
  const { text: output, encoding } = decoded(bytes);
  const isText = form !== "base64" && !bytes.includes(0) &&
    controlsIn(output) * 8 <= Math.max(64, [...output].length);
  return isText ? { output, encoding } : { output: bytes.toBase64(), encoding: "base64" };
}

function decoded(bytes: Uint8Array): { text: string; encoding: string } {
  try {
    return {
      text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
      encoding: "utf-8",
    };
  } catch {
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), encoding: "lossy" };
  }
}

/** Without a character that was cut at the end. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back < 4 && back < bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

function readFile(raw: Raw, { input }: Order): Data {
  const size = Number(textOf(raw, "size"));
  const offset = typeof input["offset_bytes"] === "number" ? input["offset_bytes"] : 0;
  const all = raw.get("content") ?? EMPTY;
  const more = offset + all.length < size;
  const isText = input["encoding"] !== "base64" && !all.includes(0);
  const bytes = more && isText ? wholeCharacters(all) : all;
  const end = offset + bytes.length;
  return {
    ...content(bytes, input["encoding"]),
    size,
    sha256: textOf(raw, "sha256") || null,
    offset_bytes: offset,
    bytes: bytes.length,
    next_offset: more ? end : null,
    truncated: more || offset > 0,
  };
}

function tailFile(raw: Raw): Data {
  const bytes = raw.get("content") ?? EMPTY;
  const size = Number(textOf(raw, "size"));
  const { output, encoding } = content(bytes, "auto");
  const ends = bytes.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0);
  const lines = ends + (bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0);
  return { output, encoding, size, lines, truncated: bytes.length < size };
}

const KINDS: Readonly<Record<string, string>> = {
  "-": "file",
  d: "directory",
  l: "link",
  p: "pipe",
  s: "socket",
  c: "device",
  b: "device",
};

function listDirectory(raw: Raw): Data {
  const parts = textOf(raw, "entries").split("\0");
  const total = Number(parts.pop());
  const entries = [];
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [told = "", name = "", target = ""] = parts.slice(at, at + 3);
    const [, mode = "", owner, group, size, seconds] = /^(\S+) (\S+) (\S+) (\d+) (\d+)$/.exec(told) ?? [];
    // It went away between the two looks.
    if (size === undefined) continue;
    const modified = new Date(Math.min(Number(seconds), 253_402_300_799) * 1_000).toISOString();
    entries.push({
      name,
      type: KINDS[mode.charAt(0)] ?? "other",
      size: Number(size),
      mode,
      owner,
      group,
      modified: modified.replace(".000Z", "Z"),
      target: target === "" ? null : target,
    });
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { path: textOf(raw, "path"), entries, total, truncated: total > 500 };
}

function analyzeDisk(raw: Raw): Data {
  const df = endedOf(raw, "df");
  const row = /^(\S.*?)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)%\s+(\/.*)$/m.exec(df.out);
  if (df.code !== 0 || row === null) {
    throw new ToolError(
      "UPSTREAM_FAILED",
      `Could not carry out analyze_disk: df ended with ${df.code} (DISK_FAILED)`,
    );
  }
  const [, device, total, used, available, percent, place] = row;
  const du = endedOf(raw, "du");
  const path = textOf(raw, "path");
  const entries = [...du.out.matchAll(/^(\d+)\t(\/.*)$/gm)]
    .map(([, size, name]) => ({ path: name ?? "", bytes: Number(size) * 1_024 }))
    .filter((entry) => entry.path !== path)
    .sort((a, b) => b.bytes - a.bytes);
  return {
    path,
    filesystem: {
      device,
      mount_point: place,
      type: null,
      total_bytes: Number(total) * 1_024,
      used_bytes: Number(used) * 1_024,
      available_bytes: Number(available) * 1_024,
      use_percent: Math.min(100, Number(percent)),
      inodes_total: 0,
      inodes_used: 0,
    },
    entries: entries.slice(0, 20),
    unreadable: du.err === "" ? 0 : du.err.split("\n").length,
    state: du.isCut ? "partial" : "complete",
  };
}

function searchInFiles(raw: Raw): Data {
  const text = (hex: string) => new TextDecoder().decode(Uint8Array.fromHex(hex));
  let isCut = false;
  const matches = textOf(raw, "matches").split("\n").flatMap((line) => {
    const [, path, found = ""] = /^((?:[0-9a-f]{2})+) ((?:[0-9a-f]{2})*)$/.exec(line) ?? [];
    if (path === undefined) return [];
    const rows = [...text(found).matchAll(/^(\d+):(.*)$/gm)];
    isCut ||= rows.length >= 100;
    return rows.map(([, number, shown]) => ({ path: text(path), line: Number(number), text: shown }));
  });
  return {
    matches: matches.slice(0, 100),
    files_searched: Number(textOf(raw, "files")),
    skipped: 0,
    unreadable: 0,
    state: "complete",
    truncated: isCut || matches.length >= 100,
  };
}

/** By the name of the operation. */
export const FILE_READERS: Readonly<Record<string, (raw: Raw, order: Order) => Data>> = {
  read_file: readFile,
  tail_file: tailFile,
  list_directory: listDirectory,
  analyze_disk: analyzeDisk,
  search_in_files: searchInFiles,
};
