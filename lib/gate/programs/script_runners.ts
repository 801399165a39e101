/** Programs that run scripts of the project, or another program with a changed environment. */
import type { Call, Variable } from "../call.ts";
import type { Effect } from "../effect.ts";
import { runsScripts } from "../grammar/entry.ts";
import { MARK } from "../grammar/marks.ts";
import { foreignCode, projectCode } from "../grammar/project.ts";
import { defineProgram, type Inner, type Program } from "../program.ts";
import type { Word } from "../word.ts";

/** `run-s lint test:*`: names and patterns of scripts. */
const sequences = defineProgram({
  names: "run-s run-p npm-run-all npm-run-all2 npm-run-posix-or-windows npm-run",
  options: {
    values: "-a --max-parallel --npm-path -N --node-run",
    executes: "--npm-path",
    flags:
      "-s --sequential -p --parallel -l -n --print-label --print-name --silent -c --continue-on-error -r --race",
  },
  effects: (parsed, call) => {
    // `"build:* -- --watch"` in one word carries arguments along.
    const scripts = parsed.operands.map((word) => {
      const [name = ""] = (word.value ?? "").split(" ");
      return word.value === null ? word : { ...word, value: name };
    });
    const rest = parsed.operands.flatMap((word) => passed(word));
    return runsScripts(scripts, { call, rest });
  },
  examples: { "run-s lint test": "execute", "run-p build:*": "execute" },
});

function passed(word: Word): Word[] {
  return (word.value ?? "").split(" ").slice(1).map((text) => ({ ...word, value: text, prefix: text }));
}

/** `cross-env A=1 program`: leading `NAME=value` words. */
const environment = defineProgram({
  names: "cross-env cross-env-default env-cmd dotenv dotenvx better-npm-run dotenv-cli",
  options: {
    style: "posix",
    values: "-v -c -p",
    reads: "-e -f --file --environments -r --rc-file",
    flags: "-o --override --use-shell --silent --expand-envs --no-override -x",
  },
  effects: (parsed, call) =>
    /^dotenv/.test(call.name) &&
      (/^(?:get|list|ls|decrypt|keypair)$/.test(parsed.operands[0]?.value ?? "") || parsed.has("-p"))
      ? [{ kind: "read", program: MARK.secret, word: call.program }]
      : [],
  runs: (parsed) => {
    const words = parsed.operands.filter((word, index) => !(index === 0 && word.value === "run"));
    const first = words.findIndex((word) => !/^\w+=/.test(word.value ?? word.prefix));
    if (first < 0) return [];
    const at = words[first]?.value === "--" ? first + 1 : first;
    return [{
      kind: "argv",
      words: words.slice(at),
      assignments: words.slice(0, first).map(variable),
      external: true,
    }];
  },
  examples: { "cross-env A=1 echo": "" },
});

function variable(word: Word): Variable {
  const text = word.value ?? word.prefix;
  const at = text.indexOf("=");
  return {
    name: text.slice(0, at),
    span: word.span,
    value: { ...word, value: word.value?.slice(at + 1) ?? null, prefix: word.prefix.slice(at + 1) },
  };
}

/** Operands are command lines of their own. */
const lines = defineProgram({
  names: "concurrently conc cross-env-shell stmux",
  options: {
    values:
      "-n --names -c --prefix-colors -p --prefix -m --max-processes -l --timings-length -s --success --name-separator --restart-after --default-input-target --prefixColors " +
      "--maxProcesses --timingsLength --nameSeparator --restartAfter --restart-tries --restartTries --hide --prefix-length --prefixLength --timestamp-format --timestampFormat --cwd",
    flags: "-k --kill-others --kill-others-on-fail -r --raw -g --group",
  },
  effects: (parsed, call) => parsed.operands.flatMap((word) => scriptLine(word, call)),
  runs: (parsed) =>
    parsed.operands.flatMap((word): Inner[] =>
      /^(?:(?:npm|yarn|pnpm|bun|node):|\w[\w:-]*$|https?:)/.test(word.value ?? "")
        ? []
        : [{ kind: "code", language: "shell", words: [word] }]
    ),
});

