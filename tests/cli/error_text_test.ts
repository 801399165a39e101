/**
 * What every command says to a wrong call: one line that names the value and the next step, no trace, its exit code, and
 * nothing on stdout. The commands are found, not listed, so that a new one is held to the same.
 */
import type { Command, RouteMap } from "@stricli/core";
import { buildApp } from "gatehouse/cli/app.ts";
import { routes } from "gatehouse/cli/routes.ts";
import type { Context } from "gatehouse/cli/command.ts";
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { type Ended, run, withState } from "./parts/run.ts";

interface Found {
  readonly words: readonly string[];
  readonly command: Command<Context>;
}

function commandsOf(target: RouteMap<Context> | Command<Context>, words: readonly string[] = []): Found[] {
  if (!("getAllEntries" in target)) return [{ words, command: target }];
  return target.getAllEntries().flatMap(({ name, target }) => commandsOf(target, [...words, name.original]));
}

const COMMANDS = commandsOf(buildApp(routes, []).root);

/** A hook answers with 0 and refuses; `gate` has its own codes for verdicts. */
function codeOf(words: readonly string[]): number {
  return words[1] === "hook" ? 0 : words[0] === "gate" ? 3 : 2;
}

/** A message, and after it what to do. */
const WITH_NEXT_STEP =
  /^gatehouse: (?:[^\n]*?[^.\s])[.:] (?:Give|See|Did|Put|Check|Set|Run|Add|Name|The|Mend|Unset|List|Look|Remove|Ask|Choose|Call|Make)\b[^\n]*\n$/;

function checkText(
  call: string,
  { err, out }: Ended,
  { value, hook = false }: { value?: string; hook?: boolean } = {},
) {
  assertTrue(WITH_NEXT_STEP.test(err), `${call}: ${JSON.stringify(err)}`);
  if (value !== undefined) assertIncludes(err, value);
  if (hook) assertTrue(/"block"|"deny"/.test(out), `${call}: ${out}`);
  else assertEquals(out, "", call);
}

