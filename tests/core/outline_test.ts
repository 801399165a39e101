import { loaders } from "gatehouse/catalogue.ts";
import { outlineOf } from "gatehouse/core/outline.ts";
import { publish } from "gatehouse/core/publish.ts";
import { assertEquals, assertTrue } from "../assert.ts";

Deno.test("an outline names every field of the whole schema, and the words that a field may have", async () => {
  const families = await Promise.all(Object.values(loaders).map((load) => load()));
  const listed = publish(families).tools;
  for (const [index, { name, outputSchema }] of publish(families, { whole: true }).tools.entries()) {
    const outline = listed[index]?.outputSchema ?? {};
    assertEquals(
      Object.keys(Object(outline["properties"])),
      Object.keys(Object(outputSchema["properties"])),
      name,
    );
    if (outputSchema["additionalProperties"] !== false) {
      assertEquals("additionalProperties" in outline, false);
    }
  }
});

Deno.test("what an outline refuses, the whole schema refuses as well: nothing is required, nothing within is told", () => {
  const whole = {
    type: "object",
    properties: {
      a: { type: "object", properties: { b: { type: "string" } } },
      c: { type: "string", enum: ["d"] },
    },
    required: ["a"],
  };
  assertEquals(outlineOf(whole), { type: "object", properties: { a: {}, c: { enum: ["d"] } } });
});

Deno.test("each tool has the picture of its family, which no client has to ask for", async () => {
  const { listedTools } = await import("gatehouse/dispatch/lists.ts");
  const { openCatalogue } = await import("gatehouse/core/catalogue.ts");
  const { data } = await import("gatehouse/catalogue.ts");
  const catalogue = openCatalogue(data, {});
  for (const { name, icons } of listedTools(catalogue)) {
    const src = icons[0]?.src ?? "";
    // RFC 3986 allows neither blanks nor angle brackets, and clients check.
    assertTrue(/^data:image\/svg\+xml,[\w%.,:/='+-]+$/.test(src), src);
    assertTrue(decodeURIComponent(src).includes("<path d='M"), name);
  }
});
