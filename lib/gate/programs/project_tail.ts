/** More tools that packages bring for their own tests, checks and builds: web, Python, Go, Ruby, PHP, Haskell, others. */
import { acts, changes, installs, publishes, runs } from "../grammar/marks.ts";
import { foreignCode, projectCode } from "../grammar/project.ts";
import { tool, toolset } from "../grammar/tool.ts";
import { kit, mayWrite, simple } from "../grammar/usual.ts";
import { defineProgram, harmless, type Program } from "../program.ts";
import { showsFiles } from "./closed.ts";
import { queries } from "./queries.ts";

const tests = simple(
  "babel-tape-runner jasminum-phantom jasminum humile cm-runtests buster tspl lwc-jest sfdx-lwc-jest " +
    "pa11y pa11y-ci axe backstop reg-suit dredd " +
    "cutest teaspoon konacha richgo gotest grcov kaocha karate gauge yath newman mochawesome-merge " +
    "tachometer labrat jazzer alsatian doctest-discover hspec-discover tasty-discover doctest-parallel " +
    "esmocha prova tap-chrome browser-run coverify nodeunit-browser-tap tman mocha-phantomjs-core nearley-test json-schema-test",
);

const checks = simple(
  "node-sloc sloc react-doctor csstree-validator find-unused-sass-variables markuplint linthtml eslint-nibble linkinator blc hyperlink lychee " +
    "markdown-link-extractor envlint action-validator mbake datree polaris pluto " +
    "kics cfn-guard njsscan sobelow nancy horusec lizard gocloc sloccount git-sizer licensed scancode askalono " +
    "cargo-deny cargo-audit cargo-geiger cargo-udeps cargo-machete cargo-outdated cargo-bloat oasdiff openapi-diff squawk pgsanity " +
    "cookstyle foodcritic salt-lint jsonnet-lint shellharden trang codenarc npm-groovy-lint periphery tailor webpack-bundle-analyzer vite-bundle-visualizer " +
    "esbuild-visualizer arethetypeswrong tsc-files betterer tsc-strictify validate-commit-msg crlf leasot doiuse constyble parker solidity-coverage surya " +
    "pipcheck pyflakes3 pylint3 dupl goconst nakedret prealloc maligned stan phpinsights ls-exports licecheck npm-license analyze-css wallace cssstats recess filesize pkgfiles",
);

const builds = mayWrite(simple(
  "generate-md docpress vjslang cm-buildhelper linklocal esm2umd dts-buddy tcm typed-css-modules typed-scss-modules dustc svelte-package " +
    "svgicons2svgfont ttf2woff ttf2woff2 webfont fantasticon svgstore glyphhanger workbox critical penthouse uncss html-inline inliner inline-source juice mjml " +
    "shins widdershins dgeni livingcss cbindgen bindgen wit-bindgen mockgen mockery stringer wire swag gqlgen oapi-codegen go-bindata statik asn1c asn1ct " +
    "soapcpp2 wsdl2h rpcgen omniidl idlj tl mlton polyc smlsharp ldmd2 gdmd fpcmake ponyc teavm runmd bundt flowgen doxx dox-foundation jsdoc-parse docbox esgenerate esshorten babel-minify babili uglify ohm",
));

/** The change log is printed, unless an option names the file it goes to. */
const changelogs = tool("conventional-changelog conventional-recommended-bump", {
  loads: "-n --config -c --context -l --lerna-package -k --pkg",
  values: "-p --preset -r --release-count -t --tag-prefix --commit-path",
  writes: "-o --outfile",
  changes: "-s --same-file -i --infile -a --append",
});

/** `electron --version`; anything else is a program that it runs. */
const shells = queries("electron nodemon", { flags: "-v --version -h --help -i" });

const oclif = toolset("oclif oclif-dev", {
  shared: { loads: "--repository-prefix", values: "--version" },
  commands: { "manifest|readme|help|version": {} },
  others: { "pack|upload|promote|generate|init|multi|command|hook|plugin": acts },
});

const kits = kit("75lb-nature 75lb sagui roc tacobell");

