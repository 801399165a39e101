/** Tools that are build system, test runner and package manager of one language: `cargo`, `go`, `dotnet`, `mix`. */
import { asks, changes, installs, publishes, runs } from "../grammar/marks.ts";
import { toolset } from "../grammar/tool.ts";
import { foreignCode, projectCode } from "../grammar/project.ts";
import type { Behaviour, Program } from "../program.ts";
import { literalWord } from "../word.ts";

const cargo = toolset("cargo cross", {
  global: { values: "--color -Z --explain", reads: "-C", executes: "--config" },
  shared: {
    loads: "--manifest-path --lockfile-path",
    values:
      "-p --package --exclude --bin --example --test --bench --features -F --target -j --jobs --profile --message-format --color -Z --crate-type --format --edges -e -i --invert --depth --prefix --kind --filter-platform --format-version --partition --timings --cfg",
    optional: "--timings",
    writes: "--target-dir --artifact-dir --out-dir -o --output-path",
    executes: "--config",
    changes: "--fix --allow-dirty --allow-staged --bless",
  },
  commands: {
    "build|b|check|c|test|t|bench|doc|d|rustc|rustdoc|clippy|nextest run|nextest list|tarpaulin|machete|udeps|deny check|outdated|semver-checks|expand|asm|bloat|criterion|geiger|modules|llvm-lines|public-api|fuzz build|zigbuild|leptos build|tauri build|wasi|component build|size|nm|objdump|readobj|careful test":
      {},
    // These have subcommands of their own, some of which run or change something.
    "nextest|hack|llvm-cov|miri|deny|audit|msrv|spellcheck|careful|xwin|ndk": {
      acts:
        "run r self fix fixup set init install setup clean publish fetch update upgrade release remove new archive",
    },
    "insta test": {
      changes:
        "--accept --accept-unseen --force-update-snapshots --force-update --delete-unreferenced-snapshots --review --unreferenced",
    },
    "readme": { changes: "-o --output" },
    "metadata|tree|locate-project|pkgid|verify-project|read-manifest|version|help|config|config get|report|info-local":
      { data: true },
  },
  others: {
    "search|info|owner --list": asks,
    "fmt": {
      // What stands after `--` reaches rustfmt.
      effects: (parsed, call) =>
        parsed.has("--check") || parsed.operands.some((word) => word.value === "--check")
          ? []
          : changes.effects?.(parsed, call) ?? [],
    },
    "sort": {
      effects: (parsed, call) =>
        parsed.has("-c", "--check") ? [projectCode] : changes.effects?.(parsed, call) ?? [],
    },
    "run|r|watch|xtask|script|generate": runs,
    "add|remove|rm|update|install|uninstall|fetch|vendor|generate-lockfile|binstall|init|new|upgrade":
      installs,
    "publish|yank|owner|login|logout|release|package": publishes,
    "clean": {
      options: { values: "-p --package --target --profile --target-dir --manifest-path" },
      effects: (parsed, call) =>
        parsed.has("-n", "--dry-run", "--help") ? [] : call.touch(
          "delete",
          [parsed.value("--target-dir") ?? literalWord("target", call.program.span)],
          { recursive: true },
        ),
    },
    "fix|insta|insta accept|insta review|fuzz|clone": changes,
  },
});

/** `cargo +nightly test` is `cargo test` of another toolchain. */
function withToolchains(program: Program): Program {
  const commands = { ...program.commands };
  for (const [list, behaviour] of Object.entries(program.commands ?? {})) {
    const words = list.split("|").filter((name) => !name.includes(" "));
    const pairs = ["stable", "beta", "nightly"].flatMap((name) => words.map((word) => `+${name} ${word}`));
    if (pairs.length > 0) commands[pairs.join("|")] = behaviour;
  }
  return { ...program, commands };
}

/** `mix format --check-formatted`, `dart format -o none`: only tells what it would change. */
const checkedFormat: Behaviour = {
  options: {
    values: "-o --output -l --line-length --dot-formatter --stdin-filename",
    flags: "--check --check-formatted --dry-run --set-exit-if-changed",
  },
  effects: (parsed, call) =>
    parsed.has("--check", "--check-formatted", "--dry-run") ||
      /^(?:none|show|json)$/.test(parsed.value("-o", "--output")?.value ?? "")
      ? [
        projectCode,
        ...foreignCode([...parsed.operands, ...parsed.options.flatMap(({ value }) => value ?? [])], call),
      ]
      : changes.effects?.(parsed, call) ?? [],
};

