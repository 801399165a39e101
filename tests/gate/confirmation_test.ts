import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { ASKED, gateHouse, questionOf, reply, verdictOf, YES } from "./parts/confirmed.ts";

Deno.test("a command that must be asked about ends in a form for a client that can show one", async () => {
  await using gate = await gateHouse();
  for (const elicitation of [{}, { form: {} }, { form: {}, url: {} }]) {
    const { params, message } = questionOf(await gate.ask(ASKED, { capabilities: { elicitation } }));
    assertEquals(params["mode"], "form");
    assertIncludes(message, "\n$ git push origin main");
    const { type, properties, required } = params["requestedSchema"] as {
      type: string;
      properties: Record<string, { type: string }>;
      required: string[];
    };
    assertEquals(
      [type, Object.entries(properties).map(([name, field]) => [name, field.type]), required],
      ["object", [["approve", "boolean"]], ["approve"]],
    );
  }
});

Deno.test("a client that can show no form gets the plain ask, whatever it sends back", async () => {
  await using gate = await gateHouse();
  const { state } = questionOf(await gate.ask(ASKED));
  const declared = [{}, { elicitation: { url: {} } }, { elicitation: true }, { elicitation: [] }, {
    sampling: {},
  }];
  for (const capabilities of declared) {
    for (const back of [{}, { state, answers: YES }]) {
      const { decision, layer, confirmation } = verdictOf(await gate.ask(ASKED, { capabilities, ...back }));
      assertEquals({ decision, layer, confirmation }, { decision: "ask", layer: "L0", confirmation: null });
    }
  }
});

Deno.test("what the rules allow or deny is never asked about", async () => {
  await using gate = await gateHouse();
  for (const [command, expected] of [["git status", "allow"], ["rm -rf /", "deny"], ["make build", "deny"]]) {
    const { decision, confirmation } = verdictOf(await gate.ask({ command }));
    assertEquals([decision, confirmation], [expected, null]);
  }
});

Deno.test("a yes allows the command once, and says that a person did", async () => {
  await using gate = await gateHouse();
  const { state } = questionOf(await gate.ask(ASKED));
  const { decision, layer, confirmation, rule, reason, grey } = verdictOf(
    await gate.ask(ASKED, { state, answers: YES }),
  );
  assertEquals(
    { decision, layer, confirmation, grey },
    { decision: "allow", layer: "human_confirm", confirmation: "accepted", grey: false },
  );
  const asked = verdictOf(await gate.ask(ASKED, { capabilities: {} }));
  assertEquals([rule, reason], [asked["rule"], `A person approved; asked because: ${asked["reason"]}`]);
  const again = questionOf(await gate.ask(ASKED, { state, answers: YES }));
  assertTrue(again.state !== state);
  assertIncludes(again.message, "An earlier answer does not count");
});

Deno.test("the explanation of a confirmed command comes with it", async () => {
  await using gate = await gateHouse();
  const args = { ...ASKED, explain: true };
  const { state } = questionOf(await gate.ask(args));
  const { decision, calls } = verdictOf(await gate.ask(args, { state, answers: YES }));
  assertTrue(decision === "allow" && Array.isArray(calls) && calls.length === 1);
});

Deno.test("a no denies, and leaving the form is not authorised; both use the question up", async () => {
  await using gate = await gateHouse();
  for (
    const [answers, confirmation, why] of [
      [reply("decline"), "declined", "A person declined; asked because: "],
      [reply("decline", { approve: true }), "declined", "A person declined; asked because: "],
      [reply("cancel"), "cancelled", "not authorised"],
      [reply("cancel", { approve: true }), "cancelled", "not authorised"],
    ] as const
  ) {
    const { state } = questionOf(await gate.ask(ASKED));
    const said = verdictOf(await gate.ask(ASKED, { state, answers }));
    assertEquals(
      [said["decision"], said["layer"], said["confirmation"]],
      ["deny", "human_confirm", confirmation],
    );
    assertTrue(String(said["reason"]).startsWith(why));
    questionOf(await gate.ask(ASKED, { state, answers: YES }));
  }
});

