/** What the model service is sent by the started family under the default settings. */
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { call, calls, status, text, verdict } from "../parts/scripted_model.ts";
import { LINT, ServedFlow } from "../parts/served.ts";

Deno.test("an answer to a call bears its id and its tool's name; a call without an id gets one of its own", async () => {
  await using flow = await ServedFlow.open({
    toml: LINT,
    script: [
      text("plan"),
      call("file_write", { path: "edited.py", content: "value = 42\n" }, "write-id"),
      calls([{ name: "file_list", args: {} }, { name: "file_list", args: { path: "." } }]),
      text("done"),
      verdict(true),
    ],
  });
  const { report } = await flow.call("flow_run", { task: "Make it 42" });
  assertEquals(report.verified, true, JSON.stringify(report));
  const answers = (flow.model.turns[3]?.body.messages ?? []).filter(({ role }) => role === "tool");
  const ids = answers.map((each) => each["tool_call_id"]);
  assertEquals([ids[0], new Set(ids).size], ["write-id", 3]);
  assertEquals(answers.map((each) => each["tool_name"]), ["file_write", "file_list", "file_list"]);
  assertEquals(report.events.map((event: { tool_call_id: string }) => event.tool_call_id), ids);
  assertTrue(ids.every((id) => typeof id === "string" && id !== ""));
});

Deno.test("the native wire is the default, and every request says how much context the model is to have", async () => {
  await using flow = await ServedFlow.open({
    toml: LINT,
    script: [text("plan"), text("nothing to do"), verdict(true)],
  });
  await flow.call("flow_run", { task: "Look at it" });
  assertTrue(flow.model.turns.length >= 3);
  for (const { path, body } of flow.model.turns) {
    assertEquals(path, "/api/chat");
    assertEquals((body["options"] as Record<string, unknown>)["num_ctx"], 16_384);
  }
});

Deno.test("a service that lost the question on its way is an error with its words", async () => {
  await using flow = await ServedFlow.open({
    toml: LINT,
    script: Array(4).fill(status(500, "no user query found in messages")),
  });
  const { report } = await flow.call("flow_run", { task: "Make it 42" });
  assertEquals([report.status, report.verified], ["error", false]);
  assertIncludes(report.error, "no user query found");
});
