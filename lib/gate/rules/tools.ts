/** Rules about build, test and lint tools, and the scripts a project defines. */
import { MARK, marked } from "../grammar/marks.ts";
import { namesForeign, runsProjectOnly } from "../grammar/project.ts";
import type { Call } from "../call.ts";
import { defineRule, type Rule } from "../rule.ts";

const vouched = defineRule({
  id: "tools.project",
  verdict: "allow",
  reason: "Builds, tests or checks the project with a tool made for that",
  covers: ["execute", "write"],
  when: runsProjectOnly,
  match: [
    "npm test",
    "python3 -m pytest -q",
    "eslint src",
    "cargo build",
    "make check",
    "tsc -p .",
    "gcc -c x.c -o x.o",
    "npm run lint",
    "go vet ./...",
    "npx tsc --noEmit",
    "yarn test",
  ],
  notMatch: [
    "npm run build",
    "eslint --fix src",
    "npm test --prefix /tmp/evil",
    "gcc -o /usr/bin/x x.c",
    "cd /tmp/x && npm test",
    "make test SHELL=/tmp/evil",
    "ls",
  ],
});

const foreign = defineRule({
  id: "tools.foreign_code",
  verdict: "ask",
  reason: "Runs code or configuration from outside the project, or a program named in an option",
  when: (call) =>
    call.known && marked(call, MARK.project) !== undefined &&
    call.effects.find((effect) => effect.kind === "execute" && effect.word !== undefined)?.word,
  match: [
    "make test SHELL=/tmp/evil",
    "npm test --prefix /tmp/evil",
    "eslint -c /tmp/x.js src",
    "go test -exec=./x",
    "mocha -r /tmp/x",
  ],
  notMatch: ["mocha -r ./test/setup.js", "make test", "eslint src", "npx frobnicate"],
});

/** Options that say where the project or its settings lie, whatever the tool calls them. */
const PLACES =
  /^--?(?:C|c|f|F|d|r|cwd|dir|directory|root|rootdir|prefix|project|config|config-file|configfile|config-path|settings|manifest-path|import-map|lock|plugin|plugins|package|preload|require|import|loader|workspace|w|chdir|file|rc|rcfile|use-yarnrc|preset|base|basedir|include|load)$/i;

/** `-C /tmp/x`, `--import-map=/tmp/x`: a place elsewhere that nothing is written to. */
function elsewhere(call: Call): { readonly span: Call["span"] } | undefined {
  const written = new Set(
    call.effects.flatMap(({ kind, word }) => kind === "write" && word ? [word.span.start] : []),
  );
  return call.args.find((word, index) => {
    const text = word.value ?? word.prefix;
    const at = /^--?[\w.-]+=/.exec(text)?.[0].length ?? 0;
    const named = { ...word, value: word.value?.slice(at) ?? null, prefix: word.prefix.slice(at) };
    const where = at > 0 ? text.slice(0, at - 1) : call.args[index - 1]?.value ?? "";
    return PLACES.test(where) && !written.has(word.span.start) && namesForeign(named, call);
  });
}

const foreignPlace = defineRule({
  id: "tools.foreign_place",
  verdict: "ask",
  reason: "Takes the project, or its settings, from outside the project",
  when: (call) => call.known && marked(call, MARK.project) !== undefined && elsewhere(call),
  match: [
    "cargo -C /tmp/x test",
    "go -C /tmp/x test",
    "deno test --import-map=/tmp/x",
    "deno task --cwd /tmp/x test",
  ],
  notMatch: ["cargo -C sub test", "go test -o /tmp/x", "pytest --basetemp=/tmp/x", "jest -c jest.config.js"],
});

const rewrites = defineRule({
  id: "tools.rewrites",
  verdict: "ask",
  reason: "Rewrites the sources it looks at",
  safer: "Run it without that option to see what it would change",
  when: (call) =>
    call.known && marked(call, MARK.project) !== undefined &&
    call.effects.find((effect) =>
      effect.kind === "write" && effect.recursive === true && effect.program === undefined
    )
      ?.word,
  match: ["eslint --fix src", "cargo clippy --fix", "stylelint --fix '**/*.css'"],
  notMatch: ["eslint src", "prettier --check .", "cargo clippy"],
});

const build = defineRule({
  id: "tools.build_script",
  verdict: "grey",
  reason: "Runs a build script that the project defines, and nothing in the command says what it does",
  safer: "Have a person run it, or call the tool that it runs, such as tsc or vite build",
  covers: ["execute"],
  when: (call) =>
    marked(call, MARK.build) !== undefined &&
    !call.effects.some((effect) => effect.kind === "execute" && effect.word !== undefined),
  match: ["make build", "npm run build", "make", "yarn build", "gradle build", "just", "grunt dist"],
  notMatch: ["make test", "npm run deploy", "npm run build -- --config /tmp/x", "tsc"],
});

const script = defineRule({
  id: "tools.script",
  verdict: "ask",
  reason: "Runs a script or target whose name says that it does more than build or check",
  when: (call) => {
    const effect = marked(call, MARK.script);
    return effect !== undefined && (effect.word ?? true);
  },
  match: [
    "make install",
    "npm run deploy",
    "npm start",
    "yarn release",
    "npm run lint:fix",
    "npm run lint -- --fix",
    "vite dev",
  ],
  notMatch: ["make test", "npm run build", "npm run test:release", "echo npm run deploy"],
});

const named = defineRule({
  id: "tools.named_program",
  verdict: "ask",
  reason: "Runs a program that was just built, or that is named in the command",
  when: (call) => call.name !== "git" && marked(call, MARK.run) !== undefined,
  match: ["cargo run", "go run .", "dotnet run"],
  notMatch: ["cargo build", "go build", "git difftool"],
});

/** Rules about build, test and lint tools. */
export const tools: readonly Rule[] = [vouched, foreign, foreignPlace, rewrites, build, script, named];
