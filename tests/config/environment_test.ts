import { assertEquals } from "../assert.ts";
import { complaint, load } from "./parts/load.ts";

Deno.test("the specific transport variable beats the generic one when they agree", async () => {
  const { settings, origin } = await load({
    environment: { PHOCINAE_MCP_TRANSPORT: "http", MCP_TRANSPORT: "streamable-http" },
  });
  assertEquals([settings.transport, settings.port], ["http", 8255]);
  assertEquals(origin("transport"), "PHOCINAE_MCP_TRANSPORT");
});

Deno.test("a specific and a generic variable that disagree are refused, both named", async () => {
  assertEquals(
    await complaint({ environment: { PHOCINAE_MCP_TRANSPORT: "stdio", MCP_TRANSPORT: "http" } }),
    "PHOCINAE_MCP_TRANSPORT (stdio) and MCP_TRANSPORT (http) disagree. Unset one of them",
  );
  assertEquals(
    await complaint({ environment: { PHOCINAE_MCP_HTTP_PORT: "1", MCP_PORT: "2" } }),
    "PHOCINAE_MCP_HTTP_PORT (1) and MCP_PORT (2) disagree. Unset one of them",
  );
});

Deno.test("a flag does not settle a disagreement of variables", async () => {
  assertEquals(
    await complaint({
      flags: { transport: "stdio" },
      environment: { PHOCINAE_MCP_TRANSPORT: "stdio", MCP_TRANSPORT: "http" },
    }),
    "PHOCINAE_MCP_TRANSPORT (stdio) and MCP_TRANSPORT (http) disagree. Unset one of them",
  );
});

Deno.test("MCP_TRANSPORT=streamable-http is HTTP on port 8000, unless a port is given or a flag chose HTTP", async () => {
  const environment = { MCP_TRANSPORT: "streamable-http" };
  const plain = (await load({ environment })).settings;
  assertEquals([plain.transport, plain.port], ["http", 8000]);
  assertEquals((await load({ environment: { ...environment, MCP_PORT: "9" } })).settings.port, 9);
  assertEquals((await load({ environment, flags: { http: true } })).settings.port, 8255);
  assertEquals((await load({ environment: { MCP_TRANSPORT: "http" } })).settings.port, 8255);
});

Deno.test("only the generic variable knows streamable-http", async () => {
  assertEquals(
    await complaint({ environment: { PHOCINAE_MCP_TRANSPORT: "streamable-http" } }),
    "Could not use transport streamable-http from PHOCINAE_MCP_TRANSPORT. Give stdio or http",
  );
  assertEquals(
    await complaint({ environment: { MCP_TRANSPORT: "sse" } }),
    "Could not use transport sse from MCP_TRANSPORT. Give one of stdio, http, streamable-http",
  );
});

Deno.test("MCP_HOST takes literals only", async () => {
  assertEquals((await load({ environment: { MCP_HOST: "::1" } })).settings.host, "::1");
  assertEquals(
    await complaint({ environment: { MCP_HOST: "localhost" } }),
    "Could not use host localhost from MCP_HOST. Give one of 127.0.0.1, ::1",
  );
});

Deno.test("a variable that is set to nothing counts as not set", async () => {
  assertEquals((await load({ environment: { MCP_PORT: "", MCP_TRANSPORT: "" } })).settings.port, 8255);
});

Deno.test("the first of two server variables wins without a word", async () => {
  const { origin } = await load({
    environment: { PHOCINAE_MCP_SERVER: "http://127.0.0.1:1", PHOCINAE_GUARD_SERVER: "http://127.0.0.1:2" },
  });
  assertEquals(origin("gate.server"), "PHOCINAE_MCP_SERVER");
  const { origin: other } = await load({ environment: { PHOCINAE_GUARD_SERVER: "http://127.0.0.1:2" } });
  assertEquals(other("gate.server"), "PHOCINAE_GUARD_SERVER");
});

for (const text of ["1", "true", "YES", "on", "0", "False", "no", "off"]) {
  Deno.test(`PHOCINAE_MCP_L1_ENABLED=${text} is a switch`, async () => {
    const { origin } = await load({ environment: { PHOCINAE_MCP_L1_ENABLED: text } });
    assertEquals(origin("gate.l1_enabled"), "PHOCINAE_MCP_L1_ENABLED");
  });
}

Deno.test("PHOCINAE_MCP_L1_ENABLED takes no other words, and PHOCINAE_MCP_TIMEOUT no other numbers", async () => {
  assertEquals(
    await complaint({ environment: { PHOCINAE_MCP_L1_ENABLED: "maybe" } }),
    "Could not use gate.l1_enabled maybe from PHOCINAE_MCP_L1_ENABLED. Give true or false (in a variable also 1, yes, on; 0, no, off)",
  );
  assertEquals(
    await complaint({ environment: { PHOCINAE_MCP_TIMEOUT: "soon" } }),
    "Could not use gate.timeout soon from PHOCINAE_MCP_TIMEOUT. Give seconds from 0.1 to 300",
  );
});

for (const name of ["PHOCINAE_MCP_GUARD_PATH", "PHOCINAE_GUARD_PATH"]) {
  Deno.test(`${name} loads nothing and says so`, async () => {
    assertEquals((await load({ environment: { [name]: "/x/guard.py" } })).warnings, [
      `Loaded nothing for ${name}: the rules are built in`,
    ]);
  });
}

Deno.test("a variable that would narrow what a program may reach is refused where it is not known, not passed over", async () => {
  assertEquals(
    await complaint({ environment: { MCP_CURL_DESTINATION_ALLOWLIST: "example.com" } }),
    "MCP_CURL_DESTINATION_ALLOWLIST is set, and this program does not know it. " +
      "Unset it: each call of curl waits for an approval, which shows where it goes",
  );
  assertEquals((await load({ environment: { MCP_CURL_DESTINATION_ALLOWLIST: "" } })).warnings, []);
});
