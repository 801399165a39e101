/** The JavaScript package managers: what they ask, fetch, publish, and which of the project's scripts they run. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { runsScripts } from "../grammar/entry.ts";
import { helpOnly, installing, MARK } from "../grammar/marks.ts";
import { foreignCode, projectCode } from "../grammar/project.ts";
import type { Grammar, Parsed } from "../options.ts";
import { names } from "../options.ts";
import { defineProgram, type Inner, type Program } from "../program.ts";
import type { Word } from "../word.ts";
import { isDevelopmentTool } from "./development_tools.ts";

/** What each manager's own commands are, by purpose. */
interface Manager {
  readonly options: Grammar;
  /** Asks a registry. */
  readonly queries: string;
  /** Looks at files of the project only. */
  readonly local: string;
  readonly installs: string;
  readonly publishes: string;
  /** Runs a named script of the project. */
  readonly runs: string;
  /** Runs a program of the dependencies; may fetch it. */
  readonly executes: string;
  readonly fetches: string;
  /** Without a command. */
  readonly bare: "installs" | "local";
  /** What is no command is a script, or a program of the dependencies. */
  readonly falls: boolean;
}

const NPM_VALUES =
  "--tag --access --otp --loglevel --depth --omit --include --before --cache --diff --diff-name-only --searchlimit --audit-level --format --json-path --install-strategy --scope --preid -m --message -c --call --cwd --filter --filter-prod -F --workspace-concurrency --concurrency --reporter --mutex --modules-folder --network-timeout --pattern --from --include-from";

/** Options that say where the project is, or which program runs the scripts. */
const WHERE = "--prefix -C --dir --cwd --workspace-root --userconfig --globalconfig --modules-dir --require";
const PROGRAMS =
  "--script-shell --shell --node-options --git --init-module --node-gyp --registry --https-proxy --proxy --use-yarnrc";

const npm: Manager = {
  options: {
    values: `${NPM_VALUES} -w --workspace ${WHERE}`,
    executes: PROGRAMS,
    flags: "-s --silent -ws --workspaces",
  },
  queries: "view v info show outdated search s se find audit ping whoami fund diff sbom stars doctor",
  local:
    "ls list ll la root prefix bin explain why query help help-search completion version --version licenses",
  installs:
    "install i in ins inst insta instal isnt isnta isntal isntall add ci clean-install ic install-clean isntall-clean cit it install-test install-ci-test update up upgrade udpate uninstall un unlink remove rm r link ln rebuild rb dedupe ddp prune shrinkwrap cache create init innit edit explore patch",
  publishes:
    "publish unpublish deprecate undeprecate login logout adduser add-user star unstar token pack trust",
  runs: "run run-script rum urn",
  executes: "exec x",
  fetches: "",
  bare: "local",
  falls: false,
};

const yarn: Manager = {
  options: {
    style: "posix",
    values: `--cwd --mutex --use-yarnrc ${WHERE}`,
    flags: "-s --silent",
    executes: "--registry --script-shell",
  },
  queries: "info outdated audit npm-info npm-whoami npm-audit",
  local: "list why versions licenses bin help --version -v check constraints explain",
  installs:
    "install add remove upgrade upgrade-interactive up link unlink import set autoclean cache global dedupe plugin rebuild init create unplug patch patch-commit stage",
  publishes: "publish login logout tag owner team access pack version npm",
  runs: "run run-script",
  executes: "exec",
  fetches: "dlx",
  bare: "installs",
  falls: true,
};

const pnpm: Manager = {
  options: {
    style: "posix",
    values: `${NPM_VALUES} ${WHERE}`,
    flags: "-r --recursive -s --silent -w",
    executes: PROGRAMS,
  },
  queries: "outdated audit view info search ping whoami",
  local: "ls list ll la why licenses root bin help --version -v list-scripts cat-file cat-index find-hash",
  installs:
    "install i add ci remove rm uninstall un update up upgrade link ln unlink import fetch prune rebuild rb store dedupe create init setup env patch patch-commit patch-remove install-test it self-update approve-builds ignored-builds cache server config",
  publishes: "publish deploy pack login logout adduser deprecate unpublish owner",
  runs: "run run-script",
  executes: "exec",
  fetches: "dlx",
  bare: "local",
  falls: true,
};

const bun: Manager = {
  options: {
    style: "posix",
    values: `--cwd --filter -F --elide-lines --env-file --config -c ${WHERE}`,
    flags: "--bun -b --silent --watch --hot",
    executes: "--registry -r --preload --import -e --eval -p --print --shell",
  },
  queries: "outdated audit info view",
  local: "why help --version --revision pm-ls list",
  installs: "install i add a remove rm update upgrade link unlink create c init patch pm",
  publishes: "publish",
  runs: "run",
  executes: "",
  fetches: "x",
  bare: "local",
  falls: true,
};

