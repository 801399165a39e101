/** Interpreters of programming languages: what they run from an option, a file, or their input. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { type Deeds, deedsOf } from "../grammar/inline.ts";
import { isPlainSplit, isPureModule } from "../grammar/perl.ts";
import { foreignCode, projectCode } from "../grammar/project.ts";
import { defineProgram, type Inner, type Program } from "../program.ts";
import { isProgramModule, moduleEffects } from "./python_modules.ts";
import { literalWord, mayBeOption, unknownWord, type Word } from "../word.ts";

/** How one interpreter reads its options. One letter each; long options by their whole names. */
interface Dialect {
  readonly language: string;
  /** Take program text. */
  readonly code: readonly string[];
  /** Takes a module that runs as the program; the rest is its arguments. */
  readonly module?: string;
  /** Take a value that is not code. */
  readonly values?: readonly string[];
  /** Have an optional value, only attached: how much of the rest of the word belongs to it. */
  readonly attached?: Readonly<Record<string, RegExp>>;
  /** Take a value that is code to load first. */
  readonly loads?: readonly string[];
  /** Only tell something. */
  readonly tells: readonly string[];
  /** Other options that do no more than they say; any option that is named nowhere may do anything. */
  readonly plain?: RegExp;
  /** Run the project's tests. */
  readonly tests?: readonly string[];
  /** Check the syntax, or only filter: the operands are data. */
  readonly edits?: string;
}

/** The command line of an interpreter, sorted. */
interface Start {
  readonly options: readonly string[];
  readonly code: readonly Word[];
  readonly module: Word | null;
  readonly file: Word | null;
  readonly loads: readonly Word[];
  readonly rest: readonly Word[];
  /** A word may turn out to be an option. */
  readonly uncertain: boolean;
}

function tail(word: Word, from: number): Word {
  return {
    ...word,
    value: word.value?.slice(from) ?? null,
    prefix: word.prefix.slice(from),
    code: word.value === null ? word.code : word.value.slice(from),
  };
}

function startOf(args: readonly Word[], dialect: Dialect): Start {
  const options: string[] = [];
  const code: Word[] = [];
  const loads: Word[] = [];
  const { values = [], loads: loading = [] } = dialect;
  const result = (at: number, more: Partial<Start> = {}): Start => ({
    options,
    code,
    loads,
    module: null,
    file: null,
    uncertain: false,
    rest: args.slice(at),
    ...more,
  });
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    if (word === undefined) break;
    const text = word.value ?? word.prefix;
    if (mayBeOption(word)) return result(at, { uncertain: true });
    if (text === "--") return operand(args, at + 1, { result, code });
    if (!text.startsWith("-") || text === "-") return operand(args, at, { result, code });
    if (!text.startsWith("--") && text.length > 2 && dialect.code.includes(text)) {
      const value = args[++at];
      options.push(text);
      if (value !== undefined) code.push(value);
      continue;
    }
    for (let letter = 1; letter < text.length; letter++) {
      const long = text.startsWith("--");
      const equals = long ? text.indexOf("=") : -1;
      const name = long ? (equals < 0 ? text : text.slice(0, equals)) : `-${text[letter]}`;
      options.push(name);
      const optional = long ? undefined : dialect.attached?.[name]?.exec(text.slice(letter + 1));
      if (optional !== undefined) {
        letter += optional?.[0].length ?? 0;
        continue;
      }
      const attached = long ? equals + 1 : letter + 1;
      const takes = [...dialect.code, ...values, ...loading, dialect.module ?? ""].includes(name);
      if (takes) {
        const value = (long ? equals < 0 : attached >= text.length) ? args[++at] : tail(word, attached);
        if (dialect.code.includes(name) && value !== undefined) code.push(value);
        if (loading.includes(name) && value !== undefined) loads.push(value);
        if (name === dialect.module && value !== undefined) return result(at + 1, { module: value });
        // Whatever follows is the program's own.
        if (dialect.code.includes(name) && dialect.module !== undefined) return result(at + 1);
      }
      if (takes || long) break;
    }
  }
  return result(args.length);
}

function operand(
  args: readonly Word[],
  at: number,
  { result, code }: {
    readonly result: (at: number, more?: Partial<Start>) => Start;
    readonly code: readonly Word[];
  },
): Start {
  const word = args[at];
  if (code.length > 0 || word === undefined) return result(at);
  return word.value === "-" ? result(at + 1) : result(at + 1, { file: word });
}

/** Effects that literal calls in the text name: `rmtree("/")`, `open("x", "w")`. */
function deedEffects(deeds: Deeds, call: Call, word: Word): Effect[] {
  const at = (paths: readonly string[]) => paths.map((path) => literalWord(path, word.span));
  return [
    ...call.touch("read", at(deeds.reads)),
    ...call.touch("write", at(deeds.writes)),
    ...call.touch("delete", at(deeds.deletes)),
    ...call.touch("delete", at(deeds.trees), { recursive: true }),
    ...(deeds.network ? [{ kind: "network", word } as const] : []),
  ];
}

