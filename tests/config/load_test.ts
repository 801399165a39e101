import { assertEquals, assertIncludes } from "../assert.ts";
import { checkLayer } from "gatehouse/config/check.ts";
import { loadSettings } from "gatehouse/config/load.ts";
import { DEFAULT_POLICY } from "gatehouse/core/policy.ts";
import { complaint, directory, load } from "./parts/load.ts";

Deno.test("without file, variable or flag the defaults are in force and come from nowhere", async () => {
  const { settings, origin, warnings } = await load({});
  const { stateDirectory, ...rest } = settings;
  assertEquals(rest, {
    families: null,
    readOnly: false,
    transport: "stdio",
    host: "127.0.0.1",
    port: 8255,
    tokenFile: null,
    familySettings: {
      gate: { engine: "systemone", server: "http://127.0.0.1:8155", servers: [], allowRemote: false },
      skills: { roots: [] },
      hosts: {
        targets: [],
        defaultTarget: null,
        stores: { job_store: null, cron_store: null, plan_store: null },
        maxResultBytes: 1_000_000,
        configRevision: null,
        deploymentReceipt: null,
      },
      flow: null,
    },
    policy: DEFAULT_POLICY,
    has: { hosts: [], flow: [] },
    principal: null,
    approvalFile: null,
    maxRequestBytes: null,
    log: { format: "text", level: "info" },
    telemetry: null,
  });
  assertIncludes(stateDirectory ?? "", "/.local/state/gatehouse");
  assertEquals(origin("port"), "default");
  assertEquals(warnings, []);
});

Deno.test("the defaults are values that the schema takes", async () => {
  const { settings: { transport, host, port } } = await load({});
  const given = Object.entries({ transport, host, port });
  checkLayer({ values: new Map<string, unknown>(given), origin: () => "default" });
});

Deno.test("flags beat the environment, which beats the file, and each value knows where it came from", async () => {
  const file = "\n# ports\nport = 1\n";
  const environment = { MCP_PORT: "2" };
  const ofFile = await load({ file });
  assertEquals([ofFile.settings.port, ofFile.origin("port").replace(/.*\//, "")], [1, "given.toml:3"]);
  const ofVariable = await load({ file, environment });
  assertEquals([ofVariable.settings.port, ofVariable.origin("port")], [2, "MCP_PORT"]);
  const ofFlag = await load({ file, environment, flags: { port: "3" } });
  assertEquals([ofFlag.settings.port, ofFlag.origin("port")], [3, "--port"]);
});

Deno.test("a value that a stronger layer overrides must be right all the same", async () => {
  assertEquals(
    await complaint({ environment: { MCP_PORT: "many" }, flags: { port: "3" } }),
    "Could not use port many from MCP_PORT. Give a whole number from 0 to 65535",
  );
});

Deno.test("localhost is the literal 127.0.0.1, ::1 stays", async () => {
  assertEquals((await load({ flags: { host: "localhost" } })).settings.host, "127.0.0.1");
  assertEquals((await load({ flags: { host: "::1" } })).settings.host, "::1");
});

for (const host of ["0.0.0.0", "::", "example.com", "192.168.0.1", "127.0.0.2", ""]) {
  Deno.test(`--host ${host || "(empty)"} is refused`, async () => {
    assertEquals(
      await complaint({ flags: { host } }),
      `Could not use host ${
        host || "(empty)"
      } from --host. Give 127.0.0.1, ::1 or localhost: only this machine may connect`,
    );
  });
}

Deno.test("--http is --transport http, and with another transport it is refused", async () => {
  assertEquals((await load({ flags: { http: true } })).settings.transport, "http");
  assertEquals((await load({ flags: { http: true, transport: "http" } })).settings.transport, "http");
  assertEquals(
    await complaint({ flags: { http: true, transport: "stdio" } }),
    "--http and --transport stdio disagree. Give one of them",
  );
});

Deno.test("families are a list by comma, and an unknown one is refused with the nearest name", async () => {
  assertEquals((await load({ flags: { families: "gate, other" } })).settings.families, ["gate", "other"]);
  assertEquals(
    await complaint({ flags: { families: "gat" } }),
    "Unknown family gat from --families. Did you mean gate?",
  );
  assertEquals(
    await complaint({ file: 'families = ["gate", "zebra"]' }),
    "Unknown family zebra from HOME/given.toml:1. The families are gate, other",
  );
  assertIncludes(await complaint({ flags: { families: "" } }), "Give a list of family names");
});

Deno.test("a path in a flag is taken from the working directory, in the file it must be absolute", async () => {
  const home = await directory();
  const { settings } = await loadSettings({ tokenFile: "t" }, { environment: {}, cwd: home, families: [] });
  assertEquals(settings.tokenFile, `${home}/t`);
  assertEquals(settings.stateDirectory, null);
  assertEquals(
    await complaint({ file: 'token_file = "t"' }),
    "Could not use token_file t from HOME/given.toml:1. Give an absolute path",
  );
  await Deno.remove(home);
});

for (
  const [flags, message] of [
    [
      { server: "ftp://127.0.0.1" },
      "Could not use gate.server ftp://127.0.0.1 from --server. Give an http or https URL",
    ],
    [{ server: "nowhere" }, "Could not use gate.server nowhere from --server. Give an http or https URL"],
    [{ timeout: "0" }, "Could not use gate.timeout 0 from --timeout. Give seconds from 0.1 to 300"],
    [{ timeout: "1e3" }, "Could not use gate.timeout 1e3 from --timeout. Give seconds from 0.1 to 300"],
    [
      { timeout: "Infinity" },
      "Could not use gate.timeout Infinity from --timeout. Give seconds from 0.1 to 300",
    ],
    [{ model: "a b" }, "Could not use gate.model a b from --model. Give a model name"],
    [{ port: "65536" }, "Could not use port 65536 from --port. Give a whole number from 0 to 65535"],
    [{ port: "1.5" }, "Could not use port 1.5 from --port. Give a whole number from 0 to 65535"],
    [{ port: "-1" }, "Could not use port -1 from --port. Give a whole number from 0 to 65535"],
    [{ port: "0x10" }, "Could not use port 0x10 from --port. Give a whole number from 0 to 65535"],
    [{ transport: "sse" }, "Could not use transport sse from --transport. Give stdio or http"],
  ] as const
) {
  Deno.test(`${JSON.stringify(flags)} is refused with key, value, source and range`, async () => {
    assertIncludes(await complaint({ flags }), message);
  });
}

Deno.test("a password in a URL is refused and not repeated", async () => {
  const line = await complaint({ flags: { server: "http://me:hunter22@127.0.0.1:1/" } });
  assertIncludes(line, "without user, password, query or fragment");
  assertEquals(line.includes("hunter22"), false);
});

Deno.test("--guard loads nothing, whatever it names, and says so once", async () => {
  const { warnings } = await load({ flags: { guard: "/nowhere/guard.py" } });
  assertEquals(warnings, ["Loaded nothing for --guard: the rules are built in"]);
});