function scriptLine(word: Word, call: Call): Effect[] {
  const text = word.value ?? "";
  // `npm:lint:*(!fix)` is every such script but one.
  const name = /^(?:(?:npm|yarn|pnpm|bun|node):)?(\w[\w:*-]*)(?:\(![\w:*-]*\))?$/.exec(text)?.[1] ??
    /^(?:npm|yarn|pnpm|bun|node):(.*)$/s.exec(text)?.[1];
  return name === undefined ? [] : runsScripts([{ ...word, value: name }], { call, rest: [] });
}

/** The project's own server, as long as its tests need it. */
const SERVER =
  /^(?:(?:npm|yarn|pnpm|bun)(?: run)? )?(?:start|serve|server|dev|develop|preview|storybook)(?:[:-]\w+)*$/;

/** `start-server-and-test start http://localhost:3000 test`: a script or command, where it answers, what to run then. */
const served = defineProgram({
  names: "start-server-and-test start-test server-test",
  options: { values: "--expect" },
  effects: (parsed, call) =>
    parsed.operands.flatMap((word): Effect[] => {
      const text = word.value ?? "";
      if (/^(?:https?|tcp):/.test(text)) return LOCAL.test(text) ? [] : [{ kind: "network", word }];
      if (/^(?:https?-(?:get|options)|socket|file):/.test(text)) return [{ kind: "network", word }];
      if (/^:?\d+$/.test(text)) return [];
      return SERVER.test(text) ? [projectCode] : scriptLine(word, call);
    }),
  runs: (parsed) =>
    parsed.operands.flatMap((word): Inner[] =>
      SERVER.test(word.value ?? "") || /^[\w-]*:|^:?\d+$|^\w[\w:*-]*$/.test(word.value ?? "")
        ? []
        : [{ kind: "code", language: "shell", words: [word] }]
    ),
  examples: {
    "start-server-and-test start http://localhost:3000 test:e2e": "execute",
    "start-server-and-test start http://example.com test": "execute network",
  },
});

const LOCAL = /^(?:https?|tcp):(?:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|\d+)(?:[:/]|$)/;

/** Programs that run another one and wait, retry or label what it says. */
const around = defineProgram({
  names: "annotate-output nub",
  options: { style: "posix", values: "-f --format", flags: "-h" },
  effects: () => [projectCode],
  runs: (parsed) => {
    const words = parsed.operands.filter((word, index) => !(index === 0 && word.value === "exec"));
    const at = words.findIndex((word) => !(word.value ?? "").startsWith("-"));
    return at < 0 ? [] : [{ kind: "argv", words: words.slice(at), external: true }];
  },
});

const wireit = defineProgram({ names: "wireit", effects: () => [projectCode] });

/** `tsx`, `ts-node` and the like: interpreters of TypeScript. */
const typescript = defineProgram({
  names:
    "tsx ts-node ts-node-esm ts-node-dev tsimp esno esmo esr swc-node sucrase-node babel-node coffee-node jiti",
  options: {
    style: "posix",
    values: "-P --project -O --compiler-options -C --compiler --transpiler --tsconfig -I --ignore",
    executes: "-e --eval -p --print -r --require --import --loader",
    flags: "-T --transpile-only -F --files -v --version -h --help -vv -vvv --showConfig --test",
  },
  effects: (parsed, call) => {
    const [file] = parsed.operands;
    if (parsed.has("--test")) return [projectCode, ...foreignCode(parsed.operands, call)];
    if (file === undefined) {
      return parsed.has("-v", "--version", "-h", "--help", "--showConfig")
        ? []
        : [{ kind: "execute", unknown: true, word: call.program }];
    }
    return [{ kind: "execute", word: file, program: file.text, ...call.target(file) }];
  },
  examples: { "ts-node -v": "", "tsx scripts/x.ts": "execute:/home/user/project/scripts/x.ts" },
});

/** Programs that run scripts and other programs of a project. */
export const scriptRunners: readonly Program[] = [
  sequences,
  environment,
  lines,
  served,
  around,
  wireit,
  typescript,
];
