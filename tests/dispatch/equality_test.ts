/** The shell's answers are the SDK's: the same frames through both, compared deeply. */
import { LEGACY, VERSIONS } from "../../lib/dispatch/serving.ts";
import { eraOf } from "../../lib/dispatch/era.ts";
import { parseText, type RequestFrame } from "../../lib/dispatch/frames.ts";
import { answerInShell } from "../../lib/dispatch/shell.ts";
import { openSide } from "../../lib/dispatch/side.ts";
import { assertEquals, assertTrue } from "../assert.ts";
import type { Frame } from "./parts/schema.ts";
import { createServing } from "./parts/serving.ts";
import { envelope, initialize, legacy, modern } from "./parts/wire.ts";

const { serving } = createServing();

/** The frame's answer by the shell and by the SDK alone. */
async function both(frame: Frame): Promise<{ shell: Frame; sdk: Frame }> {
  const parsed = parseText(JSON.stringify(frame));
  assertTrue(parsed.kind === "request");
  const era = eraOf(parsed.frame, false);
  const shell = await answerInShell(serving, parsed.frame, { era, via: "stdio" });
  assertTrue(typeof shell !== "string", "the shell left the frame to the SDK");
  return { shell: overWire(shell), sdk: overWire(await askSdk(parsed.frame)) };
}

async function askSdk(frame: RequestFrame): Promise<object> {
  const { promise, resolve } = Promise.withResolvers<object>();
  const side = await openSide(serving, { era: eraOf(frame, false), send: resolve });
  try {
    side.deliver(frame);
    return await promise;
  } finally {
    side.close();
  }
}

/** As a client reads it: the order of keys does not matter, and undefined ones are gone. */
function overWire(frame: object): Frame {
  return JSON.parse(JSON.stringify(frame));
}

function resultOf(frame: Frame): Frame {
  return frame["result"] as Frame;
}

/** Codes and data are for programs and must agree; the SDK words some messages its own way. */
function codeAndData({ error }: Frame): unknown {
  const { code, data } = error as Frame;
  return { code, data };
}

for (const version of [...LEGACY.slice(0, 3), "1999-01-01", "2026-07-28"]) {
  Deno.test(`initialize with ${version} is answered as the SDK answers it`, async () => {
    const { shell, sdk } = await both(initialize(1, version));
    assertEquals(shell, sdk);
  });
}

Deno.test("initialize with 2024-11-05 is answered as the SDK answers it, with the capabilities of its time alone", async () => {
  const { shell, sdk } = await both(initialize(1, "2024-11-05"));
  // Our decision: the oldest clients see exactly what they saw in their time.
  assertEquals(resultOf(sdk)["capabilities"], { tools: {}, resources: {} });
  resultOf(sdk)["capabilities"] = { tools: {} };
  assertEquals(shell, sdk);
});

Deno.test("server/discover is answered as the SDK answers it, and names every version that is served", async () => {
  const { shell, sdk } = await both(modern("d", "server/discover"));
  // Our decision: the SDK names the modern revisions only.
  assertEquals(resultOf(sdk)["supportedVersions"], ["2026-07-28"]);
  resultOf(sdk)["supportedVersions"] = VERSIONS;
  assertEquals(shell, sdk);
});

for (const frame of [modern(1, "tools/list"), legacy(1, "tools/list"), legacy(2, "ping")]) {
  const era = "params" in frame ? "modern" : "legacy";
  Deno.test(`A ${era} ${frame["method"]} is answered as the SDK answers it`, async () => {
    const { shell, sdk } = await both(frame);
    assertEquals(shell, sdk);
  });
}

const CALLS: Record<string, Frame> = {
  "that succeeds": { name: "echo", arguments: { text: "hi" } },
  "without arguments": { name: "echo" },
  "whose answer breaks its own schema": { name: "broken" },
  "of an unknown tool": { name: "none", arguments: {} },
  "with a wrong argument": { name: "echo", arguments: { text: 5 } },
  "with an argument too many": { name: "echo", arguments: { text: "hi", more: 1 } },
  "of a tool that asks a client that cannot answer": { name: "ask", arguments: { what: "go" } },
};

for (const [which, params] of Object.entries(CALLS)) {
  Deno.test(`A modern tools/call ${which} is answered as the SDK answers it`, async () => {
    const { shell, sdk } = await both(modern(3, "tools/call", params));
    if ("error" in shell && "error" in sdk) assertEquals(codeAndData(shell), codeAndData(sdk));
    else assertEquals(shell, sdk);
  });
}

Deno.test("A modern tools/call that asks first is answered as the SDK answers it", async () => {
  const params = {
    _meta: envelope({}, { elicitation: {} }),
    name: "ask",
    arguments: { what: "go" },
  };
  const { shell, sdk } = await both(modern(4, "tools/call", params));
  // Two seals of the same state differ in their times.
  for (const { result } of [shell, sdk] as { result: Frame }[]) {
    assertTrue(typeof result["requestState"] === "string");
    result["requestState"] = "sealed";
  }
  assertEquals(shell, sdk);
});

Deno.test("A modern request whose context is refused has the SDK's code", async () => {
  const cases = [
    envelope({ "io.modelcontextprotocol/protocolVersion": "2099-01-01" }),
    envelope({ "io.modelcontextprotocol/clientCapabilities": 1 }),
    envelope({ "io.modelcontextprotocol/clientInfo": 1 }),
    envelope({ "io.modelcontextprotocol/logLevel": "loud" }),
    { "io.modelcontextprotocol/protocolVersion": "2026-07-28" },
  ];
  for (const _meta of cases) {
    const { shell, sdk } = await both(modern(5, "tools/list", { _meta }));
    assertEquals((shell["error"] as Frame)["code"], (sdk["error"] as Frame)["code"], JSON.stringify(_meta));
  }
});
