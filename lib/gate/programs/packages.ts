/** Package managers of languages and systems: what they ask, and what they change. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { runsScripts } from "../grammar/entry.ts";
import { acts, asks, changes, helpOnly, installs, MARK, marks, publishes } from "../grammar/marks.ts";
import { foreignCode, projectCode } from "../grammar/project.ts";
import type { Parsed } from "../options.ts";
import { type Behaviour, defineProgram, type Program } from "../program.ts";
import type { Word } from "../word.ts";
import { simulated } from "./simulated.ts";

const local: Behaviour = {};
const fetches = marks({ kind: "execute", program: MARK.fetched }, { options: { style: "posix" } });

/** `uv run X`, `poetry run X`: the inner program is judged; a file by its path is not vouched for. */
const inEnvironment: Behaviour = {
  options: {
    style: "posix",
    values: "-p --python --with --extra --group --directory -n --name",
    flags: "-v -q",
  },
  runs: (parsed) =>
    parsed.operands.length === 0 ? [] : [{ kind: "argv", words: parsed.operands, external: true }],
};

/** Names that only a script of the project has, among what `hatch run` and `pdm run` take. */
const SCRIPT =
  /^(?:[\w.-]+:)?(?:lint|linting|typecheck|type-check|types|typing|check|checks|cov|coverage|docs?|build-docs|style|unit|test-[\w-]+|tests?|all|ci|bench|spelling|format-check|fmt-check|verify|validate)$/;

/** `hatch run [ENV:]SCRIPT`, `pdm run SCRIPT`; other names are programs. */
function scriptOf(parsed: Parsed): readonly Word[] {
  return parsed.operands.slice(0, 1).filter((word) => SCRIPT.test(word.value ?? ""));
}

const inScripts: Behaviour = {
  ...inEnvironment,
  effects: (parsed, call) => {
    const scripts = scriptOf(parsed);
    return scripts.length === 0 ? [] : runsScripts(scripts, { call, rest: parsed.operands.slice(1) });
  },
  runs: (parsed, call) => scriptOf(parsed).length > 0 ? [] : inEnvironment.runs?.(parsed, call) ?? [],
};

/** Lists of subcommands by purpose. */
interface Manager {
  readonly asks?: string;
  readonly local?: string;
  readonly installs?: string;
  readonly publishes?: string;
  readonly fetches?: string;
  readonly changes?: string;
  readonly acts?: string;
  readonly more?: Readonly<Record<string, Behaviour>>;
  readonly values?: string;
}

function manager(list: string, spec: Manager): Program {
  const commands: Record<string, Behaviour> = { ...spec.more };
  const groups: readonly [string | undefined, Behaviour][] = [
    [spec.asks, asks],
    [spec.local, local],
    [spec.installs, installs],
    [spec.publishes, publishes],
    [spec.fetches, fetches],
    [spec.changes, changes],
    [spec.acts, acts],
  ];
  for (const [text, behaviour] of groups) {
    if (text !== undefined) commands[text] = behaviour;
  }
  return defineProgram({ names: list, options: { values: spec.values ?? "" }, commands });
}

