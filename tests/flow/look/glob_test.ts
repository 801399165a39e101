import fc from "fast-check";
import { globTest } from "../../../lib/flow/look/glob.ts";
import { assertEquals } from "../../assert.ts";

Deno.test("each part of a glob takes what it should and nothing else", () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ["a.ts", ["a.ts", "A.TS", "a.ts/below"], ["aXts", "b/a.ts", "a.tsx", "xa.ts"]],
    ["*.ts", [".ts", "a.ts", ".a.ts"], ["b/a.ts", "a.js"]],
    ["a?c", ["abc", "a.c"], ["ac", "a/c", "abbc"]],
    ["**/a", ["a", "b/a", "b/c/a"], ["ba", "a.b"]],
    ["a/**", ["a/b", "a/b/c"], ["a", "ab", "b/a"]],
    ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/xb", "a/bx"]],
    ["a**b", ["ab", "axb"], ["a/b"]],
    ["**", ["a", "a/b"], []],
    ["[ab]c", ["ac", "BC"], ["cc", "abc"]],
    ["[!ab]c", ["cc"], ["ac", "c", "/c"]],
    ["[^ab]c", ["cc"], ["bc"]],
    ["[]a]c", ["]c", "ac"], ["bc"]],
    ["[a-c]", ["b"], ["d", "-"]],
    ["x{a,b.c,}y", ["xay", "xb.cy", "xy"], ["xaby", "xbxcy"]],
    ["a,b", ["a,b"], ["a", "b"]],
    ["a+(b)|$^.", ["a+(b)|$^."], ["ab"]],
    ["é😀?", ["é😀x", "É😀😀"], ["é😀"]],
  ];
  for (const [glob, yes, no] of cases) {
    const test = globTest(glob);
    for (const path of yes) assertEquals(test(path), true, `${glob} ${path}`);
    for (const path of no) assertEquals(test(path), false, `${glob} ${path}`);
  }
});

Deno.test("a path without special characters is a glob for itself and what is below it, and for nothing else", () => {
  const path = fc.array(fc.constantFrom("a", "b", ".", "-", "c/d", "ä", "(", "+", "$"), {
    minLength: 1,
    maxLength: 6,
  })
    .map((parts) => parts.join(""));
  fc.assert(fc.property(path, path, (glob, other) => {
    const test = globTest(glob);
    assertEquals([test(glob), test(`${glob}/x/y`)], [true, true]);
    assertEquals(test(other), other === glob || other.startsWith(`${glob}/`));
  }));
});
