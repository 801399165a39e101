/** What the workflows may do, and that they name what a release makes; they themselves run elsewhere. */
import { join } from "node:path";
import { load } from "js-yaml";
import { z } from "zod";
import { TARGETS } from "./parts/compiler.ts";
import { ROOT } from "./parts/tree.ts";
import { archiveOf } from "./parts/release_set.ts";
import { assertEquals, assertTrue } from "../assert.ts";

const step = z.object({
  run: z.string().optional(),
  uses: z.string().optional(),
  with: z.unknown().optional(),
});
const permissions = z.record(z.string(), z.string());
const shape = z.object({
  permissions,
  jobs: z.record(
    z.string(),
    z.object({ permissions: permissions.optional(), "timeout-minutes": z.number(), steps: z.array(step) }),
  ),
});

async function workflow(name: string) {
  return shape.parse(load(await Deno.readTextFile(join(ROOT, ".github/workflows", name))));
}

Deno.test("a workflow may read the sources, and only the job that needs more has it", async () => {
  const [ci, release] = await Promise.all([workflow("ci.yml"), workflow("release.yml")]);
  assertEquals([ci.permissions, release.permissions], [{ contents: "read" }, { contents: "read" }]);
  const more = Object.entries({ ...ci.jobs, ...release.jobs }).filter(([, job]) =>
    job.permissions !== undefined
  );
  assertEquals(more.map(([name, job]) => [name, job.permissions]), [
    ["build", { "contents": "read", "id-token": "write", "attestations": "write" }],
    ["publish", { contents: "write" }],
  ]);
});

Deno.test("a line for the shell holds nothing that a stranger wrote, and no credentials stay in a checkout", async () => {
  for (const name of ["ci.yml", "release.yml"]) {
    const steps = Object.values((await workflow(name)).jobs).flatMap((job) => job.steps);
    for (const { run = "", uses = "", with: given } of steps) {
      const expressions = [...run.matchAll(/\$\{\{(.*?)\}\}/g)].map(([, inside = ""]) => inside.trim());
      assertTrue(expressions.every((inside) => inside.startsWith("matrix.")), expressions.join());
      if (uses.startsWith("actions/checkout@")) assertEquals(given, { "persist-credentials": false });
    }
  }
});

Deno.test("every archive of a release is tried on a system before it is published", async () => {
  const text = await Deno.readTextFile(join(ROOT, ".github/workflows/release.yml"));
  const tried = [...text.matchAll(/archive: ([\w.-]+), program/g)].map(([, name]) => name);
  assertEquals(tried.toSorted(), TARGETS.map(archiveOf).toSorted());
  assertTrue(/publish:\s+needs: smoke\n/.test(text) && /smoke:\s+needs: build\n/.test(text));
});