/** The tools. */
export const languageTools: readonly Program[] = [
  withToolchains(cargo),
  toolset("go gotip", {
    global: { style: "posix", reads: "-C" },
    shared: {
      style: "single",
      loads: "-C -modfile -overlay -fixturesdir -workfile",
      values:
        "-run -bench -benchtime -count -cpu -parallel -timeout -tags -mod -ldflags -gcflags -asmflags -covermode -coverpkg -skip -fuzz -fuzztime -buildmode -compiler -p -f -m -installsuffix -shuffle -list -buildvcs -trimpath",
      writes:
        "-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir -pkgdir",
      executes: "-exec -toolexec -vettool",
      changes: "-w -fix",
    },
    commands: {
      "build|test|vet": {},
      "tool compile|tool asm|tool vet|tool link": {
        loads: "-I -importcfg -embedcfg -D",
        values: "-lang -goversion -buildid -d -c -pkg -H -X -R -T -E -B",
        writes: "-bench -asmhdr -linkobj -traceprofile",
        executes: "-extld -extar",
      },
      "list|doc|version|help|env|mod graph|mod why|mod verify": { data: true },
    },
    others: {
      "tool": { options: { style: "posix" }, effects: () => [{ kind: "execute", unknown: true }] },
      "tool cover": { options: { style: "single", writes: "-o", values: "-mode -var" }, operands: "read" },
      "tool nm|tool objdump|tool pprof|tool buildid|tool addr2line": {
        options: { style: "single", writes: "-o" },
        operands: "read",
      },
      "run|generate": runs,
      "get|install|mod download|mod tidy|mod init|mod edit|mod vendor|work|work sync|work init|work use":
        installs,
      "fmt|fix|clean|bug|telemetry": changes,
    },
  }),
  toolset("dotnet msbuild nuget", {
    shared: {
      loads: "--project -s --source --configfile --settings -t --target",
      values:
        "-c --configuration -f --framework -r --runtime --filter -v --verbosity -l --logger -p --property",
      writes: "-o --output --results-directory --artifacts-path -bl",
      changes: "--apply",
    },
    commands: {
      "build|test|msbuild|vstest|build-server": {},
      "list|sln list|--info|help|nuget locals|workload list|tool list": { data: true },
    },
    others: {
      "run|exec|watch|fsi": runs,
      "restore|add|remove|install|tool|tool install|tool restore|workload|new|sln|update": installs,
      "publish|pack|nuget|nuget push|push|delete": publishes,
      "format|clean": changes,
    },
  }),
  toolset(
    "swift zig dub nimble crystal shards dart flutter gleam rebar3 mix lein boot sbt mill scala-cli stack cabal spago dune opam esy alr fpm raco hpack elm moon cjpm haxelib luarocks rocks arduino-cli platformio pio idf.py west esphome dfx sui aptos xcodebuild fastlane buildozer briefcase",
    {
      shared: {
        loads: "--package-path --stack-yaml --project-file --build-file -f --file --root --manifest",
        values:
          "-c --configuration -p --package --target -Doptimize --filter --product -j --jobs --profile --cover --only --exclude --trace --sdk -scheme -destination -workspace -project --ghc-options --fqbn -b --board -e --environment --test-arguments --flag --fast --coverage",
        writes: "-o --output --build-path --scratch-path --prefix --output-dir",
        executes: "-exec --with-compiler -w --with-ghc --hpack --pp --docker",
        changes: "--fix --auto-promote --update --write",
      },
      commands: {
        "build|test|runtest|check|compile|analyze|docs|doc|lint|dialyzer|credo|xref|eunit|ct|cover|coveralls|coveralls.html|bench|spec|typecheck|haddock|test-tool|verify|hlint|escriptize|jar|uberjar|eastwood|kibit|proper|build-exe|build-lib|build-obj|ast-check|test:compile|clean-test|size|benchmark":
          {},
        "version|--version|help|info|list|show|path|env|ls|describe|dump-package|deps.tree|hex.info|hex.outdated|hex.audit|tree|why|status|doctor|config list|devices|outdated|core list|board list":
          { data: true },
      },
      others: {
        "run|exec|repl|script|trial|test-run|shell|eval|upload|flash|monitor": runs,
        "install|uninstall|get|pub|pub get|pub add|deps|deps.get|deps.compile|deps.update|update|upgrade|add|remove|resolve|init|new|create|package|fetch|local.hex|local.rebar|setup|pin|switch|freeze|configure":
          installs,
        "publish|hex.publish|release|deploy|archive|upload-package|pub publish|sdist|bump": publishes,
        "fmt|format": checkedFormat,
        "clean|fix|promote|ecto.migrate|ecto.drop|ecto.reset|ecto.create|ecto.setup|phx.server|phx.gen|unlock":
          changes,
      },
    },
  ),
  toolset("bazel bazelisk buck buck2 pants blaze please plz", {
    global: {
      values: "--output_base --output_user_root --host_jvm_args --bazelrc",
      executes: "--bazelrc --server_javabase",
    },
    shared: {
      loads: "--override_repository --package_path",
      values:
        "-c --compilation_mode --config --test_output --jobs --define --copt --test_filter --keep_going -j --platforms",
      writes: "--symlink_prefix --build_event_json_file --profile -o --out",
      executes: "--run_under --shell_executable --action_env --spawn_strategy",
      changes: "--fix",
    },
    commands: {
      "build|test|coverage|lint|check|typecheck|audit": {},
      "query|cquery|aquery|info|version|help|dump|print_action|config|analyze-profile|targets|list|dependencies|dependents|peek|roots|filedeps":
        { data: true },
    },
    others: {
      "run|mobile-install|repl": runs,
      "fetch|sync|mod|vendor": installs,
      "clean|shutdown|fmt|fix|tailor|update-build-files": changes,
    },
  }),
];
