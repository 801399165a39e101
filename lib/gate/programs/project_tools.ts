/** The long tail of tools that packages bring for their own tests, checks and builds; each rare, together common. */
import { acts, installs, MARK, publishes } from "../grammar/marks.ts";
import { foreignCode, projectCode } from "../grammar/project.ts";
import { runsScripts } from "../grammar/entry.ts";
import { tool, toolset } from "../grammar/tool.ts";
import { ACTING, kit, mayWrite, simple, USUAL } from "../grammar/usual.ts";
import { defineProgram, harmless, type Program } from "../program.ts";

const tests = simple(
  "floss playwright-test pw-test ts-mocha mocha-webpack mochapack mocha-phantomjs mocha-headless-chrome mocha-chrome mocha-multi " +
    "jenkins-mocha jasmine-ts ospec tehanu riteway brittle-node brittle-bare promises-aplus-tests tape-es teenytest cucumberjs intern intern-client " +
    "jsdoctest doctest markdown-doctest evalmd test262-harness umi-test dumi-test father-test rc-test jest-image smokestack electron-tap  " +
    "vscode-test vscode-tmgrammar-test test-storybook mocha-eslint wct web-component-tester  " +
    "elm-test node-qunit-phantomjs node-qunit-puppeteer bench-node esbench benchr ginkgo parallel_rspec parallel_test parallel_cucumber " +
    "mutmut cosmic-ray nbval tst redtape eater zunit",
);

const checks = simple(
  "tsslint rslint esw eslint-find-rules mdlint lintspaces lint-md awesome-lint pjv package-json-validator sherif html-validate htmlproofer vnu " +
    "lesshint coffeelint coffee-jshint jsl addons-linter lint-openapi jsonlint-cli type-check typings-tester typings-checker fta complexity-report " +
    "jsinspect inspectpack pkg-ok git-dirty license-compliance check-es-compat packwatch bundlemon check-dependencies check-peer-dependencies secretlint " +
    "template-oss-check npmcli-lint vjsstandard fusv ts-api-guardian lint-filename source-map-explorer cost-of-modules pkg-size browserslist-lint " +
    "speccy graphql-inspector sphinx-lint refurb pyrefly pymarkdown djlint run-clang-tidy clazy-standalone ameba lint-trap yaspeller " +
    "flow-coverage-report solhint-community echidna-test echint tsec   " +
    "htmllint-cli dependency-lint rousseau  " +
    " cfn_nag puppet-lint     " +
    "dclint dockerfilelint dockerlint    ",
);

const builds = mayWrite(simple(
  "ng-packagr umd bundle-collapse bundle-collapser json2module packup wasm-bindgen api-documenter tsickle cjstoesm cjs-to-es6 ascjs gen-esm-wrapper " +
    "tsconfig-to-dual-package tscpaths ef-tspm marko-compile autoprefixer sassdoc kss jsdox dox react-docgen js2coffee raml2html aglio snowboard solc " +
    "svg-sprite svgtofont solidity-docgen calypso-build microbundle-crl swagger-codegen diverge brfs build-storybook sb rtlcss " +
    "babel-external-helpers smash preamble cssnext myth rework " +
    "vscode-nls-dev concat concat-cli iced toaster sibilant wisp r_js requirejs",
));

const kits: readonly Program[] = [
  kit(
    "ts-scripts wp-scripts build-scripts egg-bin egg-ci midway-bin rc-tools dts tsbb kyt sku neutrino modern rslib rspress pkg-tools bob " +
      "expo-module rollpkg pika icejs ice lasso docz styleguidist histoire ladle polymer cem wca lit-localize web-ext wxt plasmo electron-vite " +
      "react-native bisheng harp docpad wintersmith metro pulp shadow-cljs odin trunk jupyter-book mintlify jasmine-browser-runner " +
      "detox vp hops sui-studio sui-lint sui-test asv manypkg syncpack casperjs venus aurelia eik graph",
  ),
  tool("flow", {
    loads: "--flowconfig-name --lib --from --root --temp-dir --ignore-version --wait-for-recheck",
    values: "--max-workers --merge-timeout --retries --timeout --message-width --color --profile",
    writes: "--log-file --output-dir",
    changes: "--in-place --write",
    acts:
      "start server stop init codemod autofix force-recheck shell-complete save-state refactor rename glean apply-code-action",
  }),
  tool("antd-tools", {
    ...USUAL,
    acts: `${ACTING} pub guard push-site`.replace(" run ", " "),
  }),
  tool("stryker rstest pkg-utils", { ...USUAL, acts: "init serve watch clean" }),
  toolset("maturin", {
    shared: {
      loads: "-m --manifest-path -i --interpreter",
      values:
        "-b --bindings --target --profile --features -F --compatibility --manylinux --auditwheel -j --jobs",
      writes: "-o --out --target-dir",
      executes: "--config",
    },
    commands: { "build|b|list-python|sdist|help": {} },
    others: { "develop|dev": installs, "publish|upload": publishes, "new|init|generate-ci": acts },
  }),
  toolset("vsce", {
    shared: { loads: "--baseContentUrl --readme-path", values: "--target", writes: "-o --out" },
    commands: { "ls|ls-files|package|pack|verify-pat-offline": { acts: "" } },
    others: {
      "publish|unpublish|login|logout|create-publisher|delete-publisher|ls-publishers|show|search|verify-pat":
        publishes,
    },
  }),
];

