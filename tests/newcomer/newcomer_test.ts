/**
 * Follows the README as it is written, in a copy of the checkout and an empty home: first with the network, then without.
 *
 * Taken from its text: the blocks in sh are typed in their order, and what the blocks in json and toml tell a client to
 * start is started and asked for its tools. Two things are done otherwise. `deno task compile` is typed with
 * `--for-tests`, so that an executable comes out wherever it runs; and `deno` is the one that runs this test. The whole
 * test task, which the README names in a sentence, is not run from here: it would run this test.
 */
import { parse as parseToml } from "smol-toml";
import { assertEquals, assertTrue } from "../assert.ts";
import { type Block, blocksOf, textOf } from "../docs/shown.ts";
import { EXPECTED, type Expected } from "./expected.ts";
import { newPlace, offline, type Place, typed } from "./place.ts";

const BLOCKS = blocksOf(textOf("README.md"));

const firstLine = (text: string) => text.split("\n", 1)[0] ?? "";

/** The blocks to type, with what is expected of each. */
function typedBlocks(): readonly (readonly [Block, Expected])[] {
  const shell = BLOCKS.filter(({ language }) => language === "sh");
  assertEquals(shell.map(({ text }) => firstLine(text)), EXPECTED.map(({ block }) => block));
  return shell.flatMap((block, at) => {
    const expected = EXPECTED[at];
    return expected === undefined ? [] : [[block, expected] as const];
  });
}

/** The commands that blocks of settings tell a client to start. */
function clientCommands(): string[] {
  const values = BLOCKS.filter(({ language }) => language === "json" || language === "toml")
    .map(({ language, text }) => language === "json" ? JSON.parse(text) : parseToml(text));
  return values.flatMap((settings) =>
    Object.values(settings).flatMap((servers) =>
      Object.values(servers as Record<string, { command: string; args?: string[] }>)
        .map(({ command, args = [] }) => [command, ...args].join(" "))
    )
  );
}

const HELLO = [
  {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "n", version: "1" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", id: 2, method: "tools/list" },
].map((message) => JSON.stringify(message)).join("\n");

async function follow(t: Deno.TestContext, place: Place, before: readonly string[]): Promise<void> {
  for (const [{ line, text }, expected] of typedBlocks()) {
    await t.step(`README.md:${line} ${expected.block.slice(0, 60)}`, async () => {
      const command = text.replaceAll(/^deno task compile$/gm, "deno task compile --for-tests");
      const { code, stdout, stderr } = await typed(command, place, { before });
      const said = `${command}\nended with ${code}\n${stdout}\n${stderr}`;
      assertEquals(code, expected.code, said);
      assertTrue((expected.out ?? /^$/).test(firstLine(stdout)), said);
      assertTrue((expected.err ?? /(?:)/).test(stderr), said);
    });
  }
  for (const command of clientCommands()) {
    await t.step(`a client's "${command}" is answered`, async () => {
      const { code, stdout, stderr } = await typed(`printf '%s\\n' '${HELLO}' | ${command}`, place, {
        before,
      });
      assertEquals(code, 0, stderr);
      const last = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
      assertTrue(last.result.tools.some(({ name }: { name: string }) => name === "gate"), stdout);
    });
  }
}

Deno.test("the README's commands do in an empty home what it says, and again without a network", async (t) => {
  const place = await newPlace();
  try {
    await t.step("with the network", async (t) => await follow(t, place, []));
    const { how, before } = await offline();
    await t.step(`again, ${how}`, async (t) => await follow(t, place, before));
    await t.step("in the home there is nothing but what the README and its tools put there", () => {
      const names = [...Deno.readDirSync(place.home)].map(({ name }) => name).sort();
      assertEquals(
        names.filter((name) => ![".cache", ".local", ".npm", "skills-roots.json"].includes(name)),
        [],
      );
    });
  } finally {
    await place.close();
  }
});
