/** Programs that run a project's tests, and those that measure what the tests cover. */
import { foreignCode, namesForeign, projectCode } from "../grammar/project.ts";
import { acts } from "../grammar/marks.ts";
import { tool, toolset } from "../grammar/tool.ts";
import type { Effect } from "../effect.ts";
import { defineProgram, type Program } from "../program.ts";
import { literalWord, type Word } from "../word.ts";

const MODULES = "-r --require --import --loader --experimental-loader --file";
const CONFIG = "-c --config --config-file";

const javascript: readonly Program[] = [
  tool("mocha _mocha mochify mocha-parallel-tests nodeunit jasmine jasmine-node testem", {
    loads: `${MODULES} ${CONFIG} --package --helper --spec -O`,
    values:
      "-R --reporter -t --timeout -g --grep -f --fgrep -u --ui --extension --ignore --exclude -n --node-option --retries -s --slow -j --jobs --watch-files --watch-ignore -i",
    flags: "-w --watch",
  }),
  tool("jest jest-cli ", {
    loads:
      "-c --config --rootDir --globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv --testRunner --runner --transform --resolver --env --testEnvironment --projects --preset --reporters --testSequencer --watchPlugins --coverageProvider --snapshotResolver --roots",
    values:
      "-t --testNamePattern --testPathPattern --testPathPatterns --testTimeout -w --maxWorkers --shard --coverageReporters --collectCoverageFrom --testMatch --testRegex --selectProjects --changedSince",
    writes: "--coverageDirectory --outputFile --cacheDirectory",
    changes: "-u --updateSnapshot --init --clearCache",
    flags: "--watch --watchAll",
  }),
  tool(
    "tape taper tape-run faucet zora pta uvu borp poku japa brittle lab qunit baretest xv testee",
    {
      loads: `${MODULES} ${CONFIG} -C --cwd -l --leaks-module`,
      values:
        "-i --ignore -t --threshold -m --timeout -a --assert -T --transform -p --pattern -x --sourcemaps -g --grep --ignore-pattern --reporter --seed --filter --concurrency",
      writes: "-o --output",
      changes: "-w --watch",
    },
  ),
  tool("tap taprun node-tap ava tsd tstyche dtslint tsd-lite expect-type attest", {
    loads: `${MODULES} ${CONFIG} --before --after --node-arg --test-arg --plugin --typings --tsconfig --root`,
    values:
      "-R --reporter -t --timeout -T -j --jobs -m --match -c --concurrency --files --target --localTs --include --exclude",
    writes: "-o --output-file -d --output-dir",
    changes: "-s --snapshot -u --update-snapshots --update --watch -w",
    executes: "--comment-with",
  }),
  tool("karma", {
    style: "getopt",
    loads: "--plugins",
    values: "--browsers --reporters --port --log-level --grep",
  }),
  tool("wtr web-test-runner wdio protractor nightwatch testcafe codeceptjs cucumber-js cucumber ", {
    loads: `${MODULES} ${CONFIG} --config --root-dir --plugin -e --env`,
    values: "-t --tags -f --format --browsers --suite --spec --group --name --concurrency",
    changes: "--watch -w",
  }),
  tool("vitest", {
    loads: "-c --config -r --root --dir --globals-setup --workspace --setupFiles --environment --pool",
    values: "-t --testNamePattern --project --reporter --shard --testTimeout --maxWorkers --changed",
    optional: "--browser --coverage --ui --inspect",
    writes: "--outputFile --coverage.reportsDirectory",
    changes: "-u --update",
    flags: "--run --watch",
  }),
  toolset("playwright", {
    shared: {
      loads: "-c --config --global-setup",
      values: "-g --grep --grep-invert --project --reporter --workers -j --retries --shard --timeout",
      optional: "--ui --debug",
      writes: "--output",
      changes: "-u --update-snapshots",
    },
    commands: { "test|merge-reports": {} },
    others: {
      "install|install-deps|uninstall|codegen|open|screenshot|pdf|cr|ff|wk": acts,
      "show-report|show-trace": {},
    },
  }),
  toolset("cypress", {
    shared: {
      loads: "-C --config-file -P --project -c --config",
      values: "-b --browser -e --env -s --spec -r --reporter -o --reporter-options --headed --group --tag",
    },
    commands: { "run|verify|info|version": {} },
    others: { "open|install|cache": acts },
  }),
];

