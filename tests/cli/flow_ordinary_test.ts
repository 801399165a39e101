/** The tools of `flow` through the ordinary server, beside those of the other families: both eras, both transports. */
import { assertEquals, assertTrue } from "../assert.ts";
import { headersFor, readReply } from "../dispatch/parts/endpoint.ts";
import { envelope, modern } from "../dispatch/parts/wire.ts";
import { call, ScriptedModel, type ScriptEntry, text, verdict } from "../flow/parts/scripted_model.ts";
import { FlowProject, GOOD } from "./parts/flow_project.ts";
import { type Frame, framesIn, reportOf, StrictClient } from "./parts/strict_client.ts";

const TOKEN = "t".repeat(40);

const SETS: readonly ScriptEntry[] = [
  text("the plan"),
  call("file_write", { path: "edited.py", content: GOOD }),
  text("done"),
  verdict(true),
];

const NEVER = text("never", { before: new Promise(() => {}) });

/** The call of a run, with a token for its progress. */
function runCall(id: number): Frame {
  return modern(id, "tools/call", {
    name: "flow_run",
    arguments: { task: "Set the value" },
    _meta: envelope({ progressToken: "p" }),
  });
}

function progressIn(frames: readonly Frame[]): unknown[] {
  return frames.filter(({ method }) => method === "notifications/progress")
    .map(({ params }) => (params as Frame)["progressToken"]);
}

async function served(project: FlowProject, model: ScriptedModel, ...args: string[]) {
  return project.start("serve", "--config", await project.operator({ model }), "--trusted", ...args);
}

/** Serves over HTTP, and sends frames with the token. */
async function servedOverHttp(project: FlowProject, model: ScriptedModel) {
  const file = `${project.outside}/token`;
  await Deno.writeTextFile(file, TOKEN, { mode: 0o600 });
  const program = await served(project, model, "--http", "--port", "0", "--token-file", file);
  const listening = await program.until("err", /http:\/\/127\.0\.0\.1:\d+\/mcp/);
  const send = async (frame: Frame, signal?: AbortSignal): Promise<Response> => {
    const headers = headersFor(frame);
    headers.set("authorization", `Bearer ${TOKEN}`);
    const init = { method: "POST", headers, body: JSON.stringify(frame) };
    return await fetch(listening, signal === undefined ? init : { ...init, signal });
  };
  return { program, send };
}

Deno.test("a modern client over stdio hears of a run's progress, then has its report", async () => {
  await using project = await FlowProject.open();
  await using model = new ScriptedModel(SETS);
  await using program = await served(project, model);
  const client = new StrictClient(program);
  await client.send(runCall(1));
  assertEquals(reportOf(await client.answer(1))["verified"], true);
  await program.send("");
  const told = progressIn(framesIn((await program.ended()).out));
  assertTrue(told.length > 3 && told.every((token) => token === "p"));
});

Deno.test("a modern client over stdio cancels a run, which has no answer and lets go of the model", async () => {
  await using project = await FlowProject.open();
  await using model = new ScriptedModel([NEVER]);
  await using program = await served(project, model);
  const client = new StrictClient(program);
  await client.send(runCall(1));
  await model.asked(1);
  await client.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  await model.left(1);
  await client.ask(2, "ping");
  await program.send("");
  const { code, out } = await program.ended();
  assertEquals([code, framesIn(out).filter(({ id }) => id === 1)], [0, []]);
});

Deno.test("the ordinary server lets go of a run at the end of its input", async () => {
  await using project = await FlowProject.open();
  await using model = new ScriptedModel([NEVER]);
  await using program = await served(project, model);
  const client = new StrictClient(program);
  await client.send(runCall(1));
  await model.asked(1);
  await program.send("");
  await model.left(1);
  assertEquals((await program.ended()).code, 0);
});

Deno.test("over HTTP a run that asks for progress is a stream of it and of the report", async () => {
  await using project = await FlowProject.open();
  await using model = new ScriptedModel(SETS);
  const { program, send } = await servedOverHttp(project, model);
  await using _ended = program;
  const frame = runCall(1);
  const reply = await readReply(await send(frame), frame);
  assertEquals(reply.headers.get("content-type"), "text/event-stream");
  assertTrue(progressIn(reply.frames).length > 3);
  assertEquals(reportOf(reply.frame)["verified"], true);
});

Deno.test("over HTTP a client that closes its stream ends the run, and flow_status was answered meanwhile", async () => {
  await using project = await FlowProject.open();
  await using model = new ScriptedModel([NEVER]);
  const { program, send } = await servedOverHttp(project, model);
  await using _ended = program;
  const response = await send(runCall(1));
  await model.asked(1);
  const status = modern(2, "tools/call", { name: "flow_status", arguments: {} });
  assertEquals(reportOf((await readReply(await send(status), status)).frame)["busy"], true);
  await response.body?.cancel();
  await model.left(1);
});