/** Commands of two words that do less than the first of them. */
const HARMLESS_PAIRS =
  /^(?:config (?:get|list|ls)|pkg get|team ls|org ls|owner ls|dist-tag ls|dist-tags? (?:ls|list)|access (?:list|ls|get)\S*|access ls-\w+|profile get|hook ls|cache (?:ls|list|verify|dir)|version check|npm (?:info|whoami|audit)|npm tag list|pm (?:ls|bin|whoami|hash|view)|workspaces (?:list|info)|global (?:list|bin|dir)|store (?:path|status)|env list|plugin list|token list|pack --dry-run)$/;

/** In `pnpm run`, a pattern between slashes stands for all the scripts that match. */
const PATTERN = /^\/([^/]+)\/[a-z]*$/;

function act(text: string, manager: Manager): keyof Manager | "test" | "stays" | "own" | null {
  const kinds = ["queries", "local", "installs", "publishes", "runs", "executes", "fetches"] as const;
  for (const kind of kinds) if (names(manager[kind]).includes(text)) return kind;
  if (/^(?:test|t|tst)$/.test(text)) return "test";
  if (/^(?:start|stop|restart)$/.test(text)) return "stays";
  return null;
}

/** The command and what follows it; `yarn workspace a X`, `pnpm -r exec X` and the like are read through. */
function commandOf(parsed: Parsed): readonly Word[] {
  const words = parsed.operands;
  const first = words[0]?.value ?? "";
  if (first === "workspace") return words.slice(2);
  if (first === "recursive" || first === "multi" || first === "m") return words.slice(1);
  if (first === "workspaces" && words[1]?.value === "run") return words.slice(1);
  if (first === "workspaces" && words[1]?.value === "foreach") {
    return words.slice(
      words.findIndex((word, index) => index > 1 && /^(?:run|exec)$/.test(word.value ?? "")),
    );
  }
  return words;
}

function skipOptions(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex((word) => !(word.value ?? word.prefix).startsWith("-"));
  return at < 0 ? [] : words.slice(at);
}

function effectsOf(manager: Manager) {
  return (parsed: Parsed, call: Call): Effect[] => {
    const where = foreignCode(parsed.values(...names(WHERE)), call);
    return [...where, ...commandEffects(commandOf(parsed), { manager, call, parsed })];
  };
}

interface Reading {
  readonly manager: Manager;
  readonly call: Call;
  readonly parsed: Parsed;
}

function commandEffects(words: readonly Word[], { manager, call, parsed }: Reading): Effect[] {
  const [first, ...rest] = words;
  const verb = act(first?.value ?? "", manager);
  if (helpOnly(call) && (verb === "installs" || verb === "publishes" || verb === "queries")) return [];
  if (first === undefined) {
    return manager.bare === "local" || parsed.has("--version", "-v", "-V") ? [] : installing();
  }
  const text = first.value;
  if (text === null) return [{ kind: "execute", unknown: true, word: first }];
  const second = rest[0]?.value ?? "";
  if (HARMLESS_PAIRS.test(`${text} ${second}`)) return [{ kind: "network", program: MARK.query }];
  // The settings of the user, which name a registry, a shell, a Node to run.
  if (
    call.name === "npm" && (text === "set" || text === "config" && /^(?:set|delete|edit|fix)$/.test(second))
  ) {
    const path = `${call.place.home}/.npmrc`;
    return call.touch("write", [{ ...first, value: path, prefix: path }]);
  }
  if (text === "pkg") {
    return call.touch("write", [{ ...first, value: "package.json", prefix: "package.json" }]);
  }
  const script = (list: readonly Word[], passed: readonly Word[]) =>
    runsScripts(list, {
      call,
      rest: manager.options.style === "posix" ? passed : [...passed, ...dashes(call)],
    });
  switch (verb) {
    case "queries":
      if (text === "audit" && (second === "fix" || parsed.has("--fix"))) return installing(first);
      return [{ kind: "network", program: MARK.query }];
    case "local":
      if (text === "version" && rest.length > 0) {
        return [{ kind: "network", program: MARK.publish, word: first }];
      }
      return parsed.has("--fix") ? installing(first) : [];
    case "installs":
      return installing(first);
    case "publishes":
      return text === "pack" && parsed.has("--dry-run")
        ? [projectCode]
        : [{ kind: "network", program: MARK.publish, word: first }];
    case "runs": {
      const [name, ...passed] = skipOptions(rest);
      if (name === undefined) return [];
      const matching = PATTERN.exec(name.value ?? "")?.[1];
      if (call.name === "pnpm" && matching !== undefined) {
        return script(matching.split("|").map((text) => ({ ...name, value: text })), passed);
      }
      return /^[.~]?\/|^\.\.?\/|\.[cm]?[jt]sx?$/.test(name.value ?? name.prefix)
        ? [{ kind: "execute", word: name, program: MARK.run, ...call.target(name) }]
        : script([name], passed);
    }
    case "test":
      return runsScripts([first], { call, rest: [...rest, ...dashes(call)], purpose: "check" });
    case "stays":
      return [{ kind: "execute", program: MARK.script, word: first }];
    case "executes":
      return executed(skipOptions(rest), {
        verb: first,
        other: parsed.has(...OTHER) || rest.some((word) => NAMES_OTHER.test(word.prefix)),
      });
    case "fetches":
      return [{ kind: "execute", program: MARK.fetched, word: first }];
    default:
      return fallback(words, { manager, call, parsed });
  }
}