Deno.test("a form that came back without a plain yes denies", async () => {
  await using gate = await gateHouse();
  const contents = [
    { approve: false },
    { approve: "true" },
    { approve: 1 },
    { approve: null },
    { approve: [true] },
    { Approve: true },
    {},
    undefined,
    null,
    "true",
    [true],
    [{ approve: true }],
  ];
  for (const content of contents) {
    const { state } = questionOf(await gate.ask(ASKED));
    const said = verdictOf(await gate.ask(ASKED, { state, answers: reply("accept", content) }));
    assertEquals([said["decision"], said["confirmation"]], ["deny", "declined"], JSON.stringify(content));
  }
});

Deno.test("unknown keys beside a yes change nothing", async () => {
  await using gate = await gateHouse();
  const { state } = questionOf(await gate.ask(ASKED));
  const answers = {
    other: { action: "decline" },
    gate_confirmation: { action: "accept", content: { approve: true, note: "x" }, _meta: {}, extra: 1 },
  };
  assertEquals(verdictOf(await gate.ask(ASKED, { state, answers }))["decision"], "allow");
});

Deno.test("an answer that cannot be understood asks again, and uses the question not up", async () => {
  await using gate = await gateHouse();
  const { state } = questionOf(await gate.ask(ASKED));
  const odd: Record<string, unknown>[] = [
    {},
    { gate_confirmation: {} },
    { gate_confirmation: null },
    { gate_confirmation: "accept" },
    { gate_confirmation: ["accept"] },
    { gate_confirmation: { content: { approve: true } } },
    { gate_confirmation: { action: "ACCEPT", content: { approve: true } } },
    { gate_confirmation: { action: "allow", content: { approve: true } } },
    { gate_confirmation: { action: ["accept"], content: { approve: true } } },
    { gate_confirmation: { action: true, content: { approve: true } } },
    { gate_confirmation: { result: { action: "accept", content: { approve: true } } } },
    { Gate_Confirmation: { action: "accept", content: { approve: true } } },
    { confirmation: { action: "accept", content: { approve: true } } },
    { action: "accept", content: { approve: true } },
  ];
  const fresh = new Set([state]);
  for (const answers of odd) fresh.add(questionOf(await gate.ask(ASKED, { state, answers })).state);
  fresh.add(questionOf(await gate.ask(ASKED, { state })).state);
  assertEquals(fresh.size, odd.length + 2);
  assertEquals(verdictOf(await gate.ask(ASKED, { state, answers: YES }))["decision"], "allow");
});

Deno.test("a yes without a state, or with one that this process never sealed, asks again", async () => {
  await using gate = await gateHouse();
  await using other = await gateHouse();
  const foreign = questionOf(await other.ask(ASKED)).state;
  const { message } = questionOf(await gate.ask(ASKED));
  assertTrue(!message.includes("An earlier answer"));
  for (const state of [undefined, "", ".", "a.b", "x".repeat(40_000), "\0", foreign]) {
    const back = { answers: YES, ...(state === undefined ? {} : { state }) };
    assertIncludes(questionOf(await gate.ask(ASKED, back)).message, "An earlier answer does not count");
  }
});

Deno.test("no single changed bit of the state is overlooked", async () => {
  await using gate = await gateHouse();
  const { state } = questionOf(await gate.ask(ASKED));
  for (let at = 0; at < state.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const changed = state.slice(0, at) + String.fromCharCode(state.charCodeAt(at) ^ (1 << bit)) +
        state.slice(at + 1);
      const { kind } = await gate.ask(ASKED, { state: changed, answers: YES });
      assertEquals(kind, "question", `bit ${bit} of character ${at}`);
    }
  }
  for (let cut = 0; cut < state.length; cut += 7) {
    questionOf(await gate.ask(ASKED, { state: state.slice(0, cut), answers: YES }));
  }
  for (const more of ["A", "=", "\n", ".", " "]) {
    questionOf(await gate.ask(ASKED, { state: state + more, answers: YES }));
  }
  assertEquals(verdictOf(await gate.ask(ASKED, { state, answers: YES }))["decision"], "allow");
});