/** `-p NAME` loads a plugin before all else; `-p no:NAME` only leaves one out. */
function withPlugins(program: Program): Program {
  return {
    ...program,
    effects: (parsed, call) => [
      ...program.effects?.(parsed, call) ?? [],
      ...parsed.values("-p").filter((word) => !/^no:[\w.-]+$/.test(word.value ?? ""))
        .map((word): Effect => ({ kind: "execute", word, program: word.text })),
    ],
  };
}

const others: readonly Program[] = [
  withPlugins(tool("pytest py.test pytest-3 py.test-3", {
    loads: "-c --config-file --rootdir --confcutdir -o --override-ini --import-mode",
    values:
      "-k -m -n --numprocesses --maxfail --tb --cov-fail-under --durations --timeout -W --color --capture --reruns --dist --ignore --ignore-glob --deselect --log-level --log-cli-level --seed -p",
    optional: "--cov --cov-report --lf --pdbcls",
    writes: "--junitxml --junit-xml --basetemp --report-log --resultlog --html --log-file --cov-report-file",
    executes: "--pdbcls",
    changes: "--snapshot-update --inline-snapshot --force-regen",
  })),
  tool("nose2 nosetests nosetests3 trial green behave lettuce robot ward stestr testr unit2 hypothesis", {
    loads: "-c --config -s --start-directory -t --top-level-directory --load-list --tests",
    values: "-a -e -m -n --tags --log-level -i --include --exclude",
    writes: "-d --outputdir --output --report --log -o --outfile",
  }),
  tool("rspec minitest phpunit pest codecept behat phpspec kahlan paratest infection atoum", {
    loads: "-r --require -I -c --configuration --bootstrap -C --default-path --include-path",
    values: "-e --example -t --tag -f --format -P --pattern --filter --group --testsuite --seed -m --only",
    writes:
      "-o --out --log-junit --coverage-html --coverage-clover --coverage-text --log-teamcity --testdox-html",
    executes: "--drb-port --prepend",
  }),
  tool("bats shellspec shunit2 roundup prove bashunit cram shelltest shelltestrunner lit llvm-lit greatest", {
    loads: "-I -P --lib --libdir --load -T --rc",
    values: "-f --filter -j --jobs -F --formatter --report-formatter --timing -t --tags",
    writes: "-o --output -a --archive",
    executes: "-e --exec --source --shell",
    flags: "-r -v -s -l",
  }),
  tool("ctest", {
    loads: "--test-dir -S --script -SP --script-new-process -C",
    values:
      "-R -E -L -LE -j --parallel --timeout -M -T --repeat --preset --output-junit-file -I --tests-regex --exclude-regex --label-regex --build-config",
    writes: "-O --output-log --output-junit",
    executes: "--build-and-test --test-command --overwrite --build-makeprogram",
    risky: "-D --dashboard --submit-index",
  }),
  tool("busted luacov luaunit testthat kcov gtester dejagnu runtest roswell eunit", {
    loads: "-c --config-file -f --config --helper --lpath --cpath -m",
    values: "-t --tags -o --output --filter -p --pattern",
    executes: "--lua -e",
  }),
  toolset("coverage coverage3", {
    shared: {
      loads: "--rcfile --source",
      values: "-m --module -i --include --omit --fail-under -d --directory",
    },
    commands: {
      "run": { loads: "-m --module" },
      "report|html|xml|json|lcov|annotate|combine|debug|help": { data: true, writes: "-o -d --directory" },
    },
    others: { "erase": { effects: (_, call) => call.touch("delete", []) } },
  }),
  tool("tox", {
    loads: "-c --conf --workdir --root",
    values: "-e --env -f -m -x --override --skip-env --colored -W -n --num",
    optional: "-p --parallel",
    writes: "--result-json",
    flags: "-r -v -q",
  }),
  tool("nox", {
    loads: "-f --noxfile --envdir",
    values:
      "-s --session --sessions -e -k --keywords -t --tags -p --pythons --python -db --default-venv-backend",
    executes: "--force-python -P",
  }),
];

