import fc from "fast-check";
import { escaped, globOf } from "gatehouse/gate/operator/glob.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

const CASES: readonly (readonly [pattern: string, text: string, matches: boolean])[] = [
  ["a", "a", true],
  ["a", "ab", false],
  ["", "", true],
  ["", "a", false],
  ["*", "", true],
  ["*", "abc", true],
  ["*", "a/b", false],
  ["**", "a/b/c", true],
  ["a/**", "a/", true],
  ["a/**", "a", false],
  ["a/*/c", "a/b/c", true],
  ["a/*/c", "a/b/b/c", false],
  ["a/**/c", "a/b/b/c", true],
  ["?", "a", true],
  ["?", "/", false],
  ["?", "😀", true],
  ["\\*", "*", true],
  ["\\*", "a", false],
  ["a\\", "a\\", true],
  ["[ab]", "a", false],
  ["[ab]", "[ab]", true],
  ["*a*b", "xaxab", true],
  ["*a*b", "xaxa", false],
  ["***", "a/b", true],
  ["(a|b)+", "a", false],
];

for (const [pattern, text, matches] of CASES) {
  Deno.test(`the pattern ${JSON.stringify(pattern)} ${matches ? "is" : "is not"} ${JSON.stringify(text)}`, () => {
    assertEquals(globOf(pattern).matches(text), matches);
  });
}

Deno.test("an escaped text is the text itself and nothing else", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string(), (text, other) => {
    const glob = globOf(escaped(text));
    return glob.matches(text) && glob.literal && (other === text || !glob.matches(other));
  }));
});

Deno.test("a pattern says what the same regular expression says", () => {
  const letters = fc.constantFrom("a", "b", "/", "*", "**", "?");
  fc.assert(
    fc.property(
      fc.array(letters, { maxLength: 8 }),
      fc.string({ unit: fc.constantFrom("a", "b", "/") }),
      (parts, text) => {
        const pattern = parts.join("");
        const source = pattern.replaceAll(
          /\*\*|\*|\?/g,
          (sign) => ({ "**": ".*", "*": "[^/]*", "?": "[^/]" })[sign] ?? "",
        );
        return globOf(pattern).matches(text) === new RegExp(`^${source}$`, "s").test(text);
      },
    ),
  );
});

Deno.test("a text longer than 4,096 characters is matched by no wildcard", () => {
  assertTrue(globOf("**").matches("a".repeat(4_096)));
  assertTrue(!globOf("**").matches("a".repeat(4_097)));
  assertTrue(globOf("a".repeat(5_000)).matches("a".repeat(5_000)));
});
