import { consult } from "gatehouse/gate/model/consult.ts";
import { RuleBook } from "gatehouse/gate/rulebook.ts";
import { secondOpinion } from "gatehouse/gate/second_opinion.ts";
import { GateService } from "gatehouse/gate/service.ts";
import { gateSettings } from "gatehouse/gate/settings.ts";
import { judge } from "gatehouse/gate/judge.ts";
import { assertEquals, assertFails } from "../../assert.ts";

/** A model that says yes after `ms`, in which nothing else gets to run, no timer either. */
async function standingStill(ms: number): Promise<GateService> {
  const answers = { gate_noul: { value: 0.9 }, gate_score: { value: 2 } };
  return new GateService(gateSettings.parse({ l1Enabled: true, timeoutMs: 100 }), {
    call() {
      const until = performance.now() + ms;
      while (performance.now() < until);
      return Promise.resolve({ model: "m", usage: null, answers });
    },
  }, await RuleBook.open(null));
}

Deno.test("a yes that comes too late is none, also where no timer could end its call", async () => {
  const { signal } = new AbortController();
  const asked = { server: "http://127.0.0.1:8155", state: "", questions: [] };
  const late = await standingStill(110);
  const error = await assertFails(() => consult(late, asked, { signal }), "MODEL_UNAVAILABLE");
  assertEquals(error.message.includes("100 ms"), true);

  const subject = { command: "make build" };
  const context = { signal };
  const { decision, layer } = await secondOpinion(judge(subject.command), subject, {
    service: late,
    context,
  });
  assertEquals([decision, layer], ["deny", "fail_closed"]);
  const service = await standingStill(0);
  const intime = await secondOpinion(judge(subject.command), subject, { service, context });
  assertEquals(intime.decision, "allow");
});

Deno.test("a worker that says anything but an answer to each question gets the command denied", async () => {
  const { signal } = new AbortController();
  const subject = { command: "make build" };
  const score = { value: 2 };
  const odd: unknown[] = [undefined, null, "yes", [], {}, { answers: null }, { answers: [0.9, 1] }, {
    answers: { gate_score: score },
  }];
  for (const value of [undefined, null, "0.9", true, [0.9], {}]) {
    odd.push({ answers: { gate_score: score, gate_noul: { value } } });
    odd.push({ answers: { gate_score: score, gate_noul: value } });
  }
  odd.push({ answers: JSON.parse('{"__proto__":{"gate_noul":{"value":0.9},"gate_score":{"value":1}}}') });
  for (const reply of odd) {
    const model = { call: () => Promise.resolve(reply) };
    const service = new GateService(
      gateSettings.parse({ l1Enabled: true }),
      model,
      await RuleBook.open(null),
    );
    const verdict = await secondOpinion(judge(subject.command), subject, { service, context: { signal } });
    const { decision, layer, error } = verdict;
    assertEquals([decision, layer, error], ["deny", "fail_closed", "unavailable"], JSON.stringify(reply));
  }
});
