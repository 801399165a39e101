/** Answers of the operations on files. */
import { controlsIn } from "../harmless.ts";
import { fields, flag, list, maybe, oneOf, type Reader, text, whole } from "../shapes.ts";

const path = text(4_096);
const state = oneOf("complete", "partial");

const read = fields({
  output: text(1_000_000),
  encoding: oneOf("utf-8", "lossy", "base64"),
  size: whole(),
  sha256: maybe(text(64)),
  offset_bytes: whole(),
  bytes: whole(),
  next_offset: maybe(whole()),
  truncated: flag,
});

/** `read_file`; `controls_escaped` counts the characters that are not shown as they stand in the file. */
const readFile: Reader<object> = (value, place) => ({
  ...read(value, place),
  controls_escaped: controlsOf(value),
});

const tail = fields({
  output: text(1_000_000),
  encoding: oneOf("utf-8", "lossy", "base64"),
  size: whole(),
  lines: whole(0, 500),
  truncated: flag,
});

/** `tail_file`. */
const tailFile: Reader<object> = (value, place) => ({
  ...tail(value, place),
  controls_escaped: controlsOf(value),
});

function controlsOf(value: unknown): number {
  // The reader before this one proved that it is an object.
  const output = new Map<string, unknown>(Object.entries(value as object)).get("output");
  return typeof output === "string" ? controlsIn(output) : 0;
}

const listing = fields({
  path,
  entries: list(
    fields({
      name: text(1_024),
      type: oneOf("file", "directory", "link", "pipe", "socket", "device", "other"),
      size: whole(),
      mode: text(16),
      owner: text(64),
      group: text(64),
      modified: text(32),
      target: maybe(text(4_096)),
    }),
    500,
  ),
  total: whole(),
  truncated: flag,
});

/** `list_directory`; `output` is the listing as lines. */
const listDirectory: Reader<object> = (value, place) => {
  const found = listing(value, place);
  const output = found.entries.map((entry) =>
    `${entry.mode} ${entry.owner} ${entry.group} ${entry.size} ${entry.modified} ${oneLine(entry.name)}` +
    (entry.target === null ? "" : ` -> ${oneLine(entry.target)}`)
  );
  return { output: output.join("\n"), ...found };
};

/** A file's name may hold line ends: it must not look like a line of its own. */
function oneLine(name: string): string {
  return name.replaceAll("\n", "\\n").replaceAll("\r", "\\r");
}

const found = fields({
  matches: list(fields({ path, line: whole(1), text: text(2_000) }), 100),
  files_searched: whole(),
  skipped: whole(),
  unreadable: whole(),
  state,
  truncated: flag,
});

/** `search_in_files`; `output` has a line `path:number:text` for each match. */
const searchInFiles: Reader<object> = (value, place) => {
  const read = found(value, place);
  const lines = read.matches.map((match) => `${oneLine(match.path)}:${match.line}:${oneLine(match.text)}`);
  return { output: lines.join("\n"), ...read };
};

/** `write_file`; `not_kept` names what of the old file the new one lacks. */
const writeFile: Reader<object> = fields({
  output: oneOf("WRITE_OK"),
  created: flag,
  size: whole(0, 100_000),
  sha256: text(64),
  mode: text(4),
  not_kept: list(text(128), 16),
});

const disk = fields({
  path,
  filesystem: fields({
    device: maybe(text(512)),
    mount_point: maybe(text(4_096)),
    type: maybe(text(64)),
    total_bytes: whole(),
    used_bytes: whole(),
    available_bytes: whole(),
    use_percent: whole(0, 100),
    inodes_total: whole(),
    inodes_used: whole(),
  }),
  entries: list(fields({ path, bytes: whole() }), 20),
  unreadable: whole(),
  state,
});

/** `analyze_disk`; `filesystemSummary` and `largeFiles` are the texts of `df` and `du`, in KiB. */
const analyzeDisk: Reader<object> = (value, place) => {
  const { path, filesystem, entries, unreadable, state } = disk(value, place);
  const kib = (bytes: number) => Math.ceil(bytes / 1024);
  const row = [
    filesystem.device ?? "-",
    kib(filesystem.total_bytes),
    kib(filesystem.used_bytes),
    kib(filesystem.available_bytes),
    `${filesystem.use_percent}%`,
    filesystem.mount_point ?? "-",
  ];
  return {
    state,
    path,
    filesystem,
    entries,
    unreadable,
    filesystemSummary: {
      state: "complete",
      output: `Filesystem 1024-blocks Used Available Capacity Mounted on\n${row.join(" ")}`,
    },
    largeFiles: {
      state,
      output: entries.map((entry) => `${kib(entry.bytes)}\t${oneLine(entry.path)}`).join("\n"),
    },
    observedAt: new Date().toISOString(),
  };
};

/** Reads the answers of the operations on files, by the name of the operation. */
export const FILE_ANSWERS: Readonly<Record<string, Reader<object>>> = {
  read_file: readFile,
  tail_file: tailFile,
  list_directory: listDirectory,
  search_in_files: searchInFiles,
  write_file: writeFile,
  analyze_disk: analyzeDisk,
};