/** Coverage tools and the like that run the program that follows. */
const wrappers: readonly Program[] = [
  defineProgram({
    names: "nyc c8 one-double-zero ",
    options: {
      style: "posix",
      values:
        "-r --reporter -n --include -x --exclude -e --extension --lines --functions --branches --statements --check-coverage-file --src -i --parser-plugins",
      reads: "--require --nycrc-path -c --config --cwd",
      writes: "-t --temp-dir --temp-directory --report-dir -o --reports-dir --reports-directory",
      optional: "--silent --all --check-coverage",
      flags: "--clean",
    },
    effects: (parsed, call) => [
      projectCode,
      // `instrument` and `merge` take where they write as their last operand.
      ...(/^(?:instrument|merge)$/.test(parsed.operands[0]?.value ?? "")
        ? call.touch("write", parsed.operands.slice(2).slice(-1))
        : []),
      ...parsed.values("--require", "--config", "-i", "--cwd").filter((word) => namesForeign(word, call))
        .flatMap((word) => call.touch("execute", [word], { program: word.text })),
    ],
    runs: (parsed) =>
      /^(?:report|check-coverage|merge|instrument|cover)$/.test(parsed.operands[0]?.value ?? "report")
        ? []
        : [{ kind: "argv", words: parsed.operands }],
    examples: { "nyc tap test": "execute", "c8 report": "execute" },
  }),
  defineProgram({
    names: "istanbul isparta",
    options: {
      values: "--report -x --default-excludes -i --preserve-comments --reporter --verbose-by --save-baseline",
      writes: "--dir -o --output --baseline-file",
      reads: "--config --root",
      flags:
        "-v --verbose --print --include-all-sources --complete-copy --hook-run-in-context --no-default-excludes",
      executes: "--post-require-hook",
    },
    effects: (parsed, call) => [
      projectCode,
      ...foreignCode([...parsed.values("--config", "--root"), ...parsed.operands], call),
    ],
    runs: (parsed) => {
      const [verb, program, ...rest] = parsed.operands;
      if (verb?.value !== "cover" || program === undefined) return [];
      // A file of tests is run as a test runner would run it; where it lies was looked at above.
      if (
        /^(?:\.\/)?(?:\w[\w.-]*\/)*(?:tests?|specs?|__tests__)(?:\/(?!.*\.\.)[\w./-]*|[\w.-]*)\.[cm]?js$/
          .test(program.value ?? "")
      ) {
        return [];
      }
      return [{ kind: "argv", words: [installedTool(program), ...rest] }];
    },
    examples: {
      "istanbul cover _mocha -- -R spec": "execute",
      "istanbul cover node_modules/.bin/_mocha": "execute",
      "istanbul cover test/run.js": "execute",
      "istanbul check-coverage --branches 100": "execute",
    },
  }),
];

/** The name of a runner that is given by the file a package brings it in, which is all that `istanbul cover` takes. */
function installedTool(word: Word): Word {
  const found = /^(?:\.\/)?node_modules\/(?:\.bin\/(\w[\w-]*)|([\w-]+)\/bin\/(\w[\w-]*)(?:\.js)?)$/.exec(
    word.value ?? "",
  );
  const name = found?.[1] ?? found?.[3];
  return name === undefined ? word : { ...literalWord(name, word.span), text: word.text };
}

/** Test runners and coverage tools. */
export const testRunners: readonly Program[] = [...javascript, ...others, ...wrappers];
