/** Programs that run targets a project defines: `make`, `just`, `rake`, `grunt`, `gradle`, `turbo`. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { runsScripts } from "../grammar/entry.ts";
import { acts, asks, installs, MARK, publishes } from "../grammar/marks.ts";
import { foreignCode, projectCode } from "../grammar/project.ts";
import type { Purpose } from "../grammar/scripts.ts";
import type { Grammar, Parsed } from "../options.ts";
import { defineProgram, type Program } from "../program.ts";
import type { Word } from "../word.ts";

/** Variables of a makefile that decide which program runs. */
const PROGRAM_VARIABLE =
  /^(?:SHELL|\.SHELLFLAGS|MAKE|MAKEFLAGS|MAKEFILES|MFLAGS|GNUMAKEFLAGS|BASH_ENV|ENV|PATH|VPATH|LD_\w+|RM|CP|MV|INSTALL|AR|AS|LD|CC|CXX|CPP|FC|LEX|YACC|PYTHON|PERL|NODE|NPM|GO|CARGO|DOCKER|GIT|SED|AWK|GREP|CURL|WGET|SUDO|\w*(?:_CMD|_BIN|_EXE|_LAUNCHER|_PROG|_COMMAND))$/;

/** Programs that a value must not begin with, and paths to programs that are not installed. */
const STARTS =
  /^(?:(?:rm|mv|cp|dd|ln|tee|install|chmod|chown|sh|bash|dash|zsh|curl|wget|nc|ssh|scp|rsync|sudo|su|doas|env|xargs|eval|exec|kill|truncate|shred)(?:\s|$)|\.\/[\w-]+$|\/home\/\S*\/[\w-]+$|~)/;

const TOOLCHAIN =
  /^(?:(?:[a-z0-9_]+-)*(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+|tcc|ar|ld|gfortran)(?:-[\d.]+)?|python[\d.]*|perl|node|go|cargo|npm|bison|flex)$/;

const make = defineProgram({
  names: "make gmake bmake pmake remake mingw32-make nmake dmake colormake checkmake",
  options: {
    values:
      "-C --directory -f --file --makefile -I --include-dir -o --old-file --assume-old -W --what-if --new-file --assume-new",
    optional: "-j --jobs -l --load-average --max-load -O --output-sync --debug --shuffle --trace",
    executes: "--eval -E",
    flags: "-n --dry-run --just-print --recon -q --question -p --print-data-base -v --version -h --help",
  },
  effects: makes,
  examples: {
    "make test": "execute",
    "make -j8 CFLAGS=-O2": "execute",
    "make test SHELL=/tmp/evil": "execute execute",
  },
});

function makes(parsed: Parsed, call: Call): Effect[] {
  const isVariable = (word: Word) => /^[\w.]+[?:+!]*=/.test(word.value ?? word.prefix);
  const targets = parsed.operands.filter((word) => !isVariable(word) && !/^\d+$/.test(word.value ?? ""));
  const variables = parsed.operands.filter(isVariable).filter(injects);
  const dry = parsed.has(
    "-n",
    "--dry-run",
    "--just-print",
    "--recon",
    "-q",
    "--question",
    "-v",
    "--version",
    "-h",
  );
  const where = parsed.values("-C", "--directory", "-f", "--file", "--makefile", "-I", "--include-dir");
  return [
    ...runsScripts(targets, { call, rest: [], ...(dry ? { purpose: "check" as const } : {}) }),
    ...foreignCode(where, call),
    ...where.filter(isInput).map((word): Effect => ({ kind: "execute", word, program: word.text })),
    ...variables.map((word): Effect => ({ kind: "execute", word, program: word.text })),
  ];
}

/** `-f -` reads the rules from wherever the input comes from. */
function isInput(word: Word): boolean {
  return word.value === "-";
}