const asking = (start: Start, dialect: Dialect): boolean =>
  start.options.length > 0 && start.code.length === 0 && start.file === null &&
  start.options.some((name) => dialect.tells.includes(name));

function interpreter(
  names: string,
  dialect: Dialect,
  examples: Readonly<Record<string, string>> = {},
): Program {
  return defineProgram({
    names,
    options: { style: "none" },
    effects: (_, call) => {
      const start = startOf(call.args, dialect);
      if (asking(start, dialect)) return [];
      const list: Effect[] = start.loads
        .filter((word) => !(dialect.language === "perl" && isPureModule(word.value ?? "")))
        .map((word) => ({ kind: "execute", program: word.text, word }));
      if (dialect.tests?.some((name) => start.options.includes(name)) === true) {
        // The project's own set-up modules are as much its code as the tests are.
        const unsure = start.loads.filter((word) => word.value === null);
        return [
          ...(start.options.includes("--run") ? list : []),
          ...unsure.map((word): Effect => ({ kind: "execute", unknown: true, word })),
          projectCode,
          ...foreignCode(call.args.map(valueOf), call),
          ...call.touch("write", call.args.filter((word) => REPORTS.test(word.prefix)).map(valueOf)),
        ];
      }
      if (start.module !== null) list.push(...moduleEffects(start.module, { rest: start.rest, call }));
      const named = [
        ...dialect.code,
        ...dialect.tells,
        ...(dialect.values ?? []),
        dialect.module,
        ...Object.keys(dialect.attached ?? {}),
      ];
      if (
        start.options.some((name) =>
          !named.includes(name) && !(dialect.loads ?? []).includes(name) &&
          dialect.plain?.test(name) === false
        )
      ) {
        list.push({ kind: "execute", unknown: true, word: call.program });
      }
      if (start.uncertain || dialect.language === "perl" && call.args.some(splitsByCode)) {
        list.push({ kind: "execute", unknown: true, word: call.program });
      }
      for (const word of start.code) {
        list.push(...deedEffects(deedsOf(word.value ?? word.code, dialect.language), call, word));
      }
      const input = call.input.kind === "text" || call.input.kind === "calls" ? call.input.text : null;
      if (input !== null && start.code.length === 0 && start.file === null && start.module === null) {
        list.push(...deedEffects(deedsOf(input, dialect.language), call, call.program));
      }
      if (dialect.edits !== undefined && start.options.includes(dialect.edits)) {
        list.push(...call.touch("write", start.rest));
      } else if (start.code.length > 0) list.push(...call.touch("read", dataFiles(start, dialect)));
      return list;
    },
    runs: (_, call) => runs(startOf(call.args, dialect), call, dialect),
    examples,
  });
}

/** `-F` of perl with more than a pattern. */
function splitsByCode(word: Word): boolean {
  const given = /^-[aclnpswEWtTuX0-7]*F(.*)$/s.exec(word.value ?? word.prefix);
  return given !== null && (word.value === null || !isPlainSplit(given[1] ?? ""));
}

/** Options of `node` whose value is a file or directory that it writes. */
const REPORTS =
  /^--(?:test-reporter-destination|(?:cpu|heap)-prof-(?:dir|name)|diagnostic-dir|redirect-warnings|report-(?:dir(?:ectory)?|filename)|trace-event-file-pattern|build-snapshot-config)=/;

/** The value in `--option=value`, or the word itself. */
function valueOf(word: Word): Word {
  const at = /^--?[\w-]+=/.exec(word.prefix)?.[0].length ?? 0;
  return at === 0 ? word : { ...word, value: word.value?.slice(at) ?? null, prefix: word.prefix.slice(at) };
}

/** Only `perl` and `ruby` read their operands by themselves, with `-n` and `-p`. */
function dataFiles(start: Start, dialect: Dialect): readonly Word[] {
  return dialect.edits !== undefined && /-[np]/.test(start.options.join()) ? start.rest : [];
}

