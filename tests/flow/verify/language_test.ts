import { covers, kindOf } from "../../../lib/flow/verify/language.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

Deno.test("a file's language follows from its extension in any case, else it is the extension itself", () => {
  const languages = {
    ...{ "a.py": "python", "a.rs": "rust", "a.go": "go", "a.tsx": "typescript", "a.mts": "typescript" },
    ...{
      "a.cjs": "javascript",
      "a.h": "c",
      "a.hpp": "cpp",
      "a.kt": "kotlin",
      "a.exs": "elixir",
      "a.vue": "vue",
    },
    ...{
      "a.cs": "csharp",
      "a.php": "php",
      "a.sql": "sql",
      "a.css": "css",
      "A.PY": "python",
      "d.x/a.foo": "foo",
    },
    ...{
      "bin/tool": "unknown",
      ".hidden": "unknown",
      "a.d.ts": "typescript",
      "Makefile": "make",
      "a.": "unknown",
    },
  };
  for (const [path, language] of Object.entries(languages)) {
    assertEquals(kindOf(path).language, language, path);
  }
});

Deno.test("documents and data need no static analysis, everything else does", () => {
  const documents = [
    ...[
      "README.md",
      "a.txt",
      "a.rst",
      "a.json",
      "a.toml",
      "a.yaml",
      "a.YML",
      "Cargo.lock",
      "a.csv",
      "a.jsonc",
    ],
    ...["LICENSE", ".gitignore", "docs/CHANGELOG"],
  ];
  for (const path of documents) assertTrue(!kindOf(path).isSource, path);
  for (
    const path of ["a.py", "a.foo", "run", "Makefile", "CMakeLists.txt", "a.html", "a.xml", ".env", "md"]
  ) {
    assertTrue(kindOf(path).isSource, path);
  }
});

Deno.test("a check covers by language, by extension with or without its dot, or by saying everything", () => {
  for (const filetypes of [["foo"], [".foo"], ["*"], ["python", "FOO"]]) {
    assertTrue(covers(filetypes, "x.foo"));
  }
  for (const filetypes of [["python"], [], ["fo"], ["."], [""], ["**"]]) {
    assertTrue(!covers(filetypes, "x.foo"));
  }
  assertTrue(covers(["typescript"], "a.mts") && covers([".mts"], "a.mts") && covers(["mts"], "a.mts"));
  assertTrue(covers(["unknown"], "run") && !covers(["", "."], "run"));
});
