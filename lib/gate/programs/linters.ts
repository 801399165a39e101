/** Programs that check sources without changing them: linters, type checkers, formatters in their checking form. */
import { foreignCode, projectCode } from "../grammar/project.ts";
import { tool, toolset } from "../grammar/tool.ts";
import type { Effect } from "../effect.ts";
import type { Call } from "../call.ts";
import { defineProgram, type Program } from "../program.ts";

const javascript: readonly Program[] = [
  tool("eslint eslint_d oxlint tslint jshint jslint jscs gts ts-standard semistandard standardx", {
    acts: "fix clean init",
    loads:
      "-c --config --rulesdir -r --plugin --parser --resolve-plugins-relative-to --flag-file -p --project --tsconfig --rules-dir --format",
    values:
      "--ext --env --global --parser-options --rule --ignore-pattern --max-warnings --report-unused-disable-directives-severity -s --formatters-dir --ignore-path -e --exclude --cache-strategy --flag -f -D -A -W",
    writes: "-o --output-file --out --cache-location --cache-file",
    changes: "--fix --fix-dry-run --fix-suggestions --fix-dangerously --suppress-all --init",
  }),
  tool("standard snazzy xo hallmark remark-lint neostandard prettier-standard", {
    loads: "--parser --plugin --config --extend --cwd --resolve-plugins-relative-to",
    values:
      "--env --global --globals --ext --extension --ignore --reporter --rule --envs --filename --stdin-filename",
    optional: "--space --semicolon --prettier",
    changes: "--fix",
  }),
  tool(
    "stylelint htmlhint sass-lint stylint csslint pug-lint ember-template-lint lit-analyzer htmllint svglint",
    {
      loads: "-c --config --config-basedir --custom-syntax --custom-formatter --plugin --rulesdir -r",
      values: "-f --formatter --ip --ignore-pattern --max-warnings -i --ignore-path --rules --format",
      writes: "-o --output-file --cache-location",
      changes: "--fix --init",
    },
  ),
  tool(
    "markdownlint markdownlint-cli2 mdl remark alex write-good textlint vale proselint markdown-link-check",
    {
      loads: "-c --config --configPointer -r --rules --rule --rulesdir --plugin --use -u --style -s",
      values: "-i --ignore -p --ignore-path --json --filter -f --format --preset --ext -t --tags",
      writes: "-o --output --output-file",
      changes: "--fix --init",
    },
  ),
  tool("commitlint gitlint committed", {
    loads: "-x --extends -g --config -d --cwd -p --parser-preset -C --extra-path -c",
    values: "-f --from -t --to -o --format -H --help-url --from-last-tag --commits --msg-filename",
    optional: "-e --edit",
    flags: "-V --verbose -q --quiet -s --strict",
    changes: "--init",
  }),
  tool(
    "knip depcheck dependency-check unimported ts-prune ts-unused-exports madge dpdm skott circular-deps",
    {
      loads: "-c --config -p --tsConfig --tsconfig --ts-config --require-config --webpack-config --directory",
      values:
        "--reporter --include --exclude -x --extensions --workspace -W --ignores --ignore-path --detectors --parsers --specials --max-issues --preprocessor --layout --entry -s --skip --depends --basedir",
      writes: "-i --image --dot-file",
      changes: "--fix --fix-type --allow-remove-files",
      executes: "--graphVizPath",
    },
  ),
  tool(
    "depcruise dependency-cruiser dependency-cruise depcruise-fmt arkit good-fences ls-lint jscpd plato es6-plato",
    {
      loads:
        "-v --validate --config -c --webpack-config --ts-config --tsconfig --babel-config --reporter-path",
      optional: "-v --validate --config --ts-config --webpack-config -i --info",
      values:
        "-x --exclude -X --do-not-follow -I --include-only -T --output-type -M --module-systems -F --focus -R --reaches -d --max-depth -P --prefix -f -l -t --threshold --min-lines --min-tokens -r --reporters",
      writes: "-f --output-to -o --output",
      changes: "--init --ignore-known-update",
    },
  ),
  tool(
    "attw are-the-types-wrong publint pkg-check package-check npmpkgjsonlint npmPkgJsonLint packagelint eclint editorconfig-checker ec lockfile-lint",
    {
      loads: "-c --config -P --package --configFile -p --path",
      values:
        "-f --format --profile --ignore-rules --entrypoints --level -t --type -a --allowed-hosts -s --validate-https --exclude --allowed-schemes --allowed-urls --allowed-package-name-aliases --empty-hostname",
      changes: "--fix --infer",
    },
  ),
  tool(
    "size-limit bundlesize bundlesize2 bundlewatch gzip-size gzip-size-cli pretty-bytes pretty-bytes-cli compressed-size check-side-effects agadoo es-check esm-check acorn espree esvalidate js-yaml are-you-es5 ",
    {
      loads: "-c --config --test --module -p --project",
      values: "-f --files -s --max-size -n --name --level --limit --ecma -i --input -o --not",
      changes: "--update --init",
    },
  ),
  tool(
    "license-checker license-checker-rseidelsohn licensee legally license-report nlf js-green-licenses installed-check check-engine ls-engines check-dts check-export-map check-node-version dependency-version-checker is-ci",
    {
      loads: "--start -c --config --customPath -p --package",
      values: "--failOn --onlyAllow --exclude --excludePackages --production --node --npm --engines -e -d",
      writes: "--out -o --output --files",
      changes: "--save --fix --update",
    },
  ),
  tool("vue-tsc vue-tsgo svelte-check glint type-coverage typecoverage tsc-strict tscheck lit-analyser", {
    loads: "-p --project --tsconfig --workspace --build -b --rootDir",
    values:
      "--output --threshold --ignore --compiler-warnings --fail-on-hints --at-least -t --target -m --module",
    optional: "-b --build --watch",
    writes: "--outDir --outFile --declarationDir --tsBuildInfoFile",
    flags: "--noEmit",
  }),
  tool("cspell cspell-cli spellchecker codespell misspell typos mdspell case-police pyspelling", {
    loads: "-c --config --dictionary -D --builtin --exclude-file -x --toml",
    values:
      "--locale -i -L --ignore-words-list -S --skip -I --ignore-words -u --uri-ignore-words-list --language-id -e --exclude --format -C -d --regex",
    writes: "-o --output --write-words",
    changes: "-w --write-changes --interactive --write --init",
  }),
];