function runs(start: Start, call: Call, dialect: Dialect): readonly Inner[] {
  if (asking(start, dialect)) return [];
  const { language } = dialect;
  if (dialect.tests?.some((name) => start.options.includes(name)) === true) return [];
  if (start.module !== null) {
    return isProgramModule(start.module.value ?? "")
      ? [{ kind: "argv", words: [start.module, ...start.rest], external: true }]
      : [];
  }
  const shells = (text: string, word: Word): Inner[] =>
    deedsOf(text, language).shell.map((command) => ({
      kind: "code",
      language: "shell",
      words: [command === null ? unknownWord("…", word.span) : literalWord(command, word.span)],
    }));
  if (start.code.length > 0) {
    return start.code.flatMap((word): Inner[] => [
      { kind: "code", language, words: [word] },
      ...shells(word.value ?? word.code, word),
    ]);
  }
  if (start.file !== null) return [{ kind: "file", language, file: start.file }];
  const input = call.input.kind === "text" || call.input.kind === "calls" ? call.input.text : null;
  return [{ kind: "input", language }, ...(input === null ? [] : shells(input, call.program))];
}

/** Interpreters by language. */
export const interpreters: readonly Program[] = [
  interpreter(
    "python python2 python3 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy pypy3 ipython ipython3",
    {
      language: "python",
      code: ["-c"],
      module: "-m",
      values: ["-W", "-X", "-Q", "--check-hash-based-pycs"],
      plain: /^-[bBdEIOPqsSuvxR]$/,
      tells: ["-V", "--version", "-h", "--help", "--help-env", "--help-xoptions", "--help-all"],
    },
    {
      "python3 -m pytest -q": "execute",
      "python3 -c 'import shutil;shutil.rmtree(\"/\")'": "delete:/",
      "python3 x.py": "execute:/home/user/project/x.py",
      "python3 -V": "",
    },
  ),
  interpreter("node nodejs", {
    language: "javascript",
    code: ["-e", "--eval", "-p", "--print", "-pe"],
    values: [
      "-C",
      "--conditions",
      "--test-reporter",
      "--test-name-pattern",
      "--test-concurrency",
      "--input-type",
      "--stack-trace-limit",
      "--test-reporter-destination",
      "--test-timeout",
      "--test-shard",
      "--title",
      "--max-http-header-size",
    ],
    loads: [
      "-r",
      "--require",
      "--import",
      "--loader",
      "--experimental-loader",
      "--env-file",
      "--experimental-config-file",
      "--run",
    ],
    tells: ["-v", "--version", "-h", "--help", "--v8-options"],
    tests: ["--test", "--test-only"],
    plain:
      /^(?:-c|--check|--no-warnings|--no-deprecation|--trace-[a-z-]+|--throw-deprecation|--experimental-(?!config)[a-z-]+|--enable-source-maps|--expose-gc|--max-old-space-size|--stack-size|--harmony[a-z-]*|--unhandled-rejections|--pending-deprecation|--strip-types|--preserve-symlinks)$/,
  }, { "node -v": "", "node --test a.js": "execute" }),
  interpreter("perl perl5", {
    language: "perl",
    code: ["-e", "-E"],
    attached: {
      "-l": /^[0-7]*/,
      "-0": /^(?:x[0-9a-f]+|[0-7]*)/i,
      "-C": /^(?:\d+|[IOEioADSLa]*)/,
      "-F": /^.*/s,
      "-i": /^.*/s,
      "-x": /^.*/s,
      "-D": /^.*/s,
      "-V": /^.*/s,
    },
    loads: ["-M", "-m", "-I"],
    tells: ["-V", "-v", "-h", "--help", "--version"],
    plain: /^-[acfnpsStTuUwWXE]$/,
    edits: "-i",
  }, { "perl -pe s/a/b/ f": "read:/home/user/project/f", "perl -V:libc": "" }),
  interpreter("ruby jruby irb", {
    language: "ruby",
    code: ["-e"],
    values: ["-C", "-E"],
    attached: {
      "-0": /^[0-7]*/,
      "-F": /^.*/s,
      "-i": /^.*/s,
      "-K": /^\w?/,
      "-T": /^\d*/,
      "-W": /^\S*/,
      "-x": /^.*/s,
    },
    loads: ["-r", "-I"],
    tells: ["-v", "--version", "-h", "--help", "--copyright"],
    edits: "-i",
  }),
  interpreter("php php8 php7", {
    language: "php",
    code: ["-r", "-B", "-R", "-E"],
    values: ["-c", "-d", "-t", "-z"],
    loads: ["-S"],
    tells: ["-v", "--version", "-h", "--help", "-m", "-i", "--ini"],
  }),
  interpreter("lua lua5.1 lua5.2 lua5.3 lua5.4 luajit texlua", {
    language: "lua",
    code: ["-e"],
    loads: ["-l"],
    tells: ["-v", "--version"],
  }),
  interpreter(
    "Rscript R r julia osascript groovy scala kotlin elixir iex erl tclsh wish expect guile racket sbcl clisp ghci runghc raku octave maxima gnuplot",
    {
      language: "other",
      code: ["-e", "-eval", "--eval", "-c", "-E"],
      values: ["-l"],
      tells: ["--version", "--help", "-v", "-h"],
    },
  ),
];
