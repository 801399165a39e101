import fc from "fast-check";
import { isGit, isWithin, partsOf, shown } from "../../../lib/flow/workspace/paths.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";

function refusalOf(path: string, of: "file" | "directory" = "file"): string | null {
  const parted = partsOf(path, { of });
  return "refused" in parted ? parted.refused : null;
}

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  "is empty": [""],
  "NUL": ["a\0b", "\0"],
  "is absolute": ["/etc/passwd", "/", "//a"],
  "drive letter": ["C:\\x", "c:/x", "C:", "z:x"],
  "backslash": ["a\\b", "\\\\server\\share", "..\\x"],
  "leads upwards": ["../x", "..", "a/..", "a/../../b", "a/../b"],
  "repository's own files": [
    ...[".git/config", "a/.git/b", ".git", ".GIT/config", "a/.Git", ".git./x", ".git /x", "git~1/config"],
    ...[".g\u200cit/config", "a/b/.git/hooks/pre-commit", "./.git/config"],
  ],
  "more than 1024 characters": ["a".repeat(1_025), `${"a/".repeat(512)}aa`],
  "more than 32 components": ["a/".repeat(32) + "a"],
  "names a directory": ["a/", "a/b/", "a/.", "a//"],
  "the workspace itself": [".", "./", "./."],
  "control character": ["a\nb", "a\tb", "\u001b[31m", "a\u007f"],
  "half a character": ["a\ud800b", "\udc00"],
};

for (const [reason, paths] of Object.entries(REFUSED)) {
  Deno.test(`a path is refused: ${reason}`, () => {
    for (const path of paths) assertIncludes(refusalOf(path) ?? `${JSON.stringify(path)} passed`, reason);
  });
}

Deno.test("ordinary paths pass, as the shortest spelling of the same", () => {
  const passing: Readonly<Record<string, string>> = {
    "a": "a",
    "src/main.rs": "src/main.rs",
    "./src/main.rs": "src/main.rs",
    "src/./a//b.ts": "src/a/b.ts",
    ".gitignore": ".gitignore",
    ".github/workflows/ci.yml": ".github/workflows/ci.yml",
    "a.git/b": "a.git/b",
    "..a/b..": "..a/b..",
    "...": "...",
    "mit Leerzeichen/ä\u{1f600}.md": "mit Leerzeichen/ä\u{1f600}.md",
    "ab:c": "ab:c",
  };
  for (const [path, spelled] of Object.entries(passing)) {
    assertEquals(partsOf(path, { of: "file" }), { components: spelled.split("/") });
  }
  assertEquals(refusalOf("a".repeat(1_024)), null);
  assertEquals(refusalOf("a/".repeat(31) + "a"), null);
});

Deno.test("a directory may be the root and may end with a slash, and is refused like a file otherwise", () => {
  for (const path of ["", ".", "./"]) assertEquals(partsOf(path, { of: "directory" }), { components: [] });
  assertEquals(partsOf("src/a/", { of: "directory" }), { components: ["src", "a"] });
  for (const path of ["../a", "/", "a/.git", "C:", "a\\b", "a\0"]) {
    assertTrue(refusalOf(path, "directory") !== null, path);
  }
});

const piece = fc.oneof(
  fc.constantFrom(
    "..",
    ".",
    "",
    ".git",
    ".GIT",
    "a",
    "b.ts",
    "\\",
    "C:",
    "\0",
    "/",
    "a".repeat(300),
    ".git.",
    "é",
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
);

Deno.test("whatever passes stays below the root, is short, has no Git in it and is spelled one way", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const path = pieces.join("/");
      const parted = partsOf(path, { of: "file" });
      if ("refused" in parted) return assertTrue(parted.refused.length > 0);
      const spelled = parted.components.join("/");
      assertTrue(
        new URL(`file:///root/${parted.components.map(encodeURIComponent).join("/")}`).pathname.startsWith(
          "/root/",
        ),
      );
      assertTrue(parted.components.length >= 1 && parted.components.length <= 32 && spelled.length <= 1_024);
      assertTrue(
        parted.components.every((name) => name !== ".." && name !== "." && name !== "" && !isGit(name)),
      );
      assertTrue(!/[\0\\]/.test(spelled) && spelled.isWellFormed());
      assertEquals(partsOf(spelled, { of: "file" }), parted);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("a path with one bad component is refused, wherever it stands", () => {
  const good = fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { maxLength: 5 });
  const bad = fc.constantFrom("..", ".git", ".GiT", "a\\b", "a\0", "a\u0007");
  fc.assert(fc.property(good, bad, good, (above, wrong, below) => {
    assertTrue(refusalOf([...above, wrong, ...below].join("/")) !== null);
    assertTrue(refusalOf([...above, wrong, ...below].join("/"), "directory") !== null);
  }));
});

Deno.test("a directory whose name only begins like another's is not below it", () => {
  const names = fc.array(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 1, maxLength: 4 });
  fc.assert(fc.property(names, names, (above, below) => {
    const outer = `/${above.join("/")}`;
    assertTrue(isWithin(outer, outer) && isWithin(`${outer}/${below.join("/")}`, outer.toUpperCase()));
    assertTrue(!isWithin(`${outer}-other`, outer) && !isWithin(`${outer}-other/${below.join("/")}`, outer));
  }));
  assertTrue(isWithin("/a", "/"));
});

Deno.test("a path in a message is one line", () => {
  assertEquals(shown("a\n\u001b[31mb"), "a\\u{a}\\u{1b}[31mb");
  assertTrue(shown("a".repeat(2_000)).length < 210);
});
