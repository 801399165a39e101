/** What a yes is worth when the rules, or what the model would say, have changed meanwhile. */
import { RuleBook } from "gatehouse/gate/rulebook.ts";
import { assertEquals, assertIncludes } from "../assert.ts";
import { put, scratch } from "../core/files_parts.ts";
import { ASKED, gateHouse, questionOf, reply, verdictOf, YES } from "./parts/confirmed.ts";

const rule = (verdict: string, more = "") => `
[[rule]]
id = "ops.push"
verdict = "${verdict}"
reason = "The operator says so"
program = "git"
args = ["push", "origin", "main"]
match = ["git push origin main"]
not_match = ["git status"]
${more}
`;

/** Puts a new rule file in the place of the one there, long enough ago that it counts as finished. */
async function replace(path: string, text: string): Promise<void> {
  await put(`${path}.new`, text);
  const past = Date.now() / 1_000 - 60;
  await Deno.utime(`${path}.new`, past, past);
  await Deno.rename(`${path}.new`, path);
}

/** A house with a rule file that says this; `now` changes it. */
async function ruled(text: string) {
  const dir = await scratch();
  const path = `${dir.path}/rules.toml`;
  await replace(path, text);
  const gate = await gateHouse({ gate: { rulesFile: path } });
  return {
    gate,
    now: (changed: string) => replace(path, changed),
    async [Symbol.asyncDispose]() {
      await gate[Symbol.asyncDispose]();
      await dir[Symbol.asyncDispose]();
    },
  };
}

Deno.test("rules that now deny the command make its yes worthless", async () => {
  await using world = await ruled(rule("ask"));
  const { state, message } = questionOf(await world.gate.ask(ASKED));
  assertIncludes(message, "The operator says so");
  await world.now(rule("deny"));
  const said = verdictOf(await world.gate.ask(ASKED, { state, answers: YES }));
  assertEquals([said["decision"], said["layer"], said["confirmation"]], ["deny", "L0", null]);
});

Deno.test("rules that now allow the command need no yes, and take no no", async () => {
  await using world = await ruled(rule("ask"));
  const { state } = questionOf(await world.gate.ask(ASKED));
  await world.now(rule("allow"));
  for (const answers of [YES, reply("decline")]) {
    const said = verdictOf(await world.gate.ask(ASKED, { state, answers }));
    assertEquals([said["decision"], said["layer"], said["confirmation"]], ["allow", "L0", null]);
  }
});

Deno.test("rules that changed and still ask are asked about anew", async () => {
  await using world = await ruled(rule("ask"));
  const { state } = questionOf(await world.gate.ask(ASKED));
  await world.now(rule("ask").replace("says so", "says otherwise"));
  const again = questionOf(await world.gate.ask(ASKED, { state, answers: YES }));
  assertIncludes(again.message, "The operator says otherwise");
  assertIncludes(again.message, "An earlier answer does not count");
  const said = verdictOf(await world.gate.ask(ASKED, { state: again.state, answers: YES }));
  assertEquals([said["decision"], said["confirmation"]], ["allow", "accepted"]);
});

Deno.test("a yes comes back to life under the rules that it was given for, but once only", async () => {
  await using world = await ruled(rule("ask"));
  const { state } = questionOf(await world.gate.ask(ASKED));
  await world.now(rule("deny"));
  verdictOf(await world.gate.ask(ASKED, { state, answers: YES }));
  await world.now(rule("ask"));
  assertEquals(verdictOf(await world.gate.ask(ASKED, { state, answers: YES }))["decision"], "allow");
  questionOf(await world.gate.ask(ASKED, { state, answers: YES }));
});

/** A state as the gate seals it for this command under the built-in rules. */
async function stateFor(command: string, modelled: unknown): Promise<Record<string, unknown>> {
  const { digest } = await (await RuleBook.open(null)).current();
  const about = new TextEncoder().encode(JSON.stringify([command, ASKED.cwd, null, digest]));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", about));
  return { fingerprint: hash.toHex(), modelled };
}

Deno.test("no state, however it came to be sealed, makes a yes to what the rules do not ask about", async () => {
  await using gate = await gateHouse();
  const opinion = {
    layer: "L1",
    rule: "model.opinion",
    reason: "x",
    noul: 0.5,
    score: 5,
    noul_state: "wavering",
    engine: "http:noul+score",
    server: null,
    model: null,
  };
  const asked = async (command: string, state: unknown) => {
    const args = { command, cwd: ASKED.cwd };
    const token = await gate.house.seal.close(state, JSON.stringify(["loopback", "gate", args]));
    return await gate.ask(args, { state: token, answers: YES });
  };
  // The shape is the gate's own: the control, without which the rest would prove nothing.
  const { command } = ASKED;
  assertEquals(verdictOf(await asked(command, await stateFor(command, null)))["confirmation"], "accepted");
  assertEquals(
    verdictOf(await asked("make build", await stateFor("make build", opinion)))["decision"],
    "allow",
  );

  for (
    const [command, modelled, decision, layer] of [
      ["rm -rf /", null, "deny", "L0"],
      ["rm -rf /", opinion, "deny", "L0"],
      ["make build", null, "deny", "fail_closed"],
      ["make build", { ...opinion, layer: "L0" }, "deny", "fail_closed"],
      ["make build", {}, "deny", "fail_closed"],
      ["git status", null, "allow", "L0"],
    ] as const
  ) {
    const said = verdictOf(await asked(command, await stateFor(command, modelled)));
    assertEquals([said["decision"], said["layer"], said["confirmation"]], [decision, layer, null], command);
  }
  for (const state of [null, "asked", {}, { ...await stateFor(command, null), more: 1 }]) {
    questionOf(await asked(command, state));
  }
});