const languages: readonly Program[] = [
  manager("pip pip3", {
    asks: "index|index versions|search|download --dry-run",
    local:
      "list|show|freeze|check|debug|config list|config get|cache dir|cache info|cache list|help|hash|inspect|completion",
    installs: "install|uninstall|download|wheel|lock|cache|config",
    values: "--python --log --proxy --timeout --cache-dir",
  }),
  manager("pipx", {
    local: "list|environment|help|completions",
    installs:
      "install|uninstall|upgrade|upgrade-all|inject|uninject|reinstall|reinstall-all|ensurepath|install-all|pin|unpin",
    fetches: "run|runpip",
  }),
  ...(["uv poetry pipenv flit", "hatch pdm rye pixi"] as const).map((list, at) =>
    manager(list, {
      local:
        "tree|version|show|list|env list|env info|check|help|pip list|pip show|pip freeze|pip tree|pip check|python list|python find|cache dir|tool list|tool dir|config|about|info|status|graph|env show|dep show|project metadata|pylock|self show|self version|lock --check|debug|search",
      asks: "outdated|audit",
      installs:
        "add|remove|sync|install|uninstall|update|upgrade|lock|export|init|new|venv|pip|pip install|pip sync|pip compile|pip uninstall|python|python install|python pin|tool install|tool upgrade|tool|self|self update|env|env create|env remove|use|fetch|import|dep|shell|cache|global",
      publishes: "publish|build --publish|login|logout|auth",
      fetches: "tool run|x",
      more: {
        "run": at === 0 ? inEnvironment : inScripts,
        "build|package": { effects: () => [projectCode] },
        "test|fmt --check|lint": { effects: () => [projectCode] },
        "clean|fmt|format|fix": changes,
      },
      values: "--directory --project --python -C --color --index-url",
    })
  ),
  defineProgram({
    names: "uvx",
    options: { style: "posix", values: "--from --with -p --python" },
    effects: () => [{ kind: "execute", program: MARK.fetched }],
  }),
  manager("conda mamba micromamba", {
    local: "list|info|env list|config --show|package|compare|doctor|export|env export|help|repoquery",
    asks: "search",
    installs:
      "install|create|remove|uninstall|update|upgrade|clean|init|activate|deactivate|env|env create|env remove|env update|config|build|rename|notices|content-trust|self-update",
    more: {
      "run": {
        options: { style: "posix", values: "-n --name -p --prefix --cwd" },
        runs: (parsed) =>
          parsed.operands.length === 0 ? [] : [{ kind: "argv", words: parsed.operands, external: true }],
      },
    },
  }),
  manager("gem", {
    local: "list|environment|env|contents|dependency|help|which|specification|check|lock|stale|info",
    asks: "search|outdated|query|owner --list",
    installs: "install|uninstall|update|cleanup|fetch|pristine|rdoc|sources|setup|unpack|i|exec",
    publishes: "push|yank|owner|signin|signout|cert",
    more: { "build": { effects: () => [projectCode] } },
  }),
  manager("bundle bundler", {
    local: "list|show|info|check|help|platform|version|licenses|env|doctor|viz|config list|config get",
    asks: "outdated|audit|audit check",
    installs:
      "install|update|add|remove|lock|cache|package|pristine|inject|init|clean|config|plugin|gem|binstubs|open|console",
    more: {
      "exec": {
        options: { style: "posix" },
        runs: (parsed) =>
          parsed.operands.length === 0 ? [] : [{ kind: "argv", words: parsed.operands, external: true }],
      },
    },
  }),
  manager("deno", {
    local: "info|types|help|completions|repl --help|json_reference",
    asks: "outdated|audit|approve-scripts --help",
    installs: "install|uninstall|add|remove|cache|upgrade|update|init|vendor|i|approve-scripts|clean|create",
    publishes: "publish|deploy|sandbox",
    more: {
      "test|check|lint|bench|doc|bundle|coverage": {
        options: {
          values:
            "-c --config --filter --import-map --ignore --reporter --coverage --junit-path --seed --ext --rules-include --rules-exclude",
          executes: "--preload --import",
          optional:
            "--coverage --reload --lock --allow-run --allow-read --allow-net --allow-env --allow-write -A -R -W -N -E",
          writes: "-o --output",
          flags: "--html --fix",
        },
        effects: (parsed, call) =>
          parsed.has("--fix") || call.subcommand === "doc" && parsed.has("--html")
            ? [{ kind: "write", unknown: true }]
            : [projectCode, ...foreignCode(parsed.operands, call)],
      },
      "compile": {
        options: { values: "--target --icon --include --exclude --ext", writes: "-o --output" },
        effects: (parsed, call) =>
          helpOnly(call) ? [] : [
            ...parsed.has("-o", "--output") ? [] : [{ kind: "write", unknown: true } as const],
            { kind: "network" },
            ...foreignCode(parsed.operands, call),
          ],
      },
      "fmt": {
        options: { flags: "--check" },
        effects: (parsed, call) =>
          parsed.has("--check") ? [projectCode] : changes.effects?.(parsed, call) ?? [],
      },
      "task": {
        options: { style: "posix", values: "--cwd -c --config -f --filter", flags: "-r --recursive" },
        effects: (parsed, call) =>
          parsed.operands.length === 0
            ? []
            : runsScripts(parsed.operands.slice(0, 1), { call, rest: parsed.operands.slice(1) }),
      },
      "run|serve|eval|repl|jupyter|x": fetches,
    },
  }),
  manager(
    "rustup rbenv pyenv nvm fnm volta asdf mise n nodenv sdk jenv goenv tfenv corepack proto rtx chruby rvm nodebrew phpenv plenv",
    {
      local:
        "show|list|ls|current|version|versions|which|help|component list|target list|toolchain list|check|doc|where|prefix|root|list-all|env|doctor|plugin list|alias|cache dir|bin-paths|whence|shims|completions|latest|list-installed|info|status|settings|override list|local|global",
      asks: "ls-remote|outdated|list-remote|install --list|search|lsr",
      installs:
        "install|uninstall|update|upgrade|default|use|pin|component|target|toolchain|self|set|unset|enable|disable|prepare|pack|hydrate|override|exec|run|setup|activate|deactivate|rehash|reshim|plugin|cache|up|add|remove|unpin|prune|trust|x|shell|i|alias set",
    },
  ),
  manager("cpan cpanm cpm luarocks-admin carton", {
    local: "help|list|show",
    installs: "install|update|remove|exec|bundle",
  }),
  manager("bower jspm volo ender spm component typings", {
    local: "list|ls|info|help|home|lookup",
    asks: "search",
    installs: "install|i|update|uninstall|init|link|prune|cache|register",
  }),
  manager("helmfile vcpkg conan spack", {
    local:
      "list|search|help|info|graph|find|version|depend-info|profile|config|inspect|spec|template|lint|status|diff",
    installs:
      "install|remove|update|upgrade|add|create|integrate|build|export|sync|apply|destroy|new|x-update-baseline|deploy|load",
    publishes: "upload|publish",
  }),
  manager("twine", { local: "check|help", publishes: "upload|register" }),
  manager(
    "changeset changesets beachball auto auto-changelog release-it standard-version semantic-release np lerna-changelog bumpp commit-and-tag-version git-cliff cliff",
    {
      local: "status|check|help|config|latest-version|info",
      publishes: "publish|version|tag|init|add|bump|release|pre|shipit",
    },
  ),
  defineProgram({
    names: "ncu npm-check-updates npm-check taze updates",
    options: {
      values: "-t --target -f --filter -x --reject --packageFile --dep --format -e",
      flags: "-u --upgrade -y --update-all -w --write -i --interactive",
    },
    effects: (parsed, call) =>
      parsed.has("-u", "--upgrade", "-y", "--update-all", "-w", "--write", "-i", "--interactive")
        ? changes.effects?.(parsed, call) ?? []
        : [{ kind: "network", program: MARK.query }],
  }),
  defineProgram({
    names: "sort-package-json sort-json fixpack",
    options: { flags: "--check -c --dry-run --stdin" },
    effects: (parsed, call) =>
      parsed.has("--check", "-c", "--dry-run", "--stdin") ? [] : changes.effects?.(parsed, call) ?? [],
  }),
  defineProgram({
    names: "lint-staged husky simple-git-hooks lefthook pre-commit pretty-quick yorkie nano-staged",
    options: { style: "posix" },
    effects: hooks,
  }),
];

