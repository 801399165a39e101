/** Rules about package managers. */
import type { Call } from "../call.ts";
import { MARK, marked } from "../grammar/marks.ts";
import { defineRule, type Rule } from "../rule.ts";

const install = defineRule({
  id: "packages.install",
  verdict: "ask",
  reason: "Fetches, changes or removes packages; their own scripts may run",
  when: (call) => {
    const effect = /^(?:docker|podman|nerdctl|finch|helm|git$)/.test(call.name)
      ? undefined
      : marked(call, MARK.install);
    return effect !== undefined && (effect.word ?? true);
  },
  match: [
    "npm install -g typescript",
    "pip install requests",
    "yarn",
    "cargo add x",
    "apt-get install jq",
    "brew install x",
    "bun add x",
    "gem install x",
    "npm audit fix",
    "conda install x",
  ],
  notMatch: ["npm ls", "pip list", "apt list", "npm install --help", "cargo tree"],
});

const publish = defineRule({
  id: "packages.publish",
  verdict: "ask",
  reason: "Publishes something, or uses an account",
  when: (call) => {
    const effect = marked(call, MARK.publish);
    return call.name !== "git" && effect !== undefined && (effect.word ?? true);
  },
  match: [
    "npm publish",
    "cargo publish",
    "npm login",
    "npm version patch",
    "gem push x.gem",
    "poetry publish",
    "twine upload dist/x",
  ],
  notMatch: ["npm whoami", "git push", "npm pack --dry-run"],
});

const fetched = defineRule({
  id: "packages.run_fetched",
  verdict: "ask",
  reason: "Runs a program of a package, which may be fetched first",
  when: (call) => {
    const effect = marked(call, MARK.fetched);
    return effect !== undefined && (effect.word ?? true);
  },
  match: ["npx create-app x", "pnpm dlx knip", "bunx x", "npm exec x", "npx -y tsc", "uvx x", "pipx run x"],
  notMatch: ["npx tsc --noEmit", "npm exec -- eslint .", "npm test"],
});

const environment = defineRule({
  id: "packages.environment",
  verdict: "ask",
  reason: "Makes or renews a directory with an interpreter and packages of its own",
  when: (call) => marked(call, MARK.environment)?.word,
  match: ["python3 -m venv .venv", "python -m venv --clear env"],
  notMatch: ["python3 -m venv --help", "python3 -m json.tool x"],
});

const lists = defineRule({
  id: "packages.lists",
  verdict: "ask",
  reason: "Fetches the lists of what can be installed, and installs nothing",
  when: (call) => !call.effects.some((effect) => effect.kind === "execute") && marked(call, MARK.lists)?.word,
  match: ["apt-get update", "sudo apt update"],
  notMatch: ["apt-get upgrade", "apt list", "apt-get update -o APT::Update::Pre-Invoke::=x"],
});

function asksOnly(call: Call): boolean {
  return call.trusted && call.name !== "git" && marked(call, MARK.query) !== undefined &&
    call.effects.every((effect) =>
      effect.redirect === true || effect.kind === "read" ||
      (effect.kind === "network" && effect.program === MARK.query)
    );
}

const query = defineRule({
  id: "packages.query",
  verdict: "allow",
  reason: "Asks a registry or service and changes nothing",
  covers: ["network"],
  when: asksOnly,
  match: ["npm view connect", "cargo search serde", "npm outdated", "pip index versions x", "gh pr list"],
  notMatch: ["npm install x", "npm view x --registry=http://e", "npm ls", "git fetch"],
});

/** Rules about package managers. */
export const packages: readonly Rule[] = [install, publish, fetched, environment, lists, query];
