/** What the path of a call tells a tracer. */
import type { CallTrace, TraceEnd, Tracer } from "gatehouse/core/trace.ts";
import { type House, invoke } from "gatehouse/core/invoke.ts";
import { openExporter } from "gatehouse/telemetry/exporter.ts";
import { openEndpoint } from "../dispatch/parts/endpoint.ts";
import { createServing } from "../dispatch/parts/serving.ts";
import { modern } from "../dispatch/parts/wire.ts";
import { openTargets } from "../core/parts/targets.ts";
import { openTestHouse } from "../core/parts/house.ts";
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { openCollector } from "./parts/collector.ts";

/** A tracer that writes down what it is told. */
function recorder(): { tracer: Tracer; calls: { phases: string[]; ended: TraceEnd[] }[] } {
  const calls: { phases: string[]; ended: TraceEnd[] }[] = [];
  const begin = (): CallTrace => {
    const told: (typeof calls)[number] = { phases: ["look_up"], ended: [] };
    calls.push(told);
    return {
      phase: (name) => void told.phases.push(name),
      failed: (code) => void told.phases.push(`!${code}`),
      end: (ended) => void told.ended.push(ended),
    };
  };
  return { tracer: { begin }, calls };
}

function traced(house: House) {
  const { tracer, calls } = recorder();
  return { house: { ...house, tracer }, calls };
}

Deno.test("a read goes through its phases in their order", async () => {
  const open = openTestHouse();
  const { house, calls } = traced(open.house);
  await invoke(house, open.call("echo", { args: { text: "hi" } }));
  assertEquals(calls[0]?.phases, ["look_up", "validate", "open", "authorise", "run", "finish", "audit"]);
  const [ended] = calls[0]?.ended ?? [];
  assertEquals([ended?.outcome, ended?.tool, ended?.family], ["ok", "echo", "test"]);
  assertTrue(/^[0-9a-f]{32}$/.test(ended?.requestId ?? ""));
});

Deno.test("the phase that failed is named, whichever it was", async () => {
  const open = openTestHouse();
  const { house, calls } = traced(open.house);
  await invoke(house, open.call("echo", { args: { text: 7 } }));
  await invoke(house, open.call("throws"));
  await invoke(house, open.call("lies"));
  await invoke(house, open.call("hangs"));
  await invoke(house, open.call("no such tool; rm -rf")).catch(() => {});
  assertEquals(calls.map(({ phases }) => phases[phases.findIndex((phase) => phase.startsWith("!")) - 1]), [
    "validate",
    "run",
    "finish",
    "run",
    undefined,
  ]);
  assertEquals(calls[4]?.phases, ["look_up"], "of an unknown tool there is no other phase");
  assertEquals(calls.map(({ ended }) => ended.length), [1, 1, 1, 1, 1]);
  assertEquals(calls[4]?.ended, [{ outcome: "TOOL_NOT_FOUND" }]);
});

Deno.test("a question and its answer are two traces, the second with what was spent", async () => {
  const open = openTestHouse();
  const { house, calls } = traced(open.house);
  const asked = await invoke(house, open.call("asks", { args: { text: "x" } }));
  assertTrue(asked.kind === "question" && asked.state !== undefined);
  await invoke(house, open.call("asks", { args: { text: "x" }, answers: { go: "yes" }, state: asked.state }));
  assertEquals(calls.map(({ ended }) => ended[0]?.outcome), ["question", "ok"]);
  assertEquals(calls[0]?.phases, ["look_up", "validate", "open", "authorise", "confirm", "audit"]);
  assertEquals(calls[1]?.phases.slice(4), ["confirm", "spend", "run", "finish", "audit"]);
});