const python: readonly Program[] = [
  tool("mypy dmypy pyright basedpyright pytype pyre pyre-check ty stubtest mypyc-check", {
    loads:
      "--config-file -p --project -m --custom-typeshed-dir --pythonpath --typeshedpath -v --venvpath --plugin",
    values:
      "--python-version --platform --exclude -c --command --package --level --shadow-file --allowlist --error-format -j -k",
    writes:
      "--junit-xml --cobertura-xml-report --html-report --txt-report --xml-report --linecount-report --any-exprs-report --cache-dir --outputjson-file -o",
    optional: "--generate-allowlist",
    executes: "--python-executable --python",
    changes: "--install-types --createstub --writebaseline",
  }),
  tool(
    "flake8 pylint pycodestyle pydocstyle pyflakes pep8 pylama prospector vulture bandit pyroma pep257 doc8 rstcheck radon xenon pydoclint interrogate flakeheaven flakehell wemake-python-styleguide flake8-nb import-linter lint-imports darglint dodgy mccabe pylint-exit semgrep safety pip-audit pip-licenses check-manifest check-wheel-contents validate-pyproject pyproject-validate deptry creosote tach curlylint yamllint bashate cmakelint cmake-lint cpplint ansible-lint cfn-lint detect-secrets fawltydeps",
    {
      loads:
        "--config --config-file --append-config --rcfile --load-plugins -c --ini --configfile -p --profile --profiles --requirement -r --policy-file -t --tests",
      values:
        "-f --format --select --ignore --extend-ignore --extend-select -e --enable -d --disable --max-line-length --max-complexity --exclude --per-file-ignores --output-format -j --jobs --min-confidence --fail-under -x -ll -s --skip -n --confidence-level --severity-level --msg-template --count --filter -l -i -a --sort-by -q --metrics --lang --include",
      writes: "-o --output --output-file --report-file --tee-output --sarif-output --json-output",
      executes: "--init-hook",
      flags: "--recursive -v --verbose --statistics --show-source",
      changes: "--fix --autofix --write-baseline --generate-config --in-place",
    },
  ),
  formatter("black blue", {
    checks: "--check --diff --version",
    code: "-c --code",
    config:
      "--config -W --workers -l --line-length -t --target-version --include --exclude --extend-exclude --stdin-filename",
  }),
  formatter("isort", {
    checks: "-c --check --check-only --diff -d --show-files --show-settings --version",
    config:
      "--settings-path --settings-file --sp --profile -l --line-length --skip -s --sg --skip-glob -p --project --src",
  }),
  formatter("yapf autopep8 docformatter autoflake pyupgrade add-trailing-comma", {
    writes: "-i --in-place",
    config: "--style -e --exclude --max-line-length -p --select --ignore",
  }),
  formatter("usort ufmt", { checks: "check diff list list-imports", config: "" }),
  toolset("ruff", {
    global: { values: "--config --color" },
    shared: {
      loads: "--config",
      values:
        "--select --ignore --extend-select --output-format --target-version --exclude --line-length --color --per-file-ignores",
      writes: "-o --output-file --cache-dir",
      changes: "--fix --unsafe-fixes --add-noqa -w --watch",
    },
    commands: { "check|rule|linter|version|config|analyze|help": {} },
    others: {
      "format": {
        options: { values: "--config --line-length --range --target-version" },
        effects: (parsed, call) => parsed.has("--check", "--diff") ? [projectCode] : rewrite(call),
      },
      "clean": { effects: (_, call) => rewrite(call) },
    },
  }),
];

