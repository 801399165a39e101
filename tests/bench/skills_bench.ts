/** A plan over 1,000 packages, in the process that the registry's worker runs in. */
import { EXAMPLE_GAP_RULES } from "gatehouse/skills/planner/gaps.ts";
import { RegistryService } from "gatehouse/skills/registry/service.ts";
import type { Root } from "gatehouse/skills/types.ts";
import { later, PROFILE, thousandPackages } from "./skills_tree.ts";

const path = await thousandPackages();
addEventListener("unload", () => Deno.removeSync(path, { recursive: true }));

const root: Root = { id: "demo", key: "demo", path, format: "phases" };
const setup = { roots: [root], gapRules: EXAMPLE_GAP_RULES, quarantine: false };
const asked = {
  root_ids: ["demo"],
  today: "2026-08-27",
  profile: PROFILE,
  plan_version: "B3",
  client_capabilities: ["filesystem_read"],
} as const;

Deno.bench("1,000 packages, plan, cold", { n: 5, warmup: 0 }, async (bench) => {
  const service = new RegistryService(setup, { now: later });
  bench.start();
  await service.load(asked);
  await service.plan(asked);
  bench.end();
  service.cache.close();
});

const warm = new RegistryService(setup, { now: later });
await warm.plan(asked);

Deno.bench("1,000 packages, plan, warm, same target", async () => {
  await warm.load(asked);
  await warm.plan(asked);
});

let facts = 0;
Deno.bench("1,000 packages, plan, warm, another target each time", async () => {
  const markers = { python: [`main${++facts}.py`] };
  await warm.load(asked);
  await warm.plan({ ...asked, profile: { ...PROFILE, markers } });
});

const unwatched = new RegistryService(setup, {
  now: later,
  arm() {
    throw new Deno.errors.NotSupported("No notifications");
  },
});
await unwatched.plan(asked);

Deno.bench("1,000 packages, plan, warm, without notifications", async () => {
  await unwatched.load(asked);
  await unwatched.plan(asked);
});
