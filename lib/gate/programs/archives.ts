/** Archives and compressed files. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { type Grammar, names, type Parsed, parseOptions } from "../options.ts";
import { defineProgram, type Program } from "../program.ts";
import { asksHelp } from "./administers.ts";

const TAR: Grammar = {
  values:
    "-C --directory --exclude --transform --xform -b --blocking-factor --strip-components --owner --group --mode " +
    "--mtime -N --newer -H --format -V --label --checkpoint -L --tape-length -K --starting-file --sort --hole-detection",
  optional: "--checkpoint --occurrence --warning",
  reads: "-T --files-from -X --exclude-from",
  writes: "--index-file --volno-file -g --listed-incremental",
  executes:
    "--to-command --checkpoint-action -I --use-compress-program --rsh-command --rmt-command -F --info-script " +
    "--new-volume-script",
  flags:
    "-t --list -x --extract --get -c --create -r --append -u --update -A --catenate --concatenate -d --diff --compare " +
    "--delete --remove-files -O --to-stdout",
};
const TAR_GRAMMAR: Grammar = { ...TAR, values: `${TAR.values} -f --file` };

/** The classic spelling has the letters in the first word, without a dash. */
function tarOptions(parsed: Parsed, call: Call): Parsed {
  const [first, ...rest] = call.args;
  if (first === undefined || first.value === null || !/^[A-Za-z]+$/.test(first.value)) return parsed;
  const valued = new Set(names(`${TAR_GRAMMAR.values} ${TAR.executes} ${TAR.reads} ${TAR.writes}`));
  // Each letter is an option of its own; those with a value take the words that follow, in order.
  const words = [...first.value].flatMap((letter) => {
    const name = `-${letter}`;
    const option = { ...first, value: name, prefix: name };
    const value = valued.has(name) ? rest.shift() : undefined;
    return value === undefined ? [option] : [option, value];
  });
  return parseOptions([...words, ...rest], TAR_GRAMMAR);
}

/** The directory something is unpacked into. */
function into(call: Call, directory: Effect | undefined): Effect {
  const target = directory ?? (call.cwd === null ? { unknown: true as const } : { path: call.cwd });
  return { ...target, kind: "write", ...(target.path === undefined ? {} : { below: true, filtered: true }) };
}

function tar(given: Parsed, call: Call): readonly Effect[] {
  const parsed = tarOptions(given, call);
  const archive = parsed.values("-f", "--file").filter((word) => word.value !== "-");
  const directory = call.touch("write", parsed.values("-C", "--directory")).at(-1);
  const programs = parsed === given
    ? []
    : TAR.executes?.split(" ").flatMap((name) => parsed.values(name)) ?? [];
  const common: Effect[] = [
    ...programs.map((word): Effect => ({ kind: "execute", word })),
    ...(archive.some((word) => /^[^/]*:/.test(word.prefix)) ? [{ kind: "network" } as const] : []),
  ];
  if (parsed.has("-t", "--list", "-d", "--diff", "--compare")) {
    return [...common, ...call.touch("read", archive)];
  }
  if (parsed.has("-x", "--extract", "--get")) {
    const output = parsed.has("-O", "--to-stdout") ? [] : [into(call, directory)];
    return [...common, ...call.touch("read", archive), ...output];
  }
  const removed = parsed.has("--remove-files")
    ? call.touch("delete", parsed.operands, { recursive: true })
    : [];
  return [...common, ...call.touch("read", parsed.operands), ...call.touch("write", archive), ...removed];
}

const STDOUT = ["-c", "--stdout", "--to-stdout", "-l", "--list", "-t", "--test"] as const;

/** `gzip FILE` puts `FILE.gz` in its place; from a pipe, or with `-c`, it only prints. */
function compress(parsed: Parsed, call: Call): readonly Effect[] {
  const read = call.touch("read", parsed.operands);
  if (parsed.has(...STDOUT)) return read;
  return [...read, ...call.touch("write", parsed.operands)];
}