const scripted: readonly Program[] = [
  toolset("scrapy", {
    shared: { loads: "-s --set --logfile --pidfile", values: "-L --loglevel -t --template" },
    commands: {
      "check|bench": {},
      "list|settings|version": { data: true },
    },
    others: {
      "genspider": {
        options: { values: "-t --template -d --dump", flags: "-l --list --edit --force" },
        effects: (parsed, call) =>
          parsed.has("-l", "--list") && parsed.operands.length === 0
            ? [projectCode]
            : changes.effects?.(parsed, call) ?? [],
      },
      "crawl|runspider|shell|parse|fetch|view": runs,
      "startproject|edit|deploy": changes,
    },
  }),
  toolset("django-admin", {
    shared: {
      loads: "--settings --pythonpath",
      values:
        "-v --verbosity --database -k --tag --exclude-tag --parallel -l --locale -d --domain -e --extension -x --exclude -p",
    },
    commands: {
      "check|test|diffsettings|showmigrations|sqlmigrate|sqlflush|sqlsequencereset|inspectdb|help|version|makemessages|compilemessages|findstatic":
        {},
    },
    others: {
      "runserver|testserver|shell|dbshell": runs,
      "startproject|startapp|makemigrations|migrate|flush|loaddata|dumpdata|createsuperuser|changepassword|collectstatic|squashmigrations|sendtestemail|createcachetable|clearsessions|optimizemigration|remove_stale_contenttypes":
        changes,
    },
  }),
  toolset("pybabel", {
    shared: {
      loads: "-F --mapping --mapping-file --input-dirs --input-file -i",
      values:
        "-k --keyword -c --add-comments --charset --project --version --msgid-bugs-address --copyright-holder -l --locale -D --domain -d --directory",
      writes: "-o --output --output-file --output-dir",
    },
    commands: { "extract|compile|init|update": {} },
  }),
  toolset("towncrier reno", {
    shared: { loads: "--config --dir", values: "--compare-with --version --name --date" },
    commands: { "check|list|lint|report": {} },
    others: { "build|create|new": changes },
  }),
  toolset("dvc", {
    shared: { values: "-R -r --remote -T -A", flags: "--json --md" },
    commands: {
      "status|diff|dag|list|ls|metrics show|metrics diff|params diff|plots templates|version|doctor|root|remote list|stage list|exp show|exp list|data status":
        { data: true },
    },
    others: {
      "repro|run|exp run": runs,
      "pull|push|fetch|get|import|import-url": installs,
      "add|remove|move|init|gc|checkout|commit|config|destroy|remote add": changes,
    },
  }),
  toolset("jupyter", {
    commands: {
      "nbconvert": {
        writes: "--output --output-dir",
        values: "--to",
        loads: "--config --template",
        executes: "--execute",
        changes: "--inplace --clear-output",
      },
    },
    others: {
      "kernelspec list|troubleshoot|labextension list|nbextension list|serverextension list": {},
      "notebook|lab|console|qtconsole|server|run|execute": acts,
      "labextension install|nbextension install|kernelspec install|kernelspec remove": installs,
    },
  }),
  toolset("rails hanami", {
    global: { values: "-e --environment" },
    shared: { loads: "-I -r --require", values: "-e --environment -n --name -s --seed" },
    commands: {
      "test|t|test:all|test:system|test:models|routes|about|stats|notes|middleware|initializers|zeitwerk:check|spec|version|secret|time:zones:all|db:version|db:migrate:status|db:abort_if_pending_migrations":
        {},
    },
    others: {
      "server|s|console|c|runner|r|dbconsole|db": runs,
      "new|generate|g|destroy|d|plugin|app:update|db:migrate|db:create|db:drop|db:reset|db:rollback|db:seed|db:setup|db:schema:load|db:schema:dump|assets:precompile|assets:clobber|tmp:clear|log:clear|credentials:edit|credentials:show|encrypted:edit|action_text:install":
        changes,
    },
  }),
  toolset("nanoc middleman bridgetown awestruct", {
    shared: { loads: "--config", values: "-e --environment", writes: "-o --output --build-dir" },
    commands: { "compile|co|build|check|show-data|show-plugins|show-rules|validate|version|help": {} },
    others: { "view|live|server|serve|watch|create-site|create|new|deploy|prune|init|console": acts },
  }),
  toolset("pod", {
    shared: { values: "--sources --subspec --swift-version --platforms", flags: "--allow-warnings --quick" },
    commands: {
      "lib lint|spec lint|outdated|list|env|ipc podfile|ipc spec|spec cat|spec which|search|info": {},
    },
    others: {
      "install|update|deintegrate|init|repo|repo update|setup|cache clean": installs,
      "trunk|trunk push|repo push": publishes,
    },
  }),
  toolset("sqlc", {
    shared: { loads: "-f --file --config --dir --to --from", values: "--dev-url --env" },
    commands: { "generate|compile|vet|diff|version|lint|breaking": {} },
    others: { "push|migrate|schema|login": publishes, "init": changes },
  }),
  toolset("goreleaser", {
    shared: { loads: "-f --config", values: "-p --parallelism --timeout --id", writes: "-o --output --dist" },
    commands: { "check|healthcheck|jsonschema|build": {} },
    others: { "release|r|publish|announce|continue": publishes, "init": changes },
  }),
  toolset("lake", {
    global: { values: "-d --dir -f --file -K" },
    shared: { values: "-d --dir -f --file -K -R" },
    commands: { "build|test|lint|check-build|check-test|check-lint|query|version|help": {} },
    others: {
      "exe|exec|run|script|script run|env|serve": runs,
      "update|upgrade|new|init|upload|unpack|cache": installs,
      "clean": changes,
    },
  }),
  toolset("isabelle", {
    commands: { "build": { loads: "-d -D", values: "-o -j -x -X -g -G", flags: "-b -v -n" } },
    others: { "getenv|version": {}, "jedit|console|env|process|mkroot": runs },
  }),
];

