/** `flow serve` as clients start it: a process of its own. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { assertEquals, assertIncludes, assertMatch, assertTrue } from "../assert.ts";
import { call, ScriptedModel, text, verdict } from "../flow/parts/scripted_model.ts";
import { type Check, FlowProject, GOOD, LINT } from "./parts/flow_project.ts";
import { gatehouseArgs } from "../tasks/parts/config.ts";
import { codeOf, type Frame, framesIn, reportOf, StrictClient } from "./parts/strict_client.ts";

/** Leaves a process behind that would write after the check was ended, then takes its time. */
const SLOW: Check = {
  cmd: ["sh", "-c", "(sleep 2; touch orphan) & echo $! > started.tmp; mv started.tmp started; sleep 60"],
};

const FIRST = { jsonrpc: "2.0", id: 1 } as const;

Deno.test("before the greeting only ping is answered, and no wrong frame ends the session", async () => {
  await using project = await FlowProject.open();
  await using program = project.start("flow", "serve");
  const client = new StrictClient(program);
  const ping = { ...FIRST, method: "ping" };
  await client.send(
    ping,
    { ...FIRST, id: 2, method: "tools/list" },
    { ...FIRST, id: 3, method: "tools/call", params: { name: "flow_status" } },
    "not-json",
    "[]",
    ...[true, null, 1.5].map((id) => ({ ...FIRST, id, method: "ping" })),
    { ...FIRST, id: 4, method: "ping" },
  );
  await client.answer(4);
  await program.send("");
  const { code, out } = await program.ended();
  assertEquals(code, 0);
  assertEquals(framesIn(out).map((frame) => [frame["id"], codeOf(frame)]), [
    [1, undefined],
    [2, -32002],
    [3, -32002],
    [null, -32700],
    [null, -32600],
    ...Array(3).fill([null, -32600]),
    [4, undefined],
  ]);
});

Deno.test("after the greeting there are exactly three tools, each checked as the protocol says", async () => {
  await using project = await FlowProject.open();
  await using program = project.start("flow", "serve");
  const client = new StrictClient(program);
  const { result } = await client.greet("1999-01-01");
  assertEquals((result as Frame)["protocolVersion"], "2025-11-25");
  assertEquals((result as Frame)["capabilities"], { tools: {} });
  const { result: list } = await client.ask(1, "tools/list");
  assertEquals((list as { tools: Frame[] }).tools.map(({ name }) => name), [
    "flow_run",
    "flow_status",
    "flow_check",
  ]);
  const again = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "0" } };
  assertEquals(codeOf(await client.ask(2, "initialize", again)), -32600);
  assertEquals(codeOf(await client.ask(3, "tools/call", { name: "flow_status", cwd: "/" })), -32602);
  assertEquals(codeOf(await client.ask(4, "tools/call", { name: "flow_shell" })), -32602);
  assertEquals(
    codeOf(await client.ask(5, "tools/call", { name: "flow_check", arguments: { cwd: "/" } })),
    -32602,
  );
  assertEquals(codeOf(await client.ask(6, "resources/list")), -32601);
  await client.send('{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"ping"}');
  await program.until("out", /"id":123456789012345678901234567890,"result"/);
});

Deno.test("a tool's report is in both places, and isError says whether it is ok", async () => {
  await using project = await FlowProject.open({ "edited.py": GOOD });
  const operator = await project.operator();
  await using program = project.start("flow", "serve", "--config", operator, "--trusted");
  const client = new StrictClient(program);
  await client.greet();
  const asked = async (id: number, name: string, args: Frame = {}) => {
    const { result } = await client.ask(id, "tools/call", { name, arguments: args });
    const { content, structuredContent, isError } = result as {
      content: { text: string }[];
      structuredContent: Frame;
      isError: boolean;
    };
    assertEquals(JSON.parse(content[0]?.text ?? ""), structuredContent);
    assertMatch(content[0]?.text ?? "", /^[\x20-\x7e]+$/);
    return [structuredContent["status"], structuredContent["verified"], isError];
  };
  assertEquals(await asked(1, "flow_status"), ["ok", undefined, false]);
  assertEquals(await asked(2, "flow_check"), ["ok", true, false]);
  assertEquals(await asked(3, "flow_check", { name: "lint" }), ["ok", true, false]);
  assertEquals(await asked(4, "flow_check", { name: "nope" }), ["unverified", false, true]);
  assertEquals(await asked(5, "flow_run", { task: " " }), ["error", false, true]);
});

Deno.test("a tools/call as a notification runs nothing", async () => {
  await using project = await FlowProject.open();
  const operator = await project.operator({ checks: { touch: { cmd: ["touch", "ran"] } } });
  await using program = project.start("flow", "serve", "--config", operator, "--trusted");
  const client = new StrictClient(program);
  await client.greet();
  await client.send({ jsonrpc: "2.0", method: "tools/call", params: { name: "flow_check" } });
  await client.ask(1, "tools/call", { name: "flow_status" });
  assertEquals(await project.read("ran"), null);
});

Deno.test("a frame above 1 MiB has one answer and ends the session with 0", async () => {
  await using project = await FlowProject.open();
  await using program = project.start("flow", "serve");
  const client = new StrictClient(program);
  await client.send(JSON.stringify({ ...FIRST, method: "ping" }).padEnd(1_048_576));
  await client.answer(1);
  await client.send("x".repeat(1_048_577)).catch(() => {});
  const { code, out } = await program.ended();
  assertEquals(code, 0);
  assertEquals(framesIn(out).map((frame) => [frame["id"], codeOf(frame)]), [[1, undefined], [null, -32700]]);
});