/** tar, zip, and the compressors. */
export const archives: readonly Program[] = [
  defineProgram({
    names: "tar gtar bsdtar paxtar",
    options: TAR_GRAMMAR,
    effects: tar,
    examples: {
      "tar tzf a.tgz": "read:/home/user/project/a.tgz",
      "tar -xf a.tar -C /etc": "read:/home/user/project/a.tar write:/etc",
      "tar czf a.tgz src": "read:/home/user/project/src write:/home/user/project/a.tgz",
      "tar -tf a.tar --to-command=./x": "execute:/home/user/project/x read:/home/user/project/a.tar",
    },
  }),
  defineProgram({
    names:
      "gzip gunzip pigz unpigz bzip2 bunzip2 pbzip2 xz unxz lzma unlzma lzip lzop lz4 unlz4 zstd unzstd zstdmt pzstd lbzip2 brotli compress uncompress plzip pixz",
    options: {
      values: "-b -S --suffix -T --threads -M --memlimit -p --processes -D -q --quality -w --lgwin",
      writes: "-o --output",
    },
    effects: compress,
    examples: {
      "gzip -c a": "read:/home/user/project/a",
      "gzip a": "read:/home/user/project/a write:/home/user/project/a",
      "xz --robot --list a.xz": "read:/home/user/project/a.xz",
      "gzip": "",
    },
  }),
  defineProgram({
    names: "unzip",
    options: { values: "-d -P -x" },
    effects: (parsed, call) => {
      const read = call.touch("read", parsed.operands.slice(0, 1));
      if (parsed.has("-l", "-t", "-v", "-z", "-Z", "-p", "-c", "-h")) return read;
      return [...read, into(call, call.touch("write", parsed.values("-d")).at(-1))];
    },
    examples: {
      "unzip -l a.zip": "read:/home/user/project/a.zip",
      "unzip a.zip -d /etc": "read:/home/user/project/a.zip write:/etc",
    },
  }),
  defineProgram({
    names: "zipinfo funzip zipgrep lsar",
    effects: (parsed, call) => call.touch("read", parsed.operands.slice(0, 1)),
  }),
  defineProgram({
    names: "zip zipcloak zipnote zipsplit",
    options: {
      values: "-b -i -n -P -x -t -tt -s -Z",
      writes: "-O --out -lf",
      executes: "-TT --unzip-command",
    },
    effects: (parsed, call) => [
      ...call.touch("read", parsed.operands.slice(1)),
      ...(parsed.has("-m", "--move")
        ? call.touch("delete", parsed.operands.slice(1), { recursive: true })
        : []),
      ...call.touch("write", parsed.operands.slice(0, 1).filter((word) => word.value !== "-")),
    ],
  }),
  defineProgram({
    names: "7z 7za 7zr p7zip unrar rar unar",
    effects: (parsed, call) => {
      const [mode, archive] = parsed.operands;
      const read = call.touch("read", archive ? [archive] : []);
      if (/^(?:l|t|i|b|lb|lt|v|vb|vt|p|h)$/.test(mode?.value ?? "")) return read;
      if (/^[ex]$/.test(mode?.value ?? "")) return [...read, into(call, undefined)];
      return call.touch("write", archive ? [archive] : []);
    },
  }),
  defineProgram({
    names: "cpio pax paxcpio bsdcpio",
    options: {
      values: "-H --format -C --io-size -D --directory -R --owner -E",
      reads: "-I -F --pattern-file",
      writes: "-O",
      executes: "--rsh-command",
    },
    effects: (parsed, call) => {
      // Without a mode pax lists.
      if (call.name === "pax" && !parsed.has("-r", "-w")) {
        const archive = call.args.findIndex((word) => /^-[a-z]*f$/.test(word.value ?? ""));
        return archive < 0 ? [] : call.touch("read", call.args.slice(archive + 1, archive + 2));
      }
      if (parsed.has("-t", "--list", "-o", "--create") && !parsed.has("-i", "--extract", "-p")) return [];
      return [into(call, undefined)];
    },
  }),
  defineProgram({
    names: "ar gcc-ar llvm-ar x86_64-linux-gnu-ar",
    options: { style: "none" },
    effects: (parsed, call) => {
      if (asksHelp(call)) return [];
      const mode = parsed.operands[0]?.value?.replace(/^-/, "") ?? "";
      const archive = parsed.operands.slice(1, 2);
      if (/^[tp]/.test(mode)) return call.touch("read", archive);
      if (mode.startsWith("x")) return [...call.touch("read", archive), into(call, undefined)];
      return call.touch("write", archive);
    },
    examples: {
      "ar t lib.a": "read:/home/user/project/lib.a",
      "ar rcs lib.a x.o": "write:/home/user/project/lib.a",
    },
  }),
];