/** Formatters that write unless they are told to check, and reporters that write only when told. */
function checking(
  list: string,
  spec: { readonly checks?: string; readonly writes?: string; readonly verbs?: string },
): Program {
  const split = (text = "") => text.split(" ").filter((name) => name !== "");
  const verbs = split(spec.verbs);
  return defineProgram({
    names: list,
    options: {
      values:
        "-c --config --plugin --ignore-path --parser --config-path --width --line-length --style --sort",
      flags: `${spec.checks ?? ""} ${spec.writes ?? ""}`,
    },
    effects: (parsed, call) => {
      const checks = parsed.has(...split(spec.checks)) || verbs.includes(parsed.operands[0]?.value ?? "");
      const writes = parsed.has(...split(spec.writes));
      const rewrites = writes || (spec.writes === undefined && !checks) || (verbs.length > 0 && !checks);
      return [
        rewrites
          ? { kind: "write", recursive: true, ...(call.cwd === null ? {} : { path: call.cwd }) }
          : projectCode,
        ...foreignCode([...parsed.operands, ...parsed.options.flatMap(({ value }) => value ?? [])], call),
      ];
    },
  });
}

const formatters: readonly Program[] = [
  checking("oxfmt eslint-doc-generator mdformat nixpkgs-fmt", { checks: "--check --list-different" }),
  checking("tsfmt embedme doctoc yarn-deduplicate", { checks: "--verify --dryrun --dry-run --list -l" }),
  checking("prettier-eslint prettier-package-json import-sort prettierx", {
    writes: "--write -w",
  }),
  checking("ocamlformat markdown-toc standard-format", { writes: "-i --inplace -w --write" }),
];

/** Ask a registry for known faults of what is installed. */
const audits = defineProgram({
  names: "aud audit-ci better-npm-audit auditjs check-audit osv-scanner",
  options: {
    executes: "--registry",
    reads: "-c --config --lockfile -L --sbom",
    values: "--exclude -x --level -l",
  },
  effects: (parsed, call) =>
    parsed.operands.some((word) => word.value === "fix") || parsed.has("--fix")
      ? installs.effects?.(parsed, call) ?? []
      : [{ kind: "network", program: MARK.query }],
  examples: { "aud --production": "network", "aud fix": "network write execute" },
});

/** The script of the project that fits the system or the environment. */
const choosers = defineProgram({
  names: "run-script-os per-env scripty",
  effects: (parsed, call) => runsScripts(parsed.operands, { call, rest: [], purpose: "build" }),
  examples: { "run-script-os": "execute" },
});

/** Tell something by their exit status, for `&&` and `||`; what follows stands on its own. */
const conditions = harmless(
  "not-in-install in-install in-publish not-in-publish if-node-version is-ci-cli ci-info envinfo browserslist " +
    "tap-xunit tap-html tap-set-exit tap-pretty tap-notify tap-prettify tap-colorize tap-format-spec tap-simple tap-markdown tap-json tap-out " +
    "tap-ava tap-line tap-easy tnyan colortape",
);

const merged = mayWrite(tool("lcov-result-merger", { writes: "-o" }));

/** `cargo-cp-artifact -nc index.node -- cargo build`: runs the build, and copies what it made. */
const artifacts = defineProgram({
  names: "cargo-cp-artifact",
  options: { style: "none" },
  effects: (_, call) => {
    const end = call.args.findIndex((word) => word.value === "--");
    const before = end < 0 ? call.args : call.args.slice(0, end);
    return [projectCode, ...call.touch("write", before.filter((word) => !word.prefix.startsWith("-")))];
  },
  runs: (_, call) => {
    const end = call.args.findIndex((word) => word.value === "--");
    return end < 0 ? [] : [{ kind: "argv", words: call.args.slice(end + 1), external: true }];
  },
  examples: {
    "cargo-cp-artifact -nc index.node -- cargo build": "execute write:/home/user/project/index.node",
  },
});

/** The tools. */
export const projectTools: readonly Program[] = [
  tests,
  checks,
  builds,
  ...kits,
  ...formatters,
  audits,
  choosers,
  conditions,
  artifacts,
  merged,
];