/** A script of the project by its bare name, or a program of the dependencies. */
function fallback(words: readonly Word[], { manager, call }: Reading): Effect[] {
  const [first, ...rest] = words;
  if (first === undefined || !manager.falls) return [{ kind: "execute", unknown: true, word: call.program }];
  if (call.name === "bun" && own(first.value ?? "")) {
    return runsScripts([first], { call, rest });
  }
  if (/[./]/.test(first.value ?? "") && /^\.|\/|\.[cm]?[jt]sx?$/.test(first.value ?? "")) {
    return [{ kind: "execute", word: first, program: first.text, ...call.target(first) }];
  }
  return isDevelopmentTool(first.value ?? "") ? [projectCode] : runsScripts([first], { call, rest });
}

function own(text: string): boolean {
  return text === "build" || text === "test";
}

/** With these, what runs is not the tool of that name among the dependencies. */
const OTHER = ["-p", "--package", "-y", "--yes", "-c", "--call"];
const NAMES_OTHER = /^(?:-p|--package)(?:=|$)/;

function executed(
  words: readonly Word[],
  { verb, other }: { readonly verb: Word; readonly other: boolean },
): Effect[] {
  const name = words[0]?.value ?? "";
  return isDevelopmentTool(name) && !other
    ? [projectCode]
    : [{ kind: "execute", program: MARK.fetched, word: words[0] ?? verb }];
}

/** What follows `--` or looks like an option: it reaches the script. */
function dashes(call: Call): Word[] {
  return call.args.filter((word) => word.prefix.startsWith("-"));
}

function runsOf(manager: Manager) {
  return (parsed: Parsed): Inner[] => {
    const words = commandOf(parsed);
    const [first, ...rest] = words;
    const text = first?.value ?? "";
    if (parsed.has("-c", "--call")) {
      return parsed.values("-c", "--call").map((word) => ({
        kind: "code",
        language: "shell",
        words: [word],
      }));
    }
    const kind = act(text, manager);
    if (kind === "executes" || kind === "fetches") return argv(skipOptions(rest));
    if (kind === null && manager.falls && isDevelopmentTool(text) && !own(text)) return argv(words);
    return [];
  };
}

function argv(words: readonly Word[]): Inner[] {
  return words.length === 0 ? [] : [{ kind: "argv", words, external: true }];
}

function manager(list: string, spec: Manager): Program {
  return defineProgram({ names: list, options: spec.options, effects: effectsOf(spec), runs: runsOf(spec) });
}

/** `npx` and its kin. */
const fetchers = defineProgram({
  names: "npx pnpx bunx",
  options: {
    style: "posix",
    values: "-p --package -w --workspace --cache --userconfig --node-arg -n --loglevel",
    executes: "--node-options --shell --script-shell --registry",
    flags: "-y --yes --no --no-install -q --quiet --ignore-existing --prefer-offline --offline",
  },
  effects: (parsed, call) => {
    const [first] = parsed.operands;
    if (first === undefined && parsed.has("--help", "--version", "-v", "-h")) return [];
    const local = first !== undefined && isDevelopmentTool(first.value ?? "") &&
      !parsed.has("-p", "--package", "-y", "--yes", "-c", "--call", "--ignore-existing");
    return local ? [projectCode] : [{ kind: "execute", program: MARK.fetched, word: first ?? call.program }];
  },
  runs: (parsed) => {
    if (!parsed.has("-c", "--call")) return argv(parsed.operands);
    return parsed.operands.slice(0, 1).map((word) => ({ kind: "code", language: "shell", words: [word] }));
  },
  examples: { "npx tsc --noEmit": "execute", "npx create-app": "execute execute:create-app" },
});

/** Package managers of the JavaScript world. */
export const nodePackages: readonly Program[] = [
  manager("npm", npm),
  manager("yarn yarnpkg yarpm", yarn),
  manager("pnpm", pnpm),
  manager("bun", bun),
  fetchers,
];
