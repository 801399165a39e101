import { assertEquals, assertFails, assertTrue } from "../../assert.ts";
import { LIMITS } from "gatehouse/skills/contract/limits.ts";
import { createRegistry, sealSkill } from "gatehouse/skills/registry/registry.ts";
import type { Skill } from "gatehouse/skills/types.ts";
import { validatePackage } from "gatehouse/skills/validator/package.ts";
import { writePackage } from "../parts/package.ts";
import { Place } from "./parts.ts";

async function skill(place: Place, name: string): Promise<Skill> {
  const directory = await writePackage(`${place.path}/${name}`);
  const validated = validatePackage({ directory, name, rootId: "demo" }, {
    today: "2026-08-27",
    limits: LIMITS,
  });
  if (!validated.ok) throw new Error(validated.codes.join());
  return validated.skill;
}

Deno.test("a registry has its skills in the order of their keys, and finds them by key", async () => {
  await using place = await Place.make();
  const skills = [await skill(place, "b"), await skill(place, "A")].map(sealSkill);
  const registry = createRegistry(skills);
  assertEquals(registry.skills.map(({ id }) => id), ["A", "b"]);
  assertTrue(registry.get("a") === skills[1]);
  assertEquals(registry.get("A"), undefined);
});

Deno.test("what no validator gave, and every copy of what it gave, is no skill", async () => {
  await using place = await Place.make();
  const sealed = sealSkill(await skill(place, "one"));
  for (const other of [await skill(place, "two"), { ...sealed }, structuredClone(sealed)]) {
    await assertFails(() => createRegistry([other]), "REGISTRY_UNVALIDATED");
  }
});

Deno.test("one key twice is no registry, nor are 1,001 skills", async () => {
  await using place = await Place.make();
  const sealed = sealSkill(await skill(place, "one"));
  await assertFails(() => createRegistry([sealed, sealed]), "REGISTRY_INVALID");
  await assertFails(() => createRegistry(Array(1_001).fill(sealed)), "REGISTRY_LIMIT");
});

Deno.test("nothing of a sealed skill, and nothing of a registry, can be changed", async () => {
  await using place = await Place.make();
  const sealed = sealSkill(await skill(place, "one"));
  const registry = createRegistry([sealed]);
  for (
    const value of [registry, registry.skills, sealed, sealed.manifest, sealed.manifest.files, sealed.files]
  ) {
    assertTrue(Object.isFrozen(value));
  }
});
