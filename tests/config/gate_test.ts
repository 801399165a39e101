import type { GateTable } from "gatehouse/config/gate.ts";
import { gateSettings } from "gatehouse/gate/settings.ts";
import { assertEquals } from "../assert.ts";
import { complaint, type Given, load } from "./parts/load.ts";

async function gate(given: Given): Promise<GateTable> {
  return (await load(given)).settings.familySettings.gate;
}

Deno.test("what the configuration gives is what the family takes, with the family's defaults", async () => {
  const { server, timeoutMs, noulThreshold, denyAt, askAt, l1Enabled, model } = gateSettings.parse(
    await gate({}),
  );
  assertEquals([server, timeoutMs, l1Enabled, model], ["http://127.0.0.1:8155", 5_000, false, null]);
  assertEquals([noulThreshold, denyAt, askAt], [0.65, 7, 4]);
});

Deno.test("flags give server, time limit, model and whether it is asked, and nobody is warned", async () => {
  const { settings, warnings } = await load({
    flags: { server: "http://127.0.0.1:1", timeout: "0.5", model: "m", l1Enabled: true },
  });
  const { server, timeoutMs, model, l1Enabled } = settings.familySettings.gate;
  assertEquals([server, timeoutMs, model, l1Enabled, warnings], ["http://127.0.0.1:1", 500, "m", true, []]);
});

for (
  const [name, text, field, value] of [
    ["PHOCINAE_MCP_SERVER", "http://127.0.0.1:1", "server", "http://127.0.0.1:1"],
    ["PHOCINAE_GUARD_SERVER", "http://127.0.0.1:2", "server", "http://127.0.0.1:2"],
    ["PHOCINAE_MCP_TIMEOUT", "1.5", "timeoutMs", 1_500],
    ["PHOCINAE_GUARD_TIMEOUT", "2", "timeoutMs", 2_000],
    ["PHOCINAE_MCP_MODEL", "m", "model", "m"],
    ["PHOCINAE_MCP_L1_ENABLED", "1", "l1Enabled", true],
    ["PHOCINAE_GUARD_L1_ENABLED", "yes", "l1Enabled", true],
    ["PHOCINAE_GUARD_L1_ENABLED", "0", "l1Enabled", false],
    ["PHOCINAE_GUARD_L1_ENABLED", "false", "l1Enabled", false],
    ["PHOCINAE_GUARD_NOUL_THRESHOLD", "0.9", "noulThreshold", 0.9],
    ["PHOCINAE_GUARD_DENY_AT", "6", "denyAt", 6],
    ["PHOCINAE_GUARD_ASK_AT", "3", "askAt", 3],
  ] as const
) {
  Deno.test(`${name}=${text} is the setting ${field}`, async () => {
    assertEquals((await gate({ environment: { [name]: text } }))[field], value);
  });
}

for (
  const [name, text, message] of [
    [
      "PHOCINAE_GUARD_NOUL_THRESHOLD",
      "0.5",
      "Could not use gate.noul_threshold 0.5 from PHOCINAE_GUARD_NOUL_THRESHOLD. Give a number from 0.65 to 1: no milder one",
    ],
    [
      "PHOCINAE_GUARD_DENY_AT",
      "7.5",
      "Could not use gate.deny_at 7.5 from PHOCINAE_GUARD_DENY_AT. Give a number from 2 to 7: no milder one",
    ],
    [
      "PHOCINAE_GUARD_ASK_AT",
      "9",
      "Could not use gate.ask_at 9 from PHOCINAE_GUARD_ASK_AT. Give a number from 2 to 4: no milder one",
    ],
    [
      "PHOCINAE_GUARD_ASK_AT",
      "nan",
      "Could not use gate.ask_at nan from PHOCINAE_GUARD_ASK_AT. Give a number from 2 to 4: no milder one",
    ],
  ] as const
) {
  Deno.test(`${name}=${text} is milder than the default, or no number, and is refused`, async () => {
    assertEquals(await complaint({ environment: { [name]: text } }), message);
  });
}

