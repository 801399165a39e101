import { keptCalls } from "gatehouse/flow/roles/calls.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";

Deno.test("a call keeps the id that the service gave, and one without gets a unique one", () => {
  const calls = keptCalls([
    { id: "write-id", name: "a", args: {} },
    { id: null, name: "a", args: {} },
    { id: "", name: "a", args: {} },
    { id: 7, name: "a", args: {} },
    { id: "x".repeat(201), name: "a", args: {} },
  ], "coder-2-1");
  assertEquals(calls.map(({ id }) => id), [
    "write-id",
    "coder-2-1-1",
    "coder-2-1-2",
    "coder-2-1-3",
    "coder-2-1-4",
  ]);
});

Deno.test("ids that a service gave twice, or that look like generated ones, stay unique", () => {
  const calls = keptCalls([
    { id: "r-1", name: "a", args: {} },
    { id: "x", name: "a", args: {} },
    { id: "x", name: "a", args: {} },
    { id: "r-2", name: "a", args: {} },
    { id: "r-2", name: "a", args: {} },
  ], "r");
  assertEquals(new Set(calls.map(({ id }) => id)).size, 5);
});

Deno.test("arguments that are no object are kept as an empty one, and the fault says what came", () => {
  for (const args of ["{bad", "[1]", "", null, undefined, [1], 7]) {
    const [call] = keptCalls([{ id: null, name: "file_read", args }], "r");
    assertEquals(call?.args, {});
    assertTrue(call?.fault !== null);
  }
  assertIncludes(keptCalls([{ id: null, name: "a", args: "{bad" }], "r")[0]?.fault ?? "", "{bad");
});

Deno.test("arguments given as text of a JSON object are read", () => {
  assertEquals(keptCalls([{ id: null, name: "a", args: '{"path":"x"}' }], "r")[0]?.args, { path: "x" });
});

Deno.test("arguments that could be read but never written again are refused", () => {
  const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  const [call] = keptCalls([{ id: null, name: "a", args: deep }], "r");
  assertEquals(call?.args, {});
  assertTrue(call?.fault !== null);
});