const others: readonly Program[] = [
  formatter("prettier prettierd", {
    writes: "-w --write",
    config:
      "--config --plugin --ignore-path --parser --config-precedence --log-level --loglevel --stdin-filepath --tab-width --print-width --trailing-comma --end-of-line --find-config-path --file-info --cache-location --cache-strategy --plugin-search-dir --arrow-parens --prose-wrap --quote-props",
  }),
  formatter("js-beautify html-beautify css-beautify", {
    writes: "-r --replace -o --outfile",
    config: "-c --config -f --file",
  }),
  formatter("gofmt goimports gofumpt gci golines", { writes: "-w", config: "-r -local -lang", single: true }),
  formatter("rustfmt", {
    checks: "--check --version --print-config --help",
    config: "--config-path --config --edition --emit",
  }),
  formatter("shfmt", { writes: "-w --write", config: "-i --indent -ln --language-dialect --filename" }),
  formatter("clang-format", {
    writes: "-i",
    config: "-style -assume-filename --style --assume-filename --Werror",
  }),
  formatter(
    "taplo dprint stylua leptosfmt nixfmt alejandra sql-formatter sqlfmt ktfmt scalafmt swiftformat ormolu fourmolu csharpier dartfmt elm-format purs-tidy fantomas",
    {
      checks:
        "--check check lint --lint --test --list --mode --dry-run -c --validate output-file-paths output-config",
      config: "--config -c",
    },
  ),
  toolset("biome rome", {
    shared: {
      loads: "--config-path --stdin-file-path",
      values: "--reporter --diagnostic-level --max-diagnostics --only --skip --log-level --colors --since",
      changes: "--write --fix --apply --apply-unsafe --unsafe --suppress",
    },
    commands: { "check|lint|ci|format|search|version|explain|rage": {} },
  }),
  tool(
    "shellcheck hadolint actionlint zizmor checkbashisms dotenv-linter tflint tfsec checkov terrascan kubeval kubeconform kube-linter kube-score conftest spectral vacuum swagger-cli redocly openapi-spec-validator buf protolint graphql-schema-linter jsonlint yaml-lint yamale check-jsonschema ajv luacheck selene sqlfluff sqlcheck vint nixpkgs-lint statix deadnix lintian rpmlint namcap desktop-file-validate appstreamcli appstream-util gitleaks trufflehog reuse licensecheck codeowners-validator",
    {
      loads: "-c --config --rcfile -P --source-path --config-file --schemafile -r --ruleset --schema -s",
      values:
        "-s --shell -e --exclude -f --format -S --severity -i --include -o --enable -W --wiki-link-count -t --failure-threshold --ignore --tags -T -F --spec -d --data -E -L -X",
      flags: "-x --external-sources -v -I --pedantic --fail-on-error",
      writes: "--output --output-file --report-path",
      changes: "--fix --init -w",
      executes: "-shellcheck -pyflakes",
      style: "getopt",
    },
  ),
  tool(
    "golangci-lint staticcheck revive golint errcheck gosec govulncheck ineffassign gocyclo unconvert nilaway deadcode gotestsum",
    {
      loads: "-c --config -config -formatter",
      values:
        "-E -D --enable --disable --timeout -j --concurrency -p --presets -exclude -checks -tags --format --junitfile-mode",
      writes: "--junitfile --jsonfile -o --out",
      changes: "--fix -fix",
      executes: "--raw-command --post-run-command",
    },
  ),
  tool(
    "rubocop standardrb reek haml-lint slim-lint scss-lint erblint erb_lint fasterer brakeman bundle-audit bundler-audit rails_best_practices flog flay sorbet srb steep rbs",
    {
      loads: "-c --config -r --require --plugin -I",
      values: "-f --format --only --except --fail-level -L --cops --display-cop-names --parallel -w -z",
      writes: "-o --out --output --cache-root",
      changes:
        "-a -A -x --auto-correct --autocorrect --auto-correct-all --autocorrect-all --fix --fix-layout --auto-gen-config --regenerate-todo",
    },
  ),
  tool(
    "phpstan psalm phpcs phpmd phplint parallel-lint phan php-parallel-lint deptrac churn phpcpd phploc composer-unused composer-require-checker ",
    {
      loads: "-c --configuration --config --standard --bootstrap -a --autoload-file --root --plugin",
      values:
        "-l --level --error-format --memory-limit --threads --extensions --ignore -s --report --filter -d",
      writes: "--report-file --generate-report",
      changes: "--fix --alter --generate-baseline --set-baseline --init --update-baseline",
      executes: "--php -p",
    },
  ),
  tool(
    "cppcheck clang-tidy clang-check iwyu include-what-you-use oclint splint flawfinder infer vera++ sparse smatch abidiff abi-compliance-checker checkpatch checkpatch.pl codechecker checksec hardening-check",
    {
      loads: "-p --project --library --rule-file --config-file --suppressions-list --addon --load",
      values: "-I -D -U -i -j --enable --std --platform -checks --checks --header-filter --template -x",
      writes: "--output-file --export-fixes --cppcheck-build-dir",
      changes: "--fix -fix --fix-errors -fix-errors --fix-notes",
      executes: "--clang-tidy --addon-python",
    },
  ),
  tool(
    "checkstyle pmd spotbugs findbugs ktlint detekt scalastyle swiftlint hlint weeder elvis elm-review elm-analyse dartanalyzer clj-kondo eastwood kibit joker solhint slither mythril solium ethlint aderyn ",
    {
      loads: "-c --config -R --rulesets --reporter-path --classpath -p --plugins --config-file --exclude",
      values:
        "-f --format --reporter --baseline-path --hint --ignore --strict --lint -d --min-severity --filter-paths",
      writes: "-o --output --report",
      changes: "-F --fix --autocorrect --auto-correct --refactor",
    },
  ),
];