Deno.test("of two layers the stricter threshold counts, whichever is stronger", async () => {
  const file = "[gate]\nnoul_threshold = 0.9\ndeny_at = 5\nask_at = 3\n";
  const mild = {
    PHOCINAE_GUARD_NOUL_THRESHOLD: "0.7",
    PHOCINAE_GUARD_DENY_AT: "6",
    PHOCINAE_GUARD_ASK_AT: "4",
  };
  const { noulThreshold, denyAt, askAt } = await gate({ file, environment: mild });
  assertEquals([noulThreshold, denyAt, askAt], [0.9, 5, 3]);
  const strict = { PHOCINAE_GUARD_NOUL_THRESHOLD: "0.95", PHOCINAE_GUARD_DENY_AT: "4" };
  assertEquals((await gate({ file, environment: strict })).noulThreshold, 0.95);
  assertEquals((await gate({ file, environment: strict })).denyAt, 4);
});

Deno.test("a service on another machine is refused unless the file allows it", async () => {
  const next =
    "Set allow_remote = true in the table [gate] to send it commands, or give an address of this machine";
  for (
    const server of ["http://10.0.0.1:8155", "https://model.example.com", "http://127.0.0.1.example.com"]
  ) {
    assertEquals(
      await complaint({ flags: { server } }),
      `Could not use the decision service ${server} from --server: it is on another machine. ${next}`,
    );
    assertEquals((await gate({ flags: { server }, file: "[gate]\nallow_remote = true" })).server, server);
  }
  assertEquals(
    await complaint({ file: '[gate]\nservers = ["http://127.0.0.1:1", "http://10.0.0.1"]' }),
    `Could not use the decision service http://10.0.0.1 from HOME/given.toml:2: it is on another machine. ${next}`,
  );
});

Deno.test("a token is not sent to another machine without encryption", async () => {
  const file = '[gate]\nallow_remote = true\ntoken_file = "/t"\n';
  assertEquals(
    await complaint({ file, flags: { server: "http://10.0.0.1:8155" } }),
    "Could not send the token of HOME/given.toml:3 to http://10.0.0.1:8155: it would travel in the open. " +
      "Give an https URL, or leave out token_file",
  );
  assertEquals((await gate({ file, flags: { server: "https://10.0.0.1:8155" } })).tokenFile, "/t");
  assertEquals((await gate({ file, flags: { server: "http://[::1]:8155" } })).tokenFile, "/t");
});

Deno.test("Ollama has its own default address, and needs a model's name", async () => {
  const file = '[gate]\nengine = "ollama"';
  assertEquals((await gate({ file, flags: { model: "small:1b" } })).server, "http://127.0.0.1:11434");
  assertEquals(
    await complaint({ file }),
    "The engine ollama from HOME/given.toml:2 has no model. Give its name as --model, or model in the table [gate]",
  );
});

for (
  const [line, message] of [
    ['engine = "other"', "Give systemone or ollama"],
    ["servers = [7]", "Give a list of at most 16, each an http or https URL"],
    ['servers = "http://127.0.0.1"', "Give a list of at most 16, each an http or https URL"],
    ['server = "http://127.0.0.1/?a=1"', "Give an http or https URL"],
    ['token_file = "t"', "Give an absolute path"],
    ['rules = "r.toml"', "Give an absolute path"],
    ["noul_threshold = 0.6", "Give a number from 0.65 to 1: no milder one"],
    ["deny_at = 7.01", "Give a number from 2 to 7: no milder one"],
    ["ask_at = 4.01", "Give a number from 2 to 4: no milder one"],
  ] as const
) {
  Deno.test(`"${line}" in the table [gate] is refused with its line`, async () => {
    const told = await complaint({ file: `[gate]\n${line}` });
    assertEquals([told.includes("given.toml:2"), told.includes(message)], [true, true], told);
  });
}

Deno.test("--table and PHOCINAE_GUARD_TABLE load nothing and say so", async () => {
  const told = (from: string) => [`Loaded nothing for ${from}: the rules are built in`];
  assertEquals((await load({ flags: { table: "/x/table.json" } })).warnings, told("--table"));
  assertEquals(
    (await load({ environment: { PHOCINAE_GUARD_TABLE: "/x/table.json" } })).warnings,
    told("PHOCINAE_GUARD_TABLE"),
  );
});
