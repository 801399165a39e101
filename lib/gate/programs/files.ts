/** Programs that list, copy, move, change and delete files. */
import type { Call } from "../call.ts";
import type { Effect, EffectKind } from "../effect.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, type Program, reader } from "../program.ts";
import type { Word } from "../word.ts";
import { asksHelp } from "./administers.ts";

const RECURSIVE = ["-r", "-R", "--recursive", "-a", "--archive"] as const;

/** `recursive` for the options that ask for it. */
function depth(parsed: Parsed, ...names: readonly string[]): Partial<Effect> {
  return parsed.has(...names) ? { recursive: true } : {};
}

/** `SOURCE… DESTINATION`, or `-t DIRECTORY SOURCE…`. */
function transfer(parsed: Parsed): { readonly from: readonly Word[]; readonly to: readonly Word[] } {
  const directory = parsed.value("-t", "--target-directory");
  if (directory) return { from: parsed.operands, to: [directory] };
  return { from: parsed.operands.slice(0, -1), to: parsed.operands.slice(-1) };
}

const copying = (source: EffectKind | null) => (parsed: Parsed, call: Call): readonly Effect[] => {
  const { from, to } = transfer(parsed);
  const how = source === "delete" ? { recursive: true as const } : depth(parsed, ...RECURSIVE);
  return [...(source === null ? [] : call.touch(source, from, how)), ...call.touch("write", to)];
};

/** `MODE FILE…`, `OWNER FILE…`; with `--reference` every operand is a file. */
function changing(parsed: Parsed, call: Call): readonly Effect[] {
  const files = parsed.has("--reference") ? parsed.operands : parsed.operands.slice(1);
  return call.touch("write", files, depth(parsed, "-R", "--recursive"));
}

const COPY_VALUES = "-S --suffix -t --target-directory --context --sparse --no-preserve";

