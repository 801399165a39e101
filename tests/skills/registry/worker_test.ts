/** The worker as it ships, behind the walls, with the flags that the program ships with. */
import { fileURLToPath } from "node:url";
import { assertEquals, assertIncludes } from "../../assert.ts";
import { childEnvironment } from "gatehouse/isolate/command.ts";
import { createIsolates } from "gatehouse/isolate/isolates.ts";
import { EXAMPLE_GAP_RULES } from "gatehouse/skills/planner/gaps.ts";
import type { Answer } from "gatehouse/skills/registry/payloads.ts";
import type { Root } from "gatehouse/skills/types.ts";
import { gatehouseFlags } from "../../tasks/parts/config.ts";
import { writePackage } from "../parts/package.ts";
import { Place } from "./parts.ts";

const TODAY = "2026-08-27";

/** A worker that is told of all roots, and may read some of them. */
class Registry implements AsyncDisposable {
  readonly prints: string[] = [];
  readonly #isolates = createIsolates({
    path: Deno.execPath(),
    args: [
      "run",
      ...gatehouseFlags(),
      fileURLToPath(new URL("../../../main.ts", import.meta.url)),
      "isolate-child",
    ],
    environment: childEnvironment(Deno.env.toObject()),
  }, { onPrint: (_, line) => this.prints.push(line) });
  readonly #backend;

  constructor(roots: readonly Root[], { readable = roots }: { readonly readable?: readonly Root[] } = {}) {
    this.#backend = this.#isolates.backend("skills/registry", {
      permissions: { read: readable.map(({ path }) => path) },
      setup: () => ({ roots, gapRules: EXAMPLE_GAP_RULES, quarantine: false }),
    });
  }

  async ask(
    method: string,
    root: string,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<Answer["value"]> {
    const options = { signal: new AbortController().signal, timeoutMs: 20_000 };
    const input = { root_ids: [root], today: TODAY, ...more };
    // The worker's own answer.
    return (await this.#backend.call(method, input, options) as Answer).value;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#isolates.close();
  }
}

Deno.test("a worker that may read the roots alone answers every method", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/one`);
  await using registry = new Registry([place.root()]);
  assertEquals(Object.keys(await registry.ask("load", "demo")), ["build"]);
  assertIncludes(JSON.stringify(await registry.ask("list", "DEMO")), '"skill_id":"one"');
  const skill = await registry.ask("get", "demo", { skill_id: "one", document: "scripts/README.md" });
  assertIncludes(JSON.stringify(skill), "No scripts.");
  assertEquals((await registry.ask("refresh", "demo"))["refreshed"], true);
  assertEquals((await registry.ask("validate", "demo"))["valid"], true);
  const profile = {
    exists: true,
    blocked: false,
    issues: [],
    types: ["python"],
    languages: ["python"],
    facts: ["has_python"],
    markers: {},
    likely: [],
    evidence: [],
  };
  const plan = await registry.ask("plan", "demo", {
    profile,
    plan_version: "B3",
    client_capabilities: ["filesystem_read"],
    digests: true,
  });
  assertIncludes(JSON.stringify(plan), '"plan_status":"READY"');
  // On a machine's first run the program fetches its packages, and says so.
  assertEquals(registry.prints.filter((line) => !/^Download /.test(line)), []);
});

Deno.test("behind the walls, too, a change is in the very next answer", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/one`);
  await using registry = new Registry([place.root()]);
  assertEquals(Object.keys(await registry.ask("load", "demo")), ["build"]);
  for (let round = 0; round < 10; round++) {
    await place.directory(`new${round}`);
    assertEquals((await registry.ask("load", "demo"))["codes"], ["SKILL_INVALID"]);
    await Deno.remove(`${place.path}/new${round}`);
    assertEquals(Object.keys(await registry.ask("load", "demo")), ["build"]);
  }
});

Deno.test("a worker can say nothing of a directory that it may not read, though it is told of it as a root", async () => {
  await using place = await Place.make();
  await using other = await Place.make();
  await writePackage(`${place.path}/one`);
  await writePackage(`${other.path}/two`);
  const roots = [place.root("mine"), other.root("other")];
  await using registry = new Registry(roots, { readable: roots.slice(0, 1) });
  assertEquals(Object.keys(await registry.ask("load", "mine")), ["build"]);
  for (const method of ["load", "list", "refresh", "validate"]) {
    const answer = await registry.ask(method, "other");
    assertEquals(answer["codes"] ?? answer["valid"], method === "validate" ? false : ["SKILL_CACHE_STATE"]);
    assertEquals(JSON.stringify(answer).includes("two"), false);
  }
});

Deno.test("a link out of what the worker may read leads nowhere", async () => {
  await using place = await Place.make();
  await using other = await Place.make();
  await writePackage(`${other.path}/two`);
  await Deno.symlink(`${other.path}/two`, `${place.path}/two`);
  const roots = [place.root("mine", { followLinks: true }), other.root("other")];
  await using registry = new Registry(roots, { readable: roots.slice(0, 1) });
  const answer = await registry.ask("list", "mine");
  assertEquals(answer["codes"], ["SKILL_INVALID"]);
  assertIncludes(JSON.stringify(answer), "PATH_UNSAFE");
  // With the right to read both, the very same link is a package.
  await using both = new Registry(roots);
  assertIncludes(JSON.stringify(await both.ask("list", "mine")), '"skill_id":"two"');
});
