import { z } from "zod";
import { assertEquals, assertTrue } from "../assert.ts";
import { openCatalogue } from "gatehouse/core/catalogue.ts";
import { publish } from "gatehouse/core/publish.ts";
import { defineTool, type Family } from "gatehouse/core/tool.ts";
import { data, loaders } from "gatehouse/catalogue.ts";
import { family } from "./parts/house.ts";

const throws = (act: () => unknown): boolean => {
  try {
    act();
    return false;
  } catch (error) {
    return error instanceof RangeError;
  }
};

Deno.test("a read-only server leaves out every tool that changes something, and says why", () => {
  const catalogue = openCatalogue(publish([family]), {}, { readOnly: true });
  assertTrue(catalogue.tools.every((tool) => tool.access === "read"));
  assertEquals(catalogue.inactive.map(({ tool, reason }) => [tool.name, reason]), [[
    "writes",
    "the server is read-only",
  ]]);
  assertEquals(catalogue.find("writes"), undefined);
});

Deno.test("a family that is not chosen is inactive with its resources", () => {
  const catalogue = openCatalogue(publish([family]), {}, { families: [] });
  assertEquals([catalogue.tools, catalogue.families, catalogue.resources], [[], [], []]);
  assertTrue(catalogue.inactive.length === family.tools.length);
});

Deno.test("a family is loaded once however often it is needed", async () => {
  let loads = 0;
  const catalogue = openCatalogue(publish([family]), {
    test: () => {
      loads++;
      return Promise.resolve(family);
    },
  });
  await Promise.all([catalogue.load("test"), catalogue.load("test")]);
  assertEquals(loads, 1);
});

Deno.test("two tools of one name are refused", () => {
  assertTrue(throws(() => publish([family, family])));
});

const odd = (input: z.ZodObject): Family => ({
  ...family,
  tools: [{
    tool: defineTool({
      name: "odd",
      title: "Odd",
      description: { use: "Test", avoid: "Else" },
      access: "read",
      confidentiality: "public",
      timeoutMs: 1,
      input,
      output: z.strictObject({}),
    }),
    load: () => Promise.reject(new Error("never loaded")),
  }],
});

Deno.test("a schema with a reference is refused before it is published", () => {
  const shared = z.strictObject({ x: z.int() }).meta({ id: "shared" });
  assertTrue(throws(() => publish([odd(z.strictObject({ a: shared, b: shared }))])));
  assertTrue(throws(() => publish([odd(z.strictObject({ a: z.json() }))])));
  assertEquals(publish([odd(z.strictObject({ a: z.int() }))]).tools.length, 1);
});

Deno.test("a name or time limit out of range is refused when the tool is declared", () => {
  const declared = family.tools[0]?.tool;
  assertTrue(declared !== undefined);
  for (
    const wrong of [{ name: "" }, { name: "a b" }, { name: "x".repeat(65) }, { timeoutMs: 0 }, {
      timeoutMs: 3_700_001,
    }]
  ) {
    assertTrue(throws(() => defineTool({ ...declared, ...wrong })));
  }
});

Deno.test("the generated catalogue is what the declarations say, for every family that can be loaded", async () => {
  const families = await Promise.all(Object.values(loaders).map((load) => load()));
  assertEquals(JSON.parse(JSON.stringify(publish(families))), JSON.parse(JSON.stringify(data)));
});

Deno.test("a tool whose needs are not there is left out, with the first missing need as the reason", () => {
  const need = (has: string) => ({
    has,
    code: `NO_${has.toUpperCase()}`,
    message: `no ${has} is configured`,
  });
  const [declared] = publish([family]).tools;
  assertTrue(declared !== undefined);
  const tools = [{ ...declared, name: "needy", needs: [need("target"), need("store")] }];
  const open = (has: readonly string[]) =>
    openCatalogue({ families: [], tools, resources: [] }, {}, { has: { [declared.family]: has } });
  assertEquals(open([]).inactive.map(({ code }) => code), ["NO_TARGET"]);
  assertEquals(open(["target"]).inactive.map(({ code, reason }) => [code, reason]), [[
    "NO_STORE",
    "no store is configured",
  ]]);
  assertEquals(open(["store", "target"]).tools.length, 1);
  assertEquals(openCatalogue({ families: [], tools, resources: [] }, {}).inactive.length, 1);
});