/** Hook managers: they run what is configured, and install hooks. */
function hooks(
  parsed: { readonly operands: readonly { readonly value: string | null }[] },
  call: Call,
): Effect[] {
  const verb = parsed.operands[0]?.value ?? "";
  if (
    /^(?:--version|help|version|dump|validate|validate-config|validate-manifest|sample-config)$/.test(verb)
  ) return [];
  if (
    call.name === "husky" ||
    /^(?:install|uninstall|add|autoupdate|init-templatedir|migrate-config|gc|clean)$/.test(verb)
  ) {
    return [{ kind: "persist", program: "git hook" }];
  }
  return [{ kind: "execute", program: MARK.script }];
}

const systems: readonly Program[] = [
  manager("brew port fink", {
    local:
      "list|ls|info|config|deps|uses|leaves|--prefix|--cellar|--version|--cache|--repository|home|doctor|log|desc|tap-info|commands|help|missing|cat|installed|contents|provides|services list|abv",
    asks: "search|outdated|audit|livecheck|fetch --dry-run",
    installs:
      "install|uninstall|remove|rm|upgrade|update|tap|untap|link|unlink|cleanup|reinstall|pin|unpin|services|bundle|autoremove|fetch|postinstall|selfupdate|install-bundler-gems|edit|create|developer|analytics|test|services start|services stop",
  }),
  simulated(manager("apt apt-get aptitude nala", {
    local:
      "list|show|showsrc|policy|search|depends|rdepends|changelog|moo|check|indextargets|help|why|why-not|versions|madison|showpkg|history|download --print-uris|source --print-uris",
    installs:
      "install|remove|purge|upgrade|full-upgrade|dist-upgrade|autoremove|autopurge|clean|autoclean|source|build-dep|download|edit-sources|satisfy|reinstall|hold|unhold|markauto|unmarkauto|safe-upgrade|dselect-upgrade|fetch|distclean|auto-clean",
    values: "-o -t -c --target-release --config-file --option",
    more: {
      update: {
        options: { values: "-o -c --option --config-file" },
        effects: (parsed, call) =>
          helpOnly(call) ? [] : [
            ...parsed.values("-o", "-c", "--option", "--config-file").map((word): Effect => ({
              kind: "execute",
              program: word.text,
              word,
            })),
            { kind: "network", program: MARK.lists, word: call.program },
            { kind: "write", unknown: true },
          ],
      },
    },
  })),
  defineProgram({
    names: "dpkg",
    options: {
      values: "--root --admindir --instdir --path-exclude --path-include --abort-after -D",
      executes: "--pre-invoke --post-invoke --status-logger",
      flags:
        "-l --list -L --listfiles -s --status -p --print-avail -S --search -V --verify -C --audit -I --info -c --contents -f --field --get-selections --print-architecture --print-foreign-architectures --compare-versions --version --help --force-help --assert-support-predepends -? --yet-to-unpack --predep-package --assert-help -i --install --unpack --configure -r --remove -P --purge -A --record-avail --set-selections --add-architecture -b --build -x --extract -e --control -X --vextract -R --recursive",
    },
    effects: (parsed, call) => {
      const changing = parsed.has(
        "-i",
        "--install",
        "--unpack",
        "--configure",
        "-r",
        "--remove",
        "-P",
        "--purge",
        "-A",
        "--record-avail",
        "--set-selections",
        "--clear-selections",
        "--add-architecture",
        "--remove-architecture",
        "--update-avail",
        "--merge-avail",
        "--clear-avail",
        "--forget-old-unavail",
        "--triggers-only",
      );
      if (changing) return [{ kind: "execute", program: MARK.install, word: call.program }];
      if (parsed.has("-b", "--build", "-x", "--extract", "-e", "--control", "-X", "--vextract")) {
        return call.touch("write", parsed.operands.slice(1, 2));
      }
      return parsed.options.length > 0
        ? []
        : [{ kind: "execute", program: MARK.install, word: call.program }];
    },
    examples: { "dpkg -l": "", "dpkg -i x.deb": "execute" },
  }),
  manager("yum dnf microdnf tdnf zypper", {
    local:
      "list|info|repolist|history|history list|deplist|repoquery|provides|help|check|lr|se|repos|search|check-update|list-updates|grouplist|group list|module list|packages|patterns|what-provides|lu|ps|if",
    installs:
      "install|remove|update|upgrade|erase|autoremove|clean|makecache|groupinstall|group|reinstall|downgrade|localinstall|distro-sync|config-manager|module|history undo|mark|swap|in|rm|up|dup|ref|refresh|addrepo|ar|removerepo|rr|patch|dist-upgrade|copr",
  }),
  manager("apk", {
    local: "info|list|search|policy|dot|stats|version|manifest|audit|verify",
    installs: "add|del|update|upgrade|fix|cache|fetch|index",
  }),
  manager("snap flatpak", {
    local:
      "list|info|find|version|connections|services|interface|changes|search|remotes|remote-ls|remote-info|history|config|ps|help|get|warnings|whoami|known|model|tasks",
    installs:
      "install|remove|uninstall|refresh|update|upgrade|revert|enable|disable|connect|disconnect|start|stop|restart|set|run|alias|unalias|try|switch|override|repair|remote-add|remote-delete|mask|pin|make-current|kill|download|pack|abort|ack|permission-set",
    publishes: "login|logout",
  }),
  defineProgram({
    names: "pacman yay paru pamac",
    options: {
      values: "--config -b --dbpath -r --root",
      flags: "-Q -S -R -U -F -T -D -V -s -i -l -o -q -y -u -e -m -n -t -k -c -g -p",
    },
    effects: (parsed) => {
      if (parsed.has("-V", "-Q", "-T", "--query", "--version", "--deptest")) return [];
      if (
        parsed.has("-F", "-S", "--sync", "--files") &&
        parsed.has("-s", "-i", "-l", "-g", "-p", "--search", "--info", "--list") && !parsed.has("-y", "-u")
      ) return [];
      return [{ kind: "network" }, { kind: "execute", program: MARK.install }];
    },
    examples: { "pacman -Qi x": "", "pacman -Syu": "network execute" },
  }),
  manager(
    "nix nix-env guix nix-shell nix-build nix-store nixos-rebuild home-manager emerge pkg pkgin opkg xbps-install xbps-remove eopkg swupd choco winget scoop",
    {
      local:
        "search|info|list|show|flake show|flake metadata|flake check|eval|path-info|log|why-depends|help|doctor|version|describe|size|weather|hash|query|which|leaves|stats|audit|check|outdated|cat|home|depends|status|generations",
      installs:
        "install|remove|update|upgrade|profile|build|develop|run|shell|switch|pull|package|delete|autoremove|gc|flake update|flake|reconfigure|archive|system|environment|uninstall|reset|bucket|cleanup|hold|unhold|import|export|pin|add|clean|lock|unlock|rebuild|copy|boot|test",
      acts: "repl|fmt",
    },
  ),
];

/** Package managers other than those of the JavaScript world. */
export const packageManagers: readonly Program[] = [...languages, ...systems];