/** A variable that names a program of unknown origin, or whose text a shell would read as more than words. */
function injects(word: Word): boolean {
  const text = word.value ?? word.prefix;
  const at = text.indexOf("=");
  const name = text.slice(0, at).replace(/[?:+!]+$/, "");
  const value = text.slice(at + 1);
  if (word.value === null && word.unknown === "computed") return true;
  if (/[;&|`<>\n]|\$[({]?[a-z(]/i.test(value)) return true;
  if (/(?:^|=|\s)\/(?:tmp|var\/tmp|dev\/shm)\//.test(value) && name !== "DESTDIR") return true;
  if (/plugin|fuse-ld|wrapper|specs|(?:^|\s)-B/.test(value)) return true;
  // `PYTEST='rm x'`, `RUNNER=./x`: a program in the place of the one that the makefile names.
  if (STARTS.test(value) && !/ARGS|FLAGS|OPTS|OPTIONS|^TESTS?$|TESTS$|FILES?$|SRCS?$|DIRS?$/.test(name)) {
    return true;
  }
  return PROGRAM_VARIABLE.test(name) && !TOOLCHAIN.test(value.split(" ")[0] ?? "");
}

/** A runner whose operands are targets. `none` says what running no target is for. */
function runner(
  list: string,
  spec: {
    readonly options?: Grammar;
    readonly where?: string;
    readonly none?: Purpose;
    readonly verbs?: string;
    readonly always?: Purpose;
    readonly lists?: string;
    /** Options that name targets. */
    readonly targets?: string;
    /** Only the first operand is a target. */
    readonly single?: true;
  } = {},
): Program {
  const verbs = new Set((spec.verbs ?? "").split(" "));
  const where = (spec.where ?? "").split(" ");
  const { options = {} } = spec;
  const naming = (spec.targets ?? "").split(" ");
  const lists = (spec.lists ?? "--help --version --list --tasks").split(" ");
  return defineProgram({
    names: list,
    options: {
      ...options,
      values: `${options.values ?? ""} ${where.join(" ")} ${naming.join(" ")}`.trim(),
      flags: `${options.flags ?? ""} ${lists.join(" ")}`.trim(),
    },
    effects: (parsed, call) => {
      const targets = parsed.operands.filter((word) => !/=|^-/.test(word.value ?? word.prefix));
      const [first, ...others] = targets;
      const given = first !== undefined && verbs.has(first.value ?? "") ? others : targets;
      const named = [...given.slice(0, spec.single ? 1 : given.length), ...parsed.values(...naming)];
      const purpose = parsed.has(...lists) ? "check" : spec.always ??
        (named.length === 0 ? spec.none : undefined);
      return [
        ...runsScripts(named, {
          call,
          rest: call.args.filter((word) => /^-/.test(word.prefix)),
          ...(purpose === undefined ? {} : { purpose }),
        }),
        ...foreignCode(parsed.values(...where), call),
        ...parsed.values(...where).filter(isInput).map((word): Effect => ({ kind: "execute", word })),
      ];
    },
  });
}

const LERNA_VALUES =
  "--scope --ignore --concurrency --since --include-merged-tags --stream --npm-client --loglevel --profile-location";

/** `lerna run NAME` in each package, or another program with `lerna exec`. */
const lerna = defineProgram({
  names: "lerna",
  options: {
    values: LERNA_VALUES,
    flags: "--stream --parallel --no-bail --no-private --private --no-prefix",
  },
  effects: (parsed, call) => {
    const [verb, ...names] = parsed.operands;
    const text = verb?.value ?? "";
    if (/^(?:ls|la|ll|list|changed|updated|diff|info|)$/.test(text)) {
      return verb === undefined ? [] : [projectCode];
    }
    if (text === "run") {
      return runsScripts(names.slice(0, 1), {
        call,
        rest: [...names.slice(1), ...call.args.filter((word) => word.prefix.startsWith("-"))],
      });
    }
    if (text === "exec" && program(call).length > 0) return [projectCode];
    return [{ kind: "execute", program: MARK.script, word: verb ?? call.program }];
  },
  runs: (parsed, call) =>
    parsed.operands[0]?.value === "exec" && program(call).length > 0
      ? [{ kind: "argv", words: program(call), external: true }]
      : [],
  examples: {
    "lerna exec -- tsc -p .": "execute",
    "lerna run test": "execute",
    "lerna publish": "execute",
  },
});

/** What `lerna exec` runs, when it is set off by `--` or follows at once. */
function program(call: Call): readonly Word[] {
  const end = call.args.findIndex((word) => word.value === "--");
  if (end >= 0) return call.args.slice(end + 1);
  const at = call.args.findIndex((word) => word.value === "exec");
  const words = call.args.slice(at + 1);
  return words[0]?.prefix.startsWith("-") === true ? [] : words;
}

const runners: readonly Program[] = [
  runner(
    "just task go-task mask mage cake jake invoke inv fab doit poe taskipy hereby nps tusk",
    {
      where: "-f --justfile --taskfile -d --working-directory --dir -C -c --collection --search-root",
      options: { values: "--set -p --parallel", executes: "--shell --shell-arg --command --chooser" },
      lists:
        "-l --list --list-all --summary --dump --show --evaluate --variables --tasks --help --version -n --dry-run",
      verbs: "run",
    },
  ),
  runner("rake", {
    where: "-f --rakefile -I --libdir -r --require -R --rakelibdir",
    options: { executes: "-e --execute -p --execute-print -E --execute-continue" },
    lists: "-T --tasks -P --prereqs -n --dry-run -W --where -D --describe -A --all --help --version",
  }),
  runner("grunt gulp broccoli brunch", {
    where: "--gruntfile -f --gulpfile --cwd --base --tasks --require --preload",
    verbs: "run",
    lists: "--help --version --tasks --tasks-simple -T --tasks-json",
  }),
  runner("ant", {
    where: "-f -file -buildfile -lib",
    options: { style: "single", values: "-logger -listener" },
    lists: "-p -projecthelp -version -diagnostics -help",
  }),
  runner("scons waf bitbake premake5 premake4 xmake tup redo gn bjam", {
    where: "-C -f --file --directory -I --top --out",
    options: { values: "-j -D --debug --site-dir --prefix" },
    lists: "--help --version -h -H -v -n --dry-run --no-exec",
  }),
  runner("mvn mvnw mvnd", {
    where: "-f --file -s --settings -gs --global-settings -t --toolchains -l --log-file",
    options: {
      style: "single",
      values: "-pl --projects -P --activate-profiles -T --threads -rf -b --builder",
    },
    lists: "-v --version -version -h --help",
    verbs: "clean",
  }),
  runner("gradle gradlew", {
    where:
      "-b --build-file -c --settings-file -p --project-dir -I --init-script -g --gradle-user-home --include-build",
    options: { values: "-x --exclude-task --max-workers --console --tests -P -D" },
    lists: "-v --version -h --help --status -m --dry-run",
  }),
  runner("nx", {
    where: "--cwd --config",
    options: {
      values: "-p --projects --parallel -c --configuration --exclude --output-style --base --head --files",
    },
    targets: "-t --target --targets",
    verbs: "run run-many affected",
    single: true,
    lists: "--help --version --graph",
  }),
  lerna,
  runner("turbo lage ultra bolt wsrun backfill mani oao", {
    where: "--cwd --config",
    options: {
      values:
        "--filter --scope --parallel --concurrency --ignore --output-logs --base --head --since --stream --npm-client",
    },
    verbs: "run",
    lists: "--help --version --dry-run --dry --graph",
  }),
  runner("dh dpkg-buildpackage debuild sbuild pbuilder debhelper", {
    options: {
      values: "--sourcedirectory --builddirectory --with --without --buildsystem -j --lintian-opts",
    },
    lists: "--no-act --list --help --version",
    always: "build",
  }),
  defineProgram({
    names: "meson",
    options: {
      values:
        "-C --buildtype --prefix --cross-file --native-file -D --suite --wrap-mode -j --num-processes --backend --default-library",
      executes: "--wrapper --wrap --gdb-path",
    },
    effects: (parsed, call) => {
      const verb = parsed.operands[0]?.value ?? "";
      const foreign = foreignCode([
        ...parsed.operands,
        ...parsed.values("-C", "--cross-file", "--native-file"),
      ], call);
      if (/^(?:install|dist|devenv|subprojects|wrap|rewrite|init|format)$/.test(verb)) {
        return [{ kind: "execute", program: MARK.script }, ...foreign];
      }
      return [projectCode, ...foreign];
    },
    examples: { "meson test -C build": "execute", "meson install": "execute" },
  }),
];

const packagers: readonly Program[] = [
  defineProgram({
    names: "composer",
    options: { style: "posix", values: "-d --working-dir" },
    commands: {
      "show|info|outdated|why|why-not|depends|prohibits|licenses|validate|check-platform-reqs|diagnose|status|about|suggests|fund|search|audit|list|help|browse|home":
        asks,
      "test|check|lint|phpstan|phpunit|phpcs|cs|stan|analyse|analyze|psalm|unit|ci": {
        effects: (parsed, call) => [projectCode, ...foreignCode(parsed.operands, call)],
      },
      "run-script|run": {
        options: { style: "posix" },
        effects: (parsed, call) =>
          runsScripts(parsed.operands.slice(0, 1), { call, rest: parsed.operands.slice(1) }),
      },
      "build|compile": { effects: (_, call) => runsScripts([], { call, rest: [] }) },
      "install|i|update|u|upgrade|require|r|remove|rm|create-project|global|dump-autoload|dumpautoload|reinstall|self-update|init|bump|exec":
        installs,
      "archive|config|clear-cache|clearcache|cc|fix|cs-fix|cs:fix": acts,
      "publish": publishes,
    },
    examples: { "composer test": "execute", "composer require x/y": "network write execute" },
  }),
];

/** Task runners. */
export const taskRunners: readonly Program[] = [make, ...runners, ...packagers];
