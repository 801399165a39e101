/** The operator's rules through a whole call: verdict, question, record, answer, resource. */
import type { AuditEntry } from "gatehouse/core/audit.ts";
import { invoke, type Outcome } from "gatehouse/core/invoke.ts";
import { openHouse } from "gatehouse/house.ts";
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { createServing } from "../dispatch/parts/serving.ts";
import { resultOf } from "../dispatch/parts/endpoint.ts";
import { initialize, legacy, modern, Wire } from "../dispatch/parts/wire.ts";
import { PUSH, ruleToml, withRuleFile } from "./operator/parts/rules.ts";

const URI = "phocinae://policy/gate-approval";

function houseWith(rulesFile: string | undefined) {
  const rows: AuditEntry[] = [];
  const house = openHouse({
    families: null,
    readOnly: false,
    stateDirectory: null,
    familySettings: { gate: rulesFile === undefined ? {} : { rulesFile } },
  });
  const audit = {
    record: (row: AuditEntry) => void rows.push(row),
    commit: () => Promise.resolve(),
    room: () => Promise.resolve(),
    degraded: null,
    close: () => Promise.resolve(),
  };
  return { house: { ...house, audit }, rows };
}

function answerOf(outcome: Outcome): Readonly<Record<string, unknown>> {
  if ("structuredContent" in outcome && outcome.structuredContent !== undefined) {
    return outcome.structuredContent;
  }
  throw new Error(`No answer: ${outcome.kind}`);
}

/** Long ago, so that the file counts as one that keeps still. */
async function settle(path: string): Promise<void> {
  await Deno.utime(path, 1, 1);
}

Deno.test("a call is judged by the operator's rules, and its record tells their digest apart", async () => {
  await withRuleFile(ruleToml(PUSH), async (path) => {
    const call = {
      tool: "gate",
      args: { command: "git push origin main" },
      principal: "p",
      via: "cli",
    } as const;
    const decisions = [];
    const prints = [];
    for (const { house, rows } of [houseWith(path), houseWith(undefined)]) {
      const outcome = await invoke(house, call);
      assertEquals(outcome.degraded, undefined);
      decisions.push(answerOf(outcome)["decision"]);
      prints.push(JSON.stringify(rows[0]?.facts["fingerprint"]));
    }
    assertEquals(decisions, ["allow", "ask"]);
    assertTrue(prints[0] !== prints[1]);
  });
});

Deno.test("a file that is refused later is told in every answer and in the record, without its content", async () => {
  await withRuleFile(ruleToml(PUSH), async (path) => {
    const { house, rows } = houseWith(path);
    const call = { tool: "gate", args: { command: "ls" }, principal: "p", via: "cli" } as const;
    assertEquals((await invoke(house, call)).degraded, undefined);
    await Deno.writeTextFile(path, "secret_word = 1\n");
    await settle(path);
    const { degraded } = await invoke(house, call);
    assertIncludes(degraded ?? "", "the rules loaded before stay in force");
    assertTrue(degraded?.includes("secret_word") === false);
    assertIncludes(String(rows[1]?.facts["rules_refused"]), "unknown key secret_word");
    assertEquals(rows[0]?.facts["rules_refused"], undefined);
  });
});

Deno.test("a file that cannot be used at the start makes every call a refusal", async () => {
  const { house } = houseWith("/nowhere/rules.toml");
  const outcome = await invoke(house, { tool: "gate", args: { command: "ls" }, principal: "p", via: "cli" });
  const { decision, layer, reason } = answerOf(outcome);
  assertEquals([decision, layer], ["deny", "fail_closed"]);
  assertIncludes(String(reason), "Refused the rules in /nowhere/rules.toml");
});

Deno.test("a deny of the operator holds on the retry of a question asked before it", async () => {
  const deny = { ...PUSH, verdict: "deny", id: "ops.no_push" };
  await withRuleFile("", async (path) => {
    const { house } = houseWith(path);
    const spending = { ...house, spent: { spend: () => Promise.resolve(true) } };
    const call = {
      tool: "gate",
      args: { command: "git push origin main" },
      principal: "p",
      via: "stdio",
      capabilities: { elicitation: { form: {} } },
    } as const;
    const asked = await invoke(spending, call);
    if (asked.kind !== "question" || asked.state === undefined) throw new Error("nobody was asked");
    const [key = ""] = Object.keys(asked.requests);
    const answers = { [key]: { action: "accept", content: { approve: true } } };
    const yes = { ...call, state: asked.state, answers };
    await Deno.writeTextFile(path, ruleToml(deny));
    await settle(path);
    const outcome = await invoke(spending, yes);
    const { decision, rule } = answerOf(outcome);
    assertEquals([decision, rule], ["deny", "ops.no_push"]);
  });
});

Deno.test("a yes under other rules counts for nothing: the question is put again", async () => {
  await withRuleFile("", async (path) => {
    const { house } = houseWith(path);
    const spending = { ...house, spent: { spend: () => Promise.resolve(true) } };
    const call = {
      tool: "gate",
      args: { command: "git push evil main" },
      principal: "p",
      via: "stdio",
      capabilities: { elicitation: { form: {} } },
    } as const;
    const asked = await invoke(spending, call);
    if (asked.kind !== "question" || asked.state === undefined) throw new Error("nobody was asked");
    const [key = ""] = Object.keys(asked.requests);
    const yes = {
      ...call,
      state: asked.state,
      answers: { [key]: { action: "accept", content: { approve: true } } },
    };
    await Deno.writeTextFile(path, ruleToml(PUSH));
    await settle(path);
    assertEquals((await invoke(spending, yes)).kind, "question");
  });
});

Deno.test("the policy resource is public without the operator's rules, and private and not kept with them", async () => {
  await withRuleFile(ruleToml(PUSH), async (path) => {
    for (const [rulesFile, hint] of [[undefined, [3_600_000, "public"]], [path, [0, "private"]]] as const) {
      const { serving } = createServing({ house: houseWith(rulesFile).house });
      await using wire = new Wire(serving);
      const { contents, ttlMs, cacheScope } = resultOf(
        await wire.ask(modern(1, "resources/read", { uri: URI })),
      );
      assertEquals<readonly unknown[]>([ttlMs, cacheScope], hint);
      assertEquals(JSON.stringify(contents).includes("ops.push"), rulesFile !== undefined);
    }
  });
});

Deno.test("the older revisions get the policy resource without a cache hint", async () => {
  await withRuleFile(ruleToml(PUSH), async (path) => {
    const { serving } = createServing({ house: houseWith(path).house });
    await using wire = new Wire(serving);
    await wire.ask(initialize(0, "2025-11-25"));
    const result = resultOf(await wire.ask(legacy(1, "resources/read", { uri: URI })));
    assertEquals(Object.keys(result), ["contents"]);
    assertIncludes(JSON.stringify(result), "ops.push");
  });
});