/** What a command takes besides flags, so that it gets as far as its configuration. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  call: ["gate", "{}"],
  "gate check": ["--", "ls"],
  "gate explain": ["--", "ls"],
  "gate hook": ["claude-code"],
  "gate rule suggest": ["--", "ls"],
  "gate classify": ["--state", "a", "--label", "b", "--label", "c"],
  "gate route": ["--state", "a", "--tool", "b", "--tool", "c"],
  "gate score": ["--state", "a", "--criterion", "b"],
  "skills get": ["x"],
  "skills plan": ["/"],
  "skills detect": ["/"],
  "hosts trust": ["x"],
  "flow run": ["x"],
  approve: ["x"],
  decline: ["x", "--reason", "y"],
  "approvals revoke": ["x"],
};

const HOOK_INPUT = '{"tool_name":"Bash","tool_input":{"command":"ls"}}';

Deno.test("there are commands, and each is tried", () => {
  assertTrue(COMMANDS.length > 30, `${COMMANDS.length} commands`);
  const known = new Set(COMMANDS.map(({ words }) => words.join(" ")));
  assertEquals(Object.keys(ARGUMENTS).filter((words) => !known.has(words)), []);
});

for (const { words, command } of COMMANDS) {
  const call = words.join(" ");
  const hook = words[1] === "hook";

  Deno.test(`${call} with a flag it does not have names the flag`, async () => {
    const ended = await run([...words, "--bogus"]);
    assertEquals(ended.code, codeOf(words));
    checkText(call, ended, { value: "--bogus", hook });
  });

  const { flags, positional } = command.parameters;
  const required = positional?.kind === "tuple" && positional.parameters.some((one) =>
        one.optional !== true
      ) ||
    positional?.kind === "array" && (words[0] === "gate" || words[0] === "flow");
  if (required && call !== "completions words") {
    Deno.test(`${call} without its argument names it`, async () => {
      const ended = await run(words);
      assertEquals(ended.code, codeOf(words));
      checkText(call, ended, { hook });
    });
  }

  if (flags !== undefined && "config" in flags && call !== "doctor") {
    Deno.test(`${call} with a configuration that cannot be read names the file, and what is wrong with it`, async () => {
      await withState(async (environment) => {
        const base = environment["XDG_STATE_HOME"];
        const bad = `${base}/bad.toml`;
        const unknown = `${base}/unknown.toml`;
        await Deno.writeTextFile(bad, "port = = 1\n", { mode: 0o600 });
        await Deno.writeTextFile(unknown, "[gate]\nsevrer = 1\n", { mode: 0o600 });
        const open = `${base}/open.toml`;
        await Deno.writeTextFile(open, "port = 1\n");
        await Deno.chmod(open, 0o666);
        for (const file of [`${base}/none.toml`, `${base}`, bad, unknown, open]) {
          const own = ARGUMENTS[call] ?? [];
          const end = own.indexOf("--");
          const args = end < 0
            ? [...own, "--config", file]
            : [...own.slice(0, end), "--config", file, ...own.slice(end)];
          const ended = await run([...words, ...args], {
            environment,
            stdin: HOOK_INPUT,
            terminal: { stdin: false, stdout: false },
          });
          assertEquals(ended.code, codeOf(words), `${call} ${file}: ${ended.err}`);
          if (hook) assertTrue(ended.out.includes('"deny"') && ended.out.includes(file), ended.out);
          else checkText(`${call} ${file}`, ended, { value: file });
        }
      });
    });
  }
}

/** A call that names what is not there, its exit code, and the value its line names. */
const UNKNOWN: readonly (readonly [call: string, code: number, value: string])[] = [
  ["bogus", 2, "bogus"],
  ["gate bogus", 3, "bogus"],
  ["skills bogus", 2, "bogus"],
  ["hosts bogus", 2, "bogus"],
  ["approvals bogus", 2, "bogus"],
  ["help bogusness", 2, "bogusness"],
  ["-m bogus", 2, "bogus"],
  ["call nothing", 2, "nothing"],
  ["call gate [", 2, "["],
  ['call gate {"bogus":1}', 2, "bogus"],
  ["tools --families nothing", 2, "nothing"],
  ["serve --port x", 2, "port x"],
  ["serve --host example.com", 2, "example.com"],
  ["serve --transport bogus", 2, "bogus"],
  ["serve --server nowhere", 2, "nowhere"],
  ["gate hook nothing", 0, "nothing"],
  ["gate diff nothing - /dev/null", 3, "/dev/null"],
  ["gate score --state x --criterion y --timeout 999", 3, "999"],
  ["hosts trust nothing", 2, "nothing"],
  ["approve nothing", 2, "nothing"],
  ["decline nothing --reason x", 1, "nothing"],
  ["approvals revoke nothing", 1, "nothing"],
  ["audit tail --since x", 2, "time x"],
  ["audit tail --limit 0", 2, "limit 0"],
  ["skills validate / --mode bogus", 2, "bogus"],
  ["skills new --type nothing x", 2, "nothing"],
  ["skills list --skills-config /none.json", 2, "/none.json"],
  ["completions nothing", 2, "nothing"],
  ["init --client nothing", 2, "nothing"],
  ["config print nothing", 2, "nothing"],
  ["flow run x --workspace /none", 2, "/none"],
  ["token new /none/x", 1, "/none/x"],
];

for (const [call, code, value] of UNKNOWN) {
  Deno.test(`gatehouse ${call} names what is not there, and the next step`, async () => {
    await withState(async (environment) => {
      const ended = await run(call.split(" "), { environment, cwd: environment["XDG_STATE_HOME"] ?? "/" });
      assertEquals(ended.code, code, ended.err);
      checkText(call, ended, { value, hook: call.startsWith("gate hook") });
    });
  });
}