Deno.test("ping and flow_status are answered while a run is under way, and a second run is not begun", async () => {
  await using project = await FlowProject.open();
  const held = Promise.withResolvers<void>();
  await using model = new ScriptedModel([text("the plan", { before: held.promise })]);
  const operator = await project.operator({ model });
  await using program = project.start("flow", "serve", "--config", operator, "--trusted");
  const client = new StrictClient(program);
  await client.greet();
  await client.begin("run", "tools/call", { name: "flow_run", arguments: { task: "Do it" } });
  await model.asked(1);
  assertEquals((await client.ask(1, "ping"))["result"], {});
  assertEquals(reportOf(await client.ask(2, "tools/call", { name: "flow_status" }))["busy"], true);
  const second = reportOf(
    await client.ask(3, "tools/call", { name: "flow_run", arguments: { task: "Too" } }),
  );
  assertEquals([second["status"], second["verified"]], ["error", false]);
  assertEquals((second["reasons"] as Frame[])[0]?.["code"], "busy");
  held.resolve();
});

Deno.test("progress is told under its token, and a run that began is answered after the end of the input", async () => {
  await using project = await FlowProject.open();
  const held = Promise.withResolvers<void>();
  await using model = new ScriptedModel([
    text("the plan", { before: held.promise }),
    call("file_write", { path: "edited.py", content: GOOD }),
    text("done"),
    verdict(true),
  ]);
  const operator = await project.operator({ model });
  await using program = project.start("flow", "serve", "--config", operator, "--trusted");
  const client = new StrictClient(program);
  await client.greet();
  await client.begin("run", "tools/call", {
    name: "flow_run",
    arguments: { task: "Set the value" },
    _meta: { progressToken: "how far" },
  });
  await model.asked(1);
  await program.send("");
  held.resolve();
  const { code, out } = await program.ended();
  assertEquals(code, 0);
  const frames = framesIn(out);
  const told = frames.filter(({ method }) => method === "notifications/progress");
  assertTrue(told.length > 3);
  assertEquals([...new Set(told.map(({ params }) => (params as Frame)["progressToken"]))], ["how far"]);
  const last = frames.at(-1);
  assertEquals(last?.["id"], "run");
  assertEquals(reportOf(last ?? {})["verified"], true);
});

Deno.test("a cancelled run ends at the model and has no answer", async () => {
  await using project = await FlowProject.open();
  await using model = new ScriptedModel([text("never", { before: new Promise(() => {}) })]);
  const operator = await project.operator({ model });
  await using program = project.start("flow", "serve", "--config", operator, "--trusted");
  const client = new StrictClient(program);
  await client.greet();
  await client.begin("run", "tools/call", { name: "flow_run", arguments: { task: "Do it" } });
  await model.asked(1);
  await client.send({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: "run", reason: "enough" },
  });
  await model.left(1);
  await client.ask(1, "ping");
  await program.send("");
  const { code, out } = await program.ended();
  assertEquals([code, framesIn(out).map(({ id }) => id)], [0, ["greeting", 1]]);
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  Deno.test(`${signal} while a check runs ends with 130, no answer, and nothing left of the check`, async () => {
    await using project = await FlowProject.open();
    const operator = await project.operator({ checks: { slow: SLOW } });
    await using program = project.start("flow", "serve", "--config", operator, "--trusted");
    const client = new StrictClient(program);
    await client.greet();
    await client.begin("check", "tools/call", { name: "flow_check" });
    await project.until("started");
    program.kill(signal);
    const { code, out } = await program.ended();
    assertEquals([code, framesIn(out).map(({ id }) => id)], [130, ["greeting"]]);
    const orphan = (await project.read("started") ?? "").trim();
    // Ends when that process has: killed with its group, or after its two seconds.
    await new Deno.Command("tail", { args: [`--pid=${orphan}`, "-f", "/dev/null"] }).output();
    assertEquals(await project.read("orphan"), null);
  });
}

Deno.test("SIGTERM ends an idle session with 130, the end of its input with 0", async () => {
  await using project = await FlowProject.open();
  await using idle = project.start("flow", "serve");
  await new StrictClient(idle).greet();
  idle.kill("SIGTERM");
  assertEquals((await idle.ended()).code, 130);
  await using closed = project.start("flow", "serve");
  await closed.send("");
  assertEquals(await closed.ended(), { code: 0, out: "", err: "" });
});

Deno.test("a mistake in the configuration ends with 2 before anything is served", async () => {
  await using project = await FlowProject.open();
  const operator = await project.operator({ checks: { lint: { ...LINT, shell: true } } });
  const { code, out, err } = await project.run("flow", "serve", "--config", operator);
  assertEquals([code, out, err.trimEnd().split("\n").length], [2, "", 1]);
  assertIncludes(err, "shell");
});

for (const mode of ["auto", "legacy"] as const) {
  Deno.test(`the official client, choosing its version by "${mode}", comes to the strict session's terms`, async () => {
    await using project = await FlowProject.open();
    const client = new Client({ name: "test", version: "0" }, { versionNegotiation: { mode } });
    const args = gatehouseArgs("flow", "serve", "--workspace", project.root);
    const env = { ...Deno.env.toObject(), ...project.environment };
    await client.connect(new StdioClientTransport({ command: Deno.execPath(), args, env, stderr: "ignore" }));
    try {
      assertEquals(client.getNegotiatedProtocolVersion(), "2025-11-25");
      assertEquals((await client.listTools()).tools.length, 3);
      const { isError } = await client.callTool({ name: "flow_status", arguments: {} });
      assertEquals(isError, false);
    } finally {
      await client.close();
    }
  });
}