/** Formatters that print what they would change, unless an option has them write. */
function prints(list: string, writes: string): Program {
  return defineProgram({
    names: list,
    options: { values: "-c --config --config-file --indent --width -s --style", flags: writes },
    effects: (parsed, call) => [
      parsed.has(...writes.split(" "))
        ? { kind: "write", recursive: true, ...(call.cwd === null ? {} : { path: call.cwd }) }
        : projectCode,
      ...foreignCode([...parsed.operands, ...parsed.options.flatMap(({ value }) => value ?? [])], call),
    ],
  });
}

const formatters: readonly Program[] = [
  prints("2to3 futurize pasteurize modernize", "-w --write"),
  prints("brittany stylish-haskell hindent floskell", "-i --inplace --write-mode=inplace"),
  prints("google-java-format", "-i -r --replace --aosp-replace"),
  prints("yamlfmt ", "-w --write"),
  prints(" sqlformat pg_format", "--fix -i --inplace"),
  defineProgram({
    names: "php-cs-fixer",
    options: {
      values: "--config --rules --cache-file --format --path-mode --using-cache",
      flags: "--dry-run --diff -v --allow-risky --stop-on-violation --show-progress",
    },
    effects: (parsed, call) => {
      const verb = parsed.operands[0]?.value ?? "";
      const checks = /^(?:check|describe|list-files|list-sets|list|help)$/.test(verb) || verb === "" ||
        verb === "fix" && parsed.has("--dry-run");
      return [
        checks
          ? projectCode
          : { kind: "write", recursive: true, ...(call.cwd === null ? {} : { path: call.cwd }) },
        ...foreignCode([...parsed.operands, ...parsed.options.flatMap(({ value }) => value ?? [])], call),
      ];
    },
    examples: { "php-cs-fixer fix --dry-run": "execute", "php-cs-fixer fix": "write" },
  }),
];

/** Builds a module of a web server; with `-i` or `-a` it is installed, or switched on. */
const apxs = tool("apxs apxs2", {
  values: "-S -D -l -L -I -n -q",
  writes: "-o",
  changes: "-i -a -A -e -g",
});

/** Show how a module, a class or an interface is documented: what they are asked about is imported. */
const described = tool("pydoc pydoc3", {
  data: true,
  values: "-k",
  executes: "-p -n -b",
  changes: "-w",
});

/** Tell something by their exit status, or of themselves. */
const tells = harmless(
  "detect-libc is-node-modern is-node-not-modern pipdeptree npm-which node-abi tput.js supports-color-cli term-size-cli",
  {
    values: "-p --packages -d --depth -w --warn -o --output",
  },
);

const readers = showsFiles("fxparser benchstat fast-xml-parser", {
  style: "single",
  values: "-filter -row -col -format -table",
  writes: "-o",
  flags: "-a -ns -v --no-attr",
});

const coverage = toolset("hpc", {
  shared: { loads: "--srcdir --hpcdir", values: "--include --exclude", writes: "--output --destdir" },
  commands: { "help|report|markup|sum|combine|map|overlay|draft|show|version": {} },
});

/** The tools. */
export const projectTail: readonly Program[] = [
  tests,
  checks,
  builds,
  kits,
  changelogs,
  shells,
  oclif,
  ...scripted,
  ...formatters,
  described,
  apxs,
  tells,
  readers,
  coverage,
];
