import { assertEquals, assertIncludes } from "../assert.ts";
import { run } from "./parts/run.ts";

Deno.test("call prints the structured answer, whatever the verdict, and ends with 0", async () => {
  const { code, out, err } = await run(["call", "gate", '{"command":"ls"}']);
  assertEquals([code, err], [0, ""]);
  assertEquals(JSON.parse(out).tool.startsWith("gatehouse/"), true);
});

Deno.test("- reads the arguments from stdin", async () => {
  const { code, out } = await run(["call", "gate", "-"], { stdin: '{"command":"pwd"}' });
  assertEquals([code, JSON.parse(out).command], [0, "pwd"]);
});

for (const json of ["[", "[]", "null", '"x"', "7", ""]) {
  Deno.test(`the arguments ${JSON.stringify(json)} are refused with 2`, async () => {
    const { code, out, err } = await run(["call", "gate", json]);
    assertEquals([code, out], [2, ""]);
    assertIncludes(err, "Give one JSON object");
  });
}

Deno.test("arguments that the tool does not take end with 2, and with --json say where", async () => {
  const { code, out, err } = await run(["call", "gate", '{"comand":"ls"}', "--json"]);
  assertEquals(code, 2);
  assertIncludes(err, "gatehouse: Invalid arguments for gate at command: It is missing;");
  assertIncludes(err, 'Unrecognized key: "comand"');
  assertEquals(JSON.parse(out).error.code, "ARGUMENTS_INVALID");
});

Deno.test("an unknown tool ends with 2 and the nearest name", async () => {
  const { code, err } = await run(["call", "gaet", "{}"]);
  assertEquals([code, err], [2, "gatehouse: Unknown tool: gaet. Did you mean gate?\n"]);
});

Deno.test("a tool that is not served ends with 1 and the reason", async () => {
  const { code, out, err } = await run(["call", "read_file", "{}", "--json"]);
  assertEquals([code, err], [
    1,
    "gatehouse: read_file is not served: no server is configured. See gatehouse help hosts\n",
  ]);
  assertEquals(JSON.parse(out).error.code, "TARGET_REQUIRED");
});

Deno.test("stdin of more than 1 MiB, or no UTF-8, is refused with 2", async () => {
  const { code, err } = await run(["call", "gate", "-"], { stdin: " ".repeat(1_048_577) });
  assertEquals([code, err], [2, "gatehouse: Stdin has more than 1048576 bytes. Give less\n"]);
});

Deno.test("tools lists what is served and what is not, with the reason", async () => {
  const text = await run(["tools"]);
  assertEquals(text.code, 0);
  assertIncludes(text.out, "served");
  const { out } = await run(["tools", "--json"]);
  const [gate] = JSON.parse(out).tools;
  assertEquals([gate.name, gate.family, gate.active, gate.reason], ["gate", "gate", true, null]);
  assertEquals(gate.inputSchema.type, "object");
});

Deno.test("arguments that a signal cut short are not taken for the whole", async () => {
  const { code, out, err } = await run(["call", "gate", "-"], {
    stdin: '{"command":"ls"}',
    signal: AbortSignal.abort(),
  });
  assertEquals([code, out, err], [1, "", ""]);
});

Deno.test("with --json an unknown tool and refused arguments are one document on stdout as well", async () => {
  for (const args of [["nope"], ["gate", "{}"], ["__proto__"]]) {
    const { code, out, err } = await run(["call", ...args, "--json"]);
    assertEquals([code, typeof JSON.parse(out).error.code], [2, "string"]);
    assertEquals(err.split("\n").length, 2);
  }
});