Deno.test("a yes holds for these arguments, this caller and this tool only", async () => {
  await using gate = await gateHouse();
  const { state } = questionOf(await gate.ask(ASKED));
  const others: readonly (readonly [unknown, Record<string, string>])[] = [
    [{ ...ASKED, command: "git push origin dev" }, {}],
    [{ ...ASKED, command: `${ASKED.command} ` }, {}],
    [{ ...ASKED, cwd: "/home/ann/other" }, {}],
    [{ command: ASKED.command }, {}],
    [{ ...ASKED, server: "http://127.0.0.1:8155" }, {}],
    [{ ...ASKED, explain: true }, {}],
    [ASKED, { principal: "posix-uid:1000" }],
  ];
  for (const [args, more] of others) {
    questionOf(await gate.ask(args, { ...more, state, answers: YES }));
  }
  const foreign = await gate.house.seal.close({}, JSON.stringify(["loopback", "classify", ASKED]));
  questionOf(await gate.ask(ASKED, { state: foreign, answers: YES }));
  assertEquals(verdictOf(await gate.ask(ASKED, { state, answers: YES }))["decision"], "allow");
});

Deno.test("a yes for one command does not let another through, even one that needs none", async () => {
  await using gate = await gateHouse();
  const { state } = questionOf(await gate.ask(ASKED));
  const denied = verdictOf(await gate.ask({ ...ASKED, command: "rm -rf /" }, { state, answers: YES }));
  assertEquals([denied["decision"], denied["layer"], denied["confirmation"]], ["deny", "L0", null]);
  const allowed = verdictOf(await gate.ask({ ...ASKED, command: "git status" }, { state, answers: YES }));
  assertEquals([allowed["decision"], allowed["layer"], allowed["confirmation"]], ["allow", "L0", null]);
});

Deno.test("a yes after ten minutes asks again", async () => {
  let now = 1_800_000_000_000;
  await using gate = await gateHouse({ now: () => now });
  const first = questionOf(await gate.ask(ASKED));
  now += 599_999;
  const second = questionOf(await gate.ask(ASKED));
  assertEquals(
    verdictOf(await gate.ask(ASKED, { state: first.state, answers: YES }))["decision"],
    "allow",
  );
  now += 600_000;
  questionOf(await gate.ask(ASKED, { state: second.state, answers: YES }));
});

Deno.test("of many that bring the same yes at once, one may run", async () => {
  await using gate = await gateHouse();
  const { state } = questionOf(await gate.ask(ASKED));
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => gate.ask(ASKED, { state, answers: YES })),
  );
  const allowed = outcomes.filter(({ kind }) => kind === "result");
  assertEquals([allowed.length, outcomes.length - allowed.length], [1, 19]);
  for (const outcome of allowed) assertEquals(verdictOf(outcome)["decision"], "allow");
});

Deno.test("a thousand open questions are kept by those who were asked", async () => {
  await using gate = await gateHouse();
  const commands = Array.from({ length: 1_000 }, (_, n) => ({ ...ASKED, command: `git push origin b${n}` }));
  const states: string[] = [];
  for (const args of commands) states.push(questionOf(await gate.ask(args)).state);
  for (const n of [999, 0, 500]) {
    const back = { state: states[n] ?? "", answers: YES };
    assertEquals(verdictOf(await gate.ask(commands[n], back))["decision"], "allow");
  }
});

Deno.test("where the store cannot be used, a yes is refused with the store's own words", async () => {
  await using gate = await gateHouse();
  const first = questionOf(await gate.ask(ASKED));
  verdictOf(await gate.ask(ASKED, { state: first.state, answers: YES }));
  await Deno.writeTextFile(`${gate.directory}/gatehouse.sqlite`, "no database ".repeat(100));
  await using restarted = await gateHouse();
  await Deno.mkdir(restarted.directory, { mode: 0o700 });
  await Deno.writeTextFile(`${restarted.directory}/gatehouse.sqlite`, "no database", { mode: 0o600 });
  const { state } = questionOf(await restarted.ask(ASKED));
  const { decision, layer, reason, confirmation } = verdictOf(
    await restarted.ask(ASKED, { state, answers: YES }),
  );
  assertEquals([decision, layer, confirmation], ["deny", "fail_closed", null]);
  assertIncludes(String(reason), "Refused (fail-closed): The store ");
  assertIncludes(String(reason), "is damaged");
});

Deno.test("a command too long to be shown whole is asked about without a form", async () => {
  await using gate = await gateHouse();
  const message = "x".repeat(19_000);
  questionOf(await gate.ask({ ...ASKED, command: `git commit -m '${message}'` }));
  // Private characters, each shown as eight.
  const hidden = `git commit -m '${"\ue000".repeat(4_500)}'`;
  const { decision, rule } = verdictOf(await gate.ask({ ...ASKED, command: hidden }));
  assertEquals([decision, rule], ["ask", "git.changes"]);
});
