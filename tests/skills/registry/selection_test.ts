import { assertEquals } from "../../assert.ts";
import { selectedRoots } from "gatehouse/skills/registry/selection.ts";
import type { Root } from "gatehouse/skills/types.ts";

const roots: Root[] = ["main", "other", "third"].map((key) => ({
  id: key,
  key,
  path: `/srv/${key}`,
  format: "phases",
}));

function chosen(...ids: string[]): readonly string[] | string {
  const selection = selectedRoots(roots, ids, { maxRoots: 2 });
  return selection.ok ? selection.roots.map(({ key }) => key) : selection.code;
}

Deno.test("a root is found by any spelling of its id, and roots come in the order of their keys", () => {
  assertEquals(chosen("MAIN"), ["main"]);
  assertEquals(chosen("ＯＴＨＥＲ", "main"), ["main", "other"]);
});

Deno.test("ids that name no root, none, one twice or too many are told apart", () => {
  assertEquals(chosen("nowhere"), "SKILL_ROOT_UNKNOWN");
  assertEquals(chosen("main", "nowhere"), "SKILL_ROOT_UNKNOWN");
  assertEquals(chosen(), "SKILL_ROOT_ID");
  assertEquals(chosen(".."), "SKILL_ROOT_ID");
  assertEquals(chosen("main", "Main"), "SKILL_ROOT_DUPLICATE");
  assertEquals(chosen("main", "other", "third"), "SKILL_ROOT_LIMIT");
});

Deno.test("without a configured root every id answers that there is none", () => {
  assertEquals(selectedRoots([], ["demo"], { maxRoots: 16 }), { ok: false, code: "SKILL_ROOT_CONFIG" });
});