/** Files and directories. */
export const files: readonly Program[] = [
  reader("ls dir vdir exa eza lsd", {
    values:
      "-I --ignore -w --width -T --tabsize --hide --time-style --sort --time --format --block-size --quoting-style " +
      "--indicator-style -L --level -s",
    optional: "--color --hyperlink --icons",
  }),
  reader("du df ncdu dust duf stat statx readlink realpath lsdvd tokei scc", {
    values:
      "-B --block-size -d --max-depth -t --type -x --exclude-type --exclude -X --threshold -c --format --printf",
    optional: "--time --output --cached",
    writes: "-o",
  }),
  reader("locate plocate mlocate whereis"),
  reader("file", {
    values: "-F --separator -e --exclude -P --parameter",
    reads: "-f --files-from -m --magic-file",
    risky: "-C --compile",
    flags: "-s -i -b -L -z -Z -k -r -n -N -0 -p -v -d -E -h -l",
  }),
  reader("cloc", {
    values:
      "--exclude-dir --include-lang --exclude-lang --exclude-ext --match-d --not-match-d --match-f --not-match-f",
    reads: "--list-file --vcs-list",
    writes: "--out --report-file --write-lang-def --counted --found --ignored --sql",
    executes: "--extract-with --vcs",
    style: "single",
  }),
  defineProgram({
    names: "tree",
    options: { values: "-L -P -I -H -T --filelimit --timefmt --sort --charset", writes: "-o", risky: "-R" },
    operands: "read",
    examples: { "tree -o out.txt src": "write:/home/user/project/out.txt read:/home/user/project/src" },
  }),
  defineProgram({
    names: "rm unlink srm",
    effects: (parsed, call) =>
      call.touch("delete", parsed.operands, depth(parsed, "-r", "-R", "--recursive")),
    examples: {
      "rm -rf node_modules": "delete:/home/user/project/node_modules",
      "rm -- -r": "delete:/home/user/project/-r",
    },
  }),
  defineProgram({ names: "rmdir", operands: "delete" }),
  defineProgram({
    names: "shred wipe",
    options: { values: "-n --iterations -s --size --random-source" },
    operands: "delete",
  }),
  defineProgram({
    names: "truncate fallocate",
    options: { values: "-s --size -l --length -o --offset", reads: "-r --reference" },
    operands: "write",
    examples: { "truncate -s 0 /etc/hosts": "write:/etc/hosts" },
  }),
  defineProgram({
    names: "mkdir mkfifo mknod",
    options: { values: "-m --mode" },
    effects: (parsed, call) =>
      call.touch("write", parsed.operands.slice(0, call.name === "mknod" ? 1 : undefined)),
    examples: { "mkdir -p a/b": "write:/home/user/project/a/b" },
  }),
  defineProgram({
    names: "touch",
    options: { values: "-d --date -t --time", reads: "-r --reference" },
    operands: "write",
  }),
  defineProgram({
    names: "mktemp tempfile",
    options: { values: "-p --suffix", optional: "--tmpdir" },
    effects: (parsed, call) => {
      const inTemporary = parsed.operands.length === 0 ||
        parsed.has("-t", "--tmpdir", "-u", "--dry-run", "-p");
      return inTemporary ? [] : call.touch("write", parsed.operands);
    },
    examples: { "mktemp -d": "", "mktemp ./x.XXXX": "write:/home/user/project/x.XXXX" },
  }),
  defineProgram({
    names: "cp ginstall gcp",
    options: { values: COPY_VALUES },
    effects: copying("read"),
    examples: { "cp -t /tmp a": "read:/home/user/project/a write:/tmp" },
  }),
  defineProgram({
    names: "install",
    options: { values: `${COPY_VALUES} -m --mode -o --owner -g --group`, executes: "--strip-program" },
    effects: (parsed, call) =>
      parsed.has("-d", "--directory") ? call.touch("write", parsed.operands) : copying("read")(parsed, call),
  }),
  defineProgram({
    names: "mv",
    options: { values: COPY_VALUES },
    effects: copying("delete"),
    examples: { "mv a b": "delete:/home/user/project/a write:/home/user/project/b" },
  }),
  defineProgram({
    names: "ln link",
    options: { values: COPY_VALUES },
    effects: (parsed, call) => {
      const { to, from } = transfer(parsed);
      // `ln TARGET` makes a link of the same name in the current directory.
      return call.touch("write", from.length === 0 ? [] : to).concat(
        from.length === 0 && call.cwd !== null
          ? [{ kind: "write", path: call.cwd, below: true, filtered: true }]
          : [],
      );
    },
  }),
  defineProgram({
    names: "chmod chown chgrp",
    options: { values: "--reference --from", flags: "-R --recursive -v -c -f -h -H -L -P" },
    effects: changing,
    examples: { "chmod -R 777 /": "write:/", "chown root: a": "write:/home/user/project/a" },
  }),
  defineProgram({
    names: "chattr",
    options: { style: "none" },
    effects: (parsed, call) => {
      if (asksHelp(call)) return [];
      const recursive = parsed.operands.some((word) => /^-\w*R/.test(word.value ?? ""));
      const files = parsed.operands.filter((word) => !/^[-+=][A-Za-z]+$/.test(word.value ?? ""));
      return call.touch("write", files, recursive ? { recursive } : {});
    },
    examples: { "chattr -i x": "write:/home/user/project/x" },
  }),
  defineProgram({
    names: "setfattr setfacl setcap chcon restorecon",
    options: { values: "-m -M -x -X -b -n -v -u -r -t -l --set --remove --modify", reads: "--restore" },
    effects: (parsed, call) => {
      const leading = call.name === "setcap" || call.name === "chcon" ? 1 : 0;
      return call.touch("write", parsed.operands.slice(leading), depth(parsed, "-R", "--recursive"));
    },
  }),
  defineProgram({
    names: "dd dcfldd",
    options: { style: "none" },
    effects: (parsed, call) => {
      const valued = (name: string): Word[] =>
        parsed.operands.filter((word) => word.prefix.startsWith(`${name}=`)).map((word) => ({
          ...word,
          value: word.value === null ? null : word.value.slice(name.length + 1),
          prefix: word.prefix.slice(name.length + 1),
        }));
      return [...call.touch("read", valued("if")), ...call.touch("write", valued("of"))];
    },
    examples: { "dd if=a of=/dev/sda bs=1M": "read:/home/user/project/a write:/dev/sda" },
  }),
  defineProgram({
    names: "rename prename file-rename mmv rename.ul",
    effects: (parsed, call) =>
      call.touch(
        parsed.has("-n", "--no-act", "--nono") && call.name !== "mmv" ? "read" : "write",
        parsed.operands.slice(1),
      ),
  }),
];