Deno.test("a change shows its approval, its lock, its intent and what was spent", async () => {
  const open = openTargets({ policy: { writes: true } });
  const { house, calls } = traced(open.house);
  await invoke(house, open.call("changes", { path: "/a" }));
  const pending = open.memory.pending.at(-1);
  assertTrue(pending !== undefined);
  open.memory.grant(pending.binding);
  await invoke(house, open.call("changes", { path: "/a" }));
  assertEquals(calls[0]?.phases.at(-2), "!AUTHORIZATION_FAILED");
  assertEquals(calls[0]?.phases.at(-3), "approve");
  assertEquals(calls[1]?.phases.slice(3), [
    ...["authorise", "resolve", "authorise_target", "approve", "run", "lock", "resolve", "intent", "spend"],
    ...["run", "finish", "audit"],
  ]);
});

Deno.test("a cancelled call ends its trace once", async () => {
  const open = openTestHouse();
  const { house, calls } = traced(open.house);
  const stop = new AbortController();
  const ended = invoke(house, open.call("waits", { signal: stop.signal })).catch(({ code }) => code);
  stop.abort();
  assertEquals(await ended, "CANCELLED");
  assertEquals(calls[0]?.ended[0]?.outcome, "CANCELLED");
});

Deno.test("nothing that a caller, a target or an answer says reaches the collector", async () => {
  await using collector = openCollector();
  const exporter = openExporter(collector.endpoint, { warn() {} });
  const open = openTargets({ policy: { writes: true } });
  const plain = openTestHouse();
  const house = { ...open.house, tracer: exporter };
  await invoke(house, { ...open.call("looks", { path: "/canary-path" }), principal: "canary-principal" });
  await invoke(house, open.call("changes", { content: "canary-content" }));
  const other = { ...plain.house, tracer: exporter };
  const meta = { "canary-key": "canary-meta", progressToken: "canary-token" };
  await invoke(other, plain.call("echo", { args: { text: "canary-text" }, origin: { era: "modern", meta } }));
  await invoke(other, plain.call("throws", { args: { text: "canary-text" } }));
  await invoke(other, plain.call("canary-tool")).catch(() => {});
  await exporter.close(5_000);
  const sent = collector.requests.map(({ text }) => text).join();
  assertEquals(collector.spans.filter(({ kind }) => kind === 2).length, 5);
  for (const word of ["canary", "vps", "ssh:", "host-key", "inner detail", "/a"]) {
    assertTrue(!sent.includes(word), `${word} was sent`);
  }
});

Deno.test("over HTTP the headers name the caller's span, and the body's own word is stronger", async () => {
  await using collector = openCollector();
  const exporter = openExporter(collector.endpoint, { warn() {} });
  const { serving } = createServing();
  await using endpoint = await openEndpoint({ ...serving, house: { ...serving.house, tracer: exporter } });
  const header = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  const body = `00-${"c".repeat(32)}-${"d".repeat(16)}-01`;
  const call = modern(1, "tools/call", { name: "echo", arguments: { text: "hi" } });
  const legacy = {
    jsonrpc: "2.0",
    id: 2,
    method: "tools/call",
    params: { name: "echo", arguments: { text: "hi" } },
  };
  const { params } = call as { params: { _meta: Record<string, unknown> } };
  const named = { ...call, params: { ...params, _meta: { ...params._meta, traceparent: body } } };
  assertEquals((await endpoint.ask(call, { traceparent: header, tracestate: "x=y" })).status, 200);
  assertEquals((await endpoint.ask(named, { traceparent: header })).status, 200);
  assertEquals((await endpoint.ask(legacy, { traceparent: header })).status, 200);
  assertEquals((await endpoint.ask(call, { traceparent: "nonsense" })).status, 200);
  await exporter.close(5_000);
  const roots = collector.spans.filter(({ kind }) => kind === 2);
  assertEquals(roots.map(({ parentSpanId }) => parentSpanId), [
    "b".repeat(16),
    "d".repeat(16),
    "b".repeat(16),
    undefined,
  ]);
  assertEquals(roots.map(({ attributes }) => attributes["gatehouse.era"]), [
    "modern",
    "modern",
    "legacy",
    "modern",
  ]);
  assertEquals(roots[0]?.traceState, "x=y");
  assertIncludes(roots[0]?.name ?? "", "tools/call echo");
});