/** A formatter: without one of the checking flags, or with one of the writing ones, it changes the files. */
function formatter(
  list: string,
  spec: { writes?: string; checks?: string; config: string; code?: string; single?: true },
): Program {
  const split = (text: string | undefined) => (text ?? "").split(" ").filter((name) => name !== "");
  const flags = [...split(spec.writes), ...split(spec.checks)];
  return defineProgram({
    names: list,
    options: {
      ...(spec.single ? { style: "single" as const } : {}),
      values: `${spec.config} ${spec.code ?? ""}`.trim(),
      flags: flags.join(" "),
    },
    effects: (parsed, call) => {
      const writing = spec.writes !== undefined
        ? parsed.has(...split(spec.writes))
        : !parsed.has(...split(spec.checks)) &&
          !split(spec.checks).includes(parsed.operands[0]?.value ?? "");
      return [
        ...(writing ? rewrite(call) : [projectCode]),
        ...foreignCode([...parsed.operands, ...parsed.values(...split(spec.config))], call),
      ];
    },
  });
}

function rewrite(call: Call): Effect[] {
  return [{ kind: "write", recursive: true, ...(call.cwd === null ? {} : { path: call.cwd }) }];
}

/** Linters, type checkers and formatters. */
export const linters: readonly Program[] = [...javascript, ...python, ...others];
