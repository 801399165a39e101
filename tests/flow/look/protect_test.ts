import fc from "fast-check";
import { isTestOrCheckFile, protectedBy } from "../../../lib/flow/look/protect.ts";
import { DEFAULT_PROTECT } from "../../../lib/flow/look/protect_defaults.ts";
import { assertEquals, assertFails, assertTrue } from "../../assert.ts";

Deno.test("tests and what configures checks are protected from the start, at every depth and in any case", () => {
  const isProtected = protectedBy(DEFAULT_PROTECT);
  const files = [
    ...[
      "pyproject.toml",
      "setup.cfg",
      "pytest.ini",
      "tox.ini",
      "ruff.toml",
      ".ruff.toml",
      ".flake8",
      "mypy.ini",
    ],
    ...[
      ".eslintrc",
      ".eslintrc.json",
      "eslint.config.mjs",
      "tsconfig.json",
      "tsconfig.build.json",
      "package.json",
    ],
    ...[
      "deno.json",
      "deno.jsonc",
      "Makefile",
      "Cargo.toml",
      "clippy.toml",
      "conftest.py",
      "sitecustomize.py",
    ],
    ...["tests/a.py", "tests/deep/data.json", "test/a.rb", "src/__tests__/a.ts", "test_a.py", "a_test.go"],
    ...["a.test.ts", "a.spec.tsx", "src/a_spec.rb", "src/main/src/test/java/A.java", "App.Tests/A.cs"],
  ];
  for (const file of files) {
    for (const path of [file, `packages/one/${file}`, file.toUpperCase()]) {
      assertTrue(isProtected(path), path);
    }
  }
  for (const path of [".github/workflows/ci.yml", ".gitlab-ci.yml", ".circleci/config.yml"]) {
    assertTrue(isProtected(path), path);
  }
});

Deno.test("ordinary sources and documents are not", () => {
  const files = [
    ...[
      "src/a.ts",
      "a.py",
      "README.md",
      "src/contest.ts",
      "src/latest.java",
      "src/testing.ts",
      "protest/a.py",
    ],
    ...["docs/tests.md", "src/attest_x.rs", "go.mod", "src/spec.ts", "a.github/x", "data.json", ".gitignore"],
  ];
  for (const path of files) assertTrue(!isTestOrCheckFile(path), path);
});

Deno.test("an operator's globs take the place of the defaults, and an empty list protects nothing", () => {
  const isProtected = protectedBy([
    "golden/",
    "*.lock",
    "/only/here.txt",
    "src/**/gen_*.ts",
    "{a,b}.c",
    ".env",
  ]);
  const yes = [
    ...[
      "golden/a/b",
      "x/golden/a",
      "a.lock",
      "x/y.lock",
      "only/here.txt",
      "src/gen_a.ts",
      "src/x/y/gen_b.ts",
    ],
    ...["b.c", "x/.env", ".ENV"],
  ];
  const no = ["x/only/here.txt", "tests/a.py", "x/src/gen_a.ts", "c.c", "a.lockx", "goldenx/a"];
  for (const path of yes) assertTrue(isProtected(path), path);
  for (const path of no) assertTrue(!isProtected(path), path);
  assertEquals(["a", "tests/a.py", ""].map(protectedBy([])), [false, false, false]);
});

Deno.test("a path is protected however it is spelt", () => {
  const isProtected = protectedBy(["tests/**"]);
  for (const path of ["./tests/a.py", "tests//a.py", "tests/./a.py", "Tests/a.py"]) {
    assertTrue(isProtected(path), path);
  }
});

Deno.test("a glob that means nothing is refused", async () => {
  const bad = [
    "",
    "  ",
    "!tests/**",
    "a\\b",
    "../x",
    "a/../b",
    "x".repeat(257),
    "*a".repeat(13),
    "{a",
    "a}",
    "[a",
    "{a,{b}}",
  ];
  for (const glob of bad) await assertFails(() => protectedBy([glob]), "CONFIG_INVALID");
  await assertFails(() => protectedBy(Array(257).fill("a")), "CONFIG_INVALID");
});

Deno.test("globs that take a backtracking matcher for ever are answered for the longest path", () => {
  const globs = [
    "**/*a*a*a*a*a*b",
    "**/a/**/a/**/a/**/b",
    "*a".repeat(11) + "b",
    "{a*,*a}{a*,*a}{a*,*a}b",
    "[a-z]*[a-z]*[a-z]*b",
  ];
  const isProtected = protectedBy(globs);
  for (const path of ["a".repeat(1_024), "a/".repeat(511) + "a"]) assertTrue(!isProtected(path));
  assertTrue(isProtected("a/".repeat(500) + "b"));
});

Deno.test("any other glob can be asked about any path", () => {
  const piece = fc.constantFrom(
    "*",
    "**",
    "/",
    "?",
    "[",
    "]",
    "{",
    "}",
    ",",
    "(",
    ")",
    "a",
    ".",
    "+",
    "@(",
    "|",
    "$",
  );
  const text = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(""));
  fc.assert(fc.property(text, text, (glob, path) => {
    let isProtected: (path: string) => boolean;
    try {
      isProtected = protectedBy([glob]);
    } catch (error) {
      assertEquals((error as { readonly code?: unknown }).code, "CONFIG_INVALID");
      return;
    }
    assertEquals(typeof isProtected(path), "boolean");
  }));
});
