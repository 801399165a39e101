/** The same inputs give the same plan, byte for byte, wherever and in whatever order things stand. */
import { join } from "node:path";
import { assertEquals, assertTrue } from "../../assert.ts";
import { writePackage } from "../parts/package.ts";
import { Place, Served, TODAY } from "../parts/served.ts";

/** Where and how the program runs: what must have no say in an answer. */
const SURROUNDINGS: readonly {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}[] = [
  { cwd: "/", environment: { LANG: "C", LC_ALL: "C", TZ: "UTC" } },
  { cwd: "/tmp", environment: { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", TZ: "Pacific/Kiritimati" } },
  { cwd: "/usr", environment: { LANG: "lt_LT.UTF-8", LC_ALL: "lt_LT.UTF-8", TZ: "Pacific/Pago_Pago" } },
  { cwd: "/etc", environment: { LANG: "sv_SE.UTF-8", LANGUAGE: "sv", TZ: "America/New_York" } },
];

/** Calls in each of them; with the surroundings 100 runs. */
const RUNS = 25;

const SKILLS = ["zeta", "Alpha", "éclair", "eclair-2", "istanbul", "ISO-check", "a1", "a-1", "a_1", "ärger"];

/** A fixed sequence of numbers from 0 to below 1, so that a failure can be repeated (Park and Miller, 1988). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = state * 48_271 % 2_147_483_647) / 2_147_483_647;
}

function shuffled<T>(list: readonly T[], next: () => number): T[] {
  return list.map((item) => [next(), item] as const).sort(([a], [b]) => a - b).map(([, item]) => item);
}

/** Writes both roots and the project, everything in the order that the numbers give. */
async function build(place: Place, next: () => number): Promise<{ roots: string; target: string }> {
  const one = join(place.path, "one");
  const two = join(place.path, "two");
  for (const id of shuffled(SKILLS, next)) {
    const project_types = id.startsWith("a") ? ["web", "python"] : ["python"];
    const requires_capabilities = id.includes("1") ? ["shell"] : ["filesystem_read"];
    await writePackage(join(id < "e" ? one : two, id), {
      manifest: { project_types, requires_capabilities },
    });
  }
  for (const file of shuffled(["Button.ts", "button.ts", "app.py", "I.py", "i.html", "é.js"], next)) {
    await place.file(`project/${file}`, "x = 1\n");
  }
  const roots = await place.roots(
    Object.fromEntries(shuffled([["one", one], ["Two", two]] as const, next)),
  );
  return { roots, target: join(place.path, "project") };
}

Deno.test("100 runs in four surroundings, everything shuffled, give one plan and one set of digests", async () => {
  const texts = new Map<string, number>();
  for (const [at, { cwd, environment }] of SURROUNDINGS.entries()) {
    const next = numbers(at + 1);
    await using place = await Place.make();
    const { roots, target } = await build(place, next);
    await using served = new Served(["--families", "skills", "--skills-config", roots], environment, cwd);
    for (let run = 0; run < RUNS; run++) {
      const asked = {
        root_ids: shuffled(["one", "TWO"], next),
        target,
        today: TODAY,
        plan_version: "B3",
        client_capabilities: shuffled(["filesystem_read", "filesystem_search"], next),
        digests: true,
        explain: true,
      };
      const args = Object.fromEntries(shuffled(Object.entries(asked), next));
      if (next() < 0.2) {
        await served.say("modern", "refresh_skills", { root_ids: ["one", "two"], today: TODAY });
      }
      const { text, isError } = await served.say(next() < 0.5 ? "modern" : "legacy", "plan", args);
      assertEquals(isError, false, text);
      texts.set(text, (texts.get(text) ?? 0) + 1);
    }
  }
  assertEquals([...texts.values()], [SURROUNDINGS.length * RUNS]);
  const [text = ""] = texts.keys();
  assertTrue(text.includes('"skill_id":"éclair"'));
});

Deno.test("the order in which a project's files were made, and its name, change nothing of its profile", async () => {
  const texts = new Set<string>();
  for (const seed of [1, 2, 3]) {
    await using place = await Place.make();
    const { target } = await build(place, numbers(seed));
    await using served = new Served(["--families", "skills"]);
    texts.add((await served.say("modern", "detect", { target, evidence: true })).text);
  }
  assertEquals(texts.size, 1);
});
