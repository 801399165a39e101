/**
 * Which files decide whether a change passes: tests, what configures checks, and what names their commands.
 *
 * A manifest such as `package.json`, `pyproject.toml` or `Cargo.toml` is among them although it also lists
 * dependencies: its scripts, its tool tables and its lint levels say what a check does. An operator whose tasks change
 * dependencies says so by a list of their own.
 */

const TESTS: readonly string[] = [
  ...["**/tests/**", "**/test/**", "**/__tests__/**", "**/testdata/**", "**/__snapshots__/**"],
  ...["**/test_*.*", "**/*_test.*", "**/*_spec.*", "**/*.test.*", "**/*.spec.*"],
  ...["**/*.Tests/**", "**/*.Test/**", "**/cypress/**", "**/e2e/**"],
];

/** What other tests go by as soon as it is there. */
const LOADED: readonly string[] = [
  ...["**/*.snap", "**/__mocks__/**", "**/spec_helper.*", "**/rails_helper.rb", "**/conftest.py"],
  // Python loads these by their names, in any process.
  ...["**/sitecustomize.py", "**/usercustomize.py", "**/*.pth"],
];

const CHECKS: readonly string[] = [
  ...[
    "**/pyproject.toml",
    "**/setup.cfg",
    "**/setup.py",
    "**/pytest.ini",
    "**/.pytest.ini",
    "**/pytest.toml",
  ],
  ...["**/tox.ini", "**/noxfile.py", "**/ruff.toml", "**/.ruff.toml", "**/mypy.ini", "**/.mypy.ini"],
  ...["**/.flake8", "**/pylintrc", "**/.pylintrc", "**/.coveragerc", "**/pyrightconfig.json"],
  ...["**/package.json", "**/deno.json", "**/deno.jsonc", "**/tsconfig*.json", "**/jsconfig.json"],
  ...["**/.eslintrc*", "**/.eslintignore", "**/eslint.config.*", "**/biome.json", "**/biome.jsonc"],
  ...["**/.prettierrc*", "**/.prettierignore", "**/.stylelintrc*", "**/.mocharc*", "**/jest.config.*"],
  ...["**/vitest.config.*", "**/vitest.workspace.*", "**/playwright.config.*", "**/cypress.config.*"],
  ...["**/Cargo.toml", "**/clippy.toml", "**/.clippy.toml", "**/rustfmt.toml", "**/.rustfmt.toml"],
  ...["**/.cargo/**", "**/.golangci.*", "**/.rubocop.yml", "**/.rspec", "**/Rakefile"],
  ...["**/pom.xml", "**/build.gradle*", "**/checkstyle.xml", "**/phpunit.xml*", "**/phpstan.neon*"],
  ...["**/.luacheckrc", "**/selene.toml", "**/stylua.toml", "**/.shellcheckrc", "**/.clang-tidy"],
  ...["**/Makefile", "**/GNUmakefile", "**/justfile", "**/.justfile", "**/Taskfile.y*ml"],
  ...[".github/**", ".gitlab-ci.yml", ".circleci/**", "**/.pre-commit-config.yaml"],
  ...["**/import_map*.json", "**/vite.config.*", "**/babel.config.*", "**/.babelrc*", "**/.swcrc"],
  ...["**/ava.config.*", "**/karma.conf.*", "**/.nycrc*", "**/.c8rc*", "**/.oxlintrc.json", "**/tslint.json"],
  ...["**/.isort.cfg", "**/.bandit", "**/.pyre_configuration", "**/uv.toml", "**/Pipfile", "**/.yamllint*"],
  ...["**/mix.exs", "**/.credo.exs", "**/build.sbt", "**/composer.json"],
  ...["**/pubspec.yaml", "**/analysis_options.yaml", "**/Package.swift", "**/.swiftlint.yml", "**/*.cabal"],
  ...["**/*.csproj", "**/*.fsproj", "**/Directory.Build.*", "**/.globalconfig", "**/.editorconfig"],
  ...["**/phpcs.xml*", "**/psalm.xml*", "**/.bazelrc", "**/.travis.yml", "**/Jenkinsfile", "**/.husky/**"],
  ...["**/nx.json", "**/turbo.json", "**/settings.gradle*", "**/gradle.properties", "**/MODULE.bazel"],
  ...["**/build.zig", "**/Earthfile", "**/Gruntfile.*", "**/gulpfile.*", "**/dodo.py", "**/magefile.go"],
];

/** What the programs that run checks go by themselves: which shell or runner they use, what they skip, what they load. */
const RUNNERS: readonly string[] = [
  ...[
    "**/.npmrc",
    "**/.yarnrc*",
    "**/.yarn/**",
    "**/.pnpmfile.*",
    "**/pnpm-workspace.yaml",
    "**/bunfig.toml",
  ],
  ...[
    "**/rust-toolchain*",
    "**/.mvn/**",
    "**/*.sbt",
    "**/.bundle/**",
    "**/.busted",
    "**/*.mk",
    "**/tox.toml",
  ],
  ...["**/mise.toml", "**/.mise.toml", "**/.tool-versions", "**/.env", "**/.env.*", "**/.envrc"],
  ...[
    "**/prettier.config.*",
    "**/stylelint.config.*",
    "**/.pylintrc.toml",
    "**/jasmine.json",
    "**/wdio.conf.*",
  ],
  ...["**/*.runsettings", "**/xunit.runner.json", "**/NuGet.config", "**/dune-project", "**/ty.toml"],
];

/** Programs that checks are made of, what they load, and what they remember: a good result of an earlier run, say. */
const MADE: readonly string[] = [
  ...["**/node_modules/**", "**/.venv/**", "**/venv/**", "**/site-packages/**", "**/vendor/**"],
  ...["**/.tox/**", "**/.nox/**", "**/__pycache__/**", "**/.mypy_cache/**", "**/.pytest_cache/**"],
  ...["**/.ruff_cache/**", "**/.eslintcache", "**/.stylelintcache", "**/*.tsbuildinfo", "**/.gradle/**"],
  ...["**/.hg/**", "**/.svn/**", "**/.jj/**"],
];

/** The globs of the files that a run does not change unless the operator says otherwise. */
export const DEFAULT_PROTECT: readonly string[] = [...TESTS, ...LOADED, ...CHECKS, ...RUNNERS, ...MADE];

/** Of those, the ones that a check has no business to change. */
export const WATCHED: readonly string[] = [...TESTS, ...LOADED, ...CHECKS, ...RUNNERS];

/** Of those, the ones that matter also when they are new: a new test takes nothing away from the others. */
export const WATCHED_NEW: readonly string[] = [...LOADED, ...CHECKS, ...RUNNERS];
