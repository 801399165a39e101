/** Object files, debuggers, tracers and profilers. */
import type { Effect } from "../effect.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, type Inner, type Program, reader } from "../program.ts";
import { queries } from "./queries.ts";

/** The operands are a program to watch. */
function program(parsed: Parsed): readonly Inner[] {
  return parsed.operands.length === 0 ? [] : [{ kind: "argv", words: parsed.operands, external: true }];
}

/** `--` or a subcommand stands before the program. */
function later(parsed: Parsed): readonly Inner[] {
  const words = parsed.operands.slice(1);
  return words.length === 0 ? [] : [{ kind: "argv", words, external: true }];
}

/** `jc` reads files of `/proc` itself, several one after the other. */
function processFiles(parsed: Parsed): boolean {
  return parsed.operands.length > 0 &&
    parsed.operands.every((word) => /^\/proc\/[\w/]+$/.test(word.value ?? ""));
}

const VALGRIND =
  "--tool --log-fd --suppressions --leak-check --error-exitcode --num-callers --trace-children -q";

/** The same tools for programs of another machine. */
const CROSS = [
  "arm-none-eabi",
  "arm-linux-gnueabi",
  "arm-linux-gnueabihf",
  "aarch64-linux-gnu",
  "aarch64-none-elf",
  "x86_64-linux-gnu",
  "i686-linux-gnu",
  "riscv64-linux-gnu",
  "riscv64-unknown-elf",
  "riscv32-unknown-elf",
  "powerpc64le-linux-gnu",
  "s390x-linux-gnu",
  "mips-linux-gnu",
  "x86_64-w64-mingw32",
  "i686-w64-mingw32",
  "avr",
  "xtensa-esp32-elf",
].flatMap((machine) =>
  ["objdump", "nm", "readelf", "size", "addr2line", "c++filt"].map((name) => `${machine}-${name}`)
)
  .join(" ");

/** What looks into programs, and what runs them to look. */
export const binaries: readonly Program[] = [
  reader(
    "nm gcc-nm c++filt objdump readelf size addr2line otool dyldinfo ldd pldd llvm-nm llvm-objdump llvm-readelf " +
      "llvm-readobj llvm-size llvm-strings llvm-dwarfdump llvm-cxxfilt llvm-symbolizer eu-nm eu-objdump eu-readelf eu-size " +
      "eu-strings eu-addr2line eu-elflint eu-elfcmp eu-findtextrel eu-stack dwarfdump pahole pfunct abidw " +
      "elfls strace-log-merge lddtree scanelf sprof gcov-dump " +
      "gp-display-text bloaty nm-new dumpobj otfdump classfileversion wasm-objdump " + CROSS,
    {
      values: "-j -M -m -b -e -s -n -C -T --target --section --disassemble --start-address --stop-address",
      optional: "-C",
      writes: "-o --output --out-file",
    },
  ),
  queries("patchelf", {
    flags:
      "--print-interpreter --print-rpath --print-needed --print-soname --print-os-abi --print-execstack --version",
    options: { flags: "--debug" },
  }),
  queries("chrpath", { flags: "-l --list -v --version" }),
  queries("execstack", { flags: "-q --query" }),
  defineProgram({
    names: "gdb lldb rust-gdb rust-lldb cgdb",
    options: {
      style: "single",
      values: "-p -pid --pid -d -s -e -c -core --core -tty -b",
      executes: "-x --command -ex --eval-command -iex -ix -o -O --source -S",
      flags: "-q -batch --batch -nx -nh --args -args -n -w --config --configuration",
    },
    effects: (parsed): readonly Effect[] => {
      const asks = parsed.options.length > 0 && parsed.operands.length === 0 &&
        parsed.options.every((option) => /^--?(?:version|configuration|config|help|h|v)$/.test(option.name));
      const target = parsed.operands[0];
      return asks ? [] : [{
        kind: "execute",
        ...(target?.value ? { program: target.value, word: target } : { unknown: true }),
      }];
    },
    examples: { "gdb --version": "", "gdb --config": "" },
  }),
  defineProgram({
    names: "valgrind",
    options: {
      style: "posix",
      values: VALGRIND,
      writes: "--log-file --xml-file --massif-out-file --callgrind-out-file",
    },
    runs: program,
    examples: { "valgrind --leak-check=full ls": "" },
  }),
  defineProgram({
    names: "perf",
    options: { style: "posix" },
    commands: {
      "list|version|help|buildid-list|evlist|config": {},
      "report|script|annotate|diff|top": {
        options: { values: "-i --input -s --sort", risky: " --gen-script --script" },
      },
      "stat|record|trace": {
        options: {
          style: "posix",
          values: "-e --event -p --pid -t --tid -C --cpu -r --repeat -F --freq -I -x -c --call-graph",
          writes: "-o --output",
        },
        effects: (parsed, call) =>
          call.subcommand === "record" && parsed.value("-o", "--output") === null && call.cwd !== null
            ? [{ kind: "write", path: `${call.cwd}/perf.data` }]
            : [],
        runs: program,
      },
    },
  }),
  defineProgram({
    names: "gprofng heaptrack sotruss rr",
    options: { style: "posix" },
    effects: () => [{ kind: "execute", unknown: true }],
    runs: later,
  }),
  defineProgram({
    names: "jc",
    options: { style: "posix" },
    effects: (parsed, call) => processFiles(parsed) ? call.touch("read", parsed.operands) : [],
    runs: (parsed) => {
      const shows = parsed.options.some((option) =>
        /^-(?:h|v|a|A|Z|B)$|^--(?:help|version|about|bash-comp)$/.test(option.name)
      );
      if (processFiles(parsed)) return [];
      // A program after jc's own options is run; `--dig` and its like only say how the input is read.
      return shows ? [] : program(parsed);
    },
    examples: { "jc --pretty dig www.example.com": "network:www.example.com", "jc --help --dig": "" },
  }),
  defineProgram({ names: "dcmd", options: { style: "posix" }, runs: program }),
  defineProgram({
    names: "unbuffer chronic ifne zrun systemd-cat",
    options: { style: "posix", values: "-t -p --identifier --priority --stderr-priority" },
    runs: program,
  }),
];
