/** A person who is told of a failure is told what to do next. */
import { failureOf } from "gatehouse/hosts/remote/failure.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

const PARTS = new URL("../../../lib/hosts/remote/parts/", import.meta.url);

/** Code and detail of each failure that a machine's part names; the details of commands that failed stand alone. */
async function named(): Promise<readonly (readonly [string, string])[]> {
  const found: (readonly [string, string])[] = [];
  for await (const { name } of Deno.readDir(PARTS)) {
    const text = await Deno.readTextFile(new URL(name, PARTS));
    for (const part of text.split(/(?:Fail|failure)\("/).slice(1)) {
      const [, code = "", detail] = /^([A-Z_]+)"(?:(?!raise|def )[^])*?,\s*"([A-Z][A-Z_]+)"[,)]/.exec(part) ??
        [];
      if (detail !== undefined) found.push([code, detail]);
    }
    for (const [, detail = ""] of text.matchAll(/must\([^\n]*"([A-Z_]+)"\)/g)) {
      found.push(["UPSTREAM_FAILED", detail]);
    }
  }
  return found;
}

Deno.test("every failure that a machine's part names comes with a next step", async () => {
  const all = await named();
  for (
    const [code, detail] of [["UPSTREAM_FAILED", "OWNER_NOT_KEPT"], ["NOT_FOUND", "JOB_MISSING"]] as const
  ) {
    assertTrue(all.some(([a, b]) => a === code && b === detail), detail);
  }
  const order = { operation: "write_file", input: {}, budgetMs: 1_000, changes: true, privileged: false };
  const without = all.filter(([code, detail]) =>
    failureOf(order, { code, message: "It failed", detail, exitCode: null }).next === undefined
  );
  assertEquals(without, []);
});
