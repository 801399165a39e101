import fc from "fast-check";
import { newPlaceholders } from "../../../lib/flow/workspace/placeholders.ts";
import { replaced } from "../../../lib/flow/workspace/replace.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { put } from "../../core/files_parts.ts";
import { textAt } from "../../core/parts/rooted.ts";
import { place } from "./parts/workspace.ts";

function problemOf(text: string, old: string, expected = 1): string {
  const result = replaced(text, { old, new: "new", expected });
  return "problem" in result ? result.problem : `replaced: ${result.text}`;
}

Deno.test("one passage is replaced where it stands, and the rest of the file stays", async () => {
  await using at = await place();
  await put(`${at.root}/a.py`, "a = 1\nb = 1\n");
  assertEquals(at.workspace.edit("a.py", { old: "b = 1", new: "b = $& $1 \\n" }), {
    status: "ok",
    path: "a.py",
    bytes: 19,
    revision: 1,
    occurrences: 1,
  });
  assertEquals(textAt(`${at.root}/a.py`), "a = 1\nb = $& $1 \\n\n");
  assertEquals(at.workspace.changed, ["a.py"]);
});

Deno.test("a passage that occurs another number of times than expected is not replaced, and the number is told", async () => {
  await using at = await place();
  await put(`${at.root}/a`, "x x x");
  const edit = (old: string, expected_occurrences?: number) =>
    at.workspace.edit("a", {
      old,
      new: "y",
      ...(expected_occurrences === undefined ? {} : { expected_occurrences }),
    });
  for (
    const [result, part] of [
      [edit("x"), "occurs 3 times, not once"],
      [edit("x", 2), "occurs 3 times, not 2 times"],
      [edit("x x", 2), "occurs once, not 2 times"],
      [edit("z"), "occurs 0 times, not once"],
      [edit("x", 0), "must be a whole number from 1"],
      [edit("x", 1.5), "must be a whole number from 1"],
      [edit(""), "is empty"],
      [edit("y"), "is the same"],
    ] as const
  ) {
    assertEquals(result.status, "error");
    assertIncludes(result.error ?? "", part);
  }
  assertEquals([textAt(`${at.root}/a`), at.workspace.revision], ["x x x", 0]);
  assertEquals(edit("x", 3)["occurrences"], 3);
  assertEquals(textAt(`${at.root}/a`), "y y y");
});

Deno.test("what is missing, no text or too large is not edited", async () => {
  await using at = await place();
  await Deno.writeFile(`${at.root}/binary`, new Uint8Array([97, 0xff]));
  await put(`${at.root}/large`, "a" + "x".repeat(262_144));
  await put(`${at.root}/full`, "a" + "x".repeat(262_143));
  const errorOf = (path: string) => at.workspace.edit(path, { old: "a", new: "bb" }).error ?? "";
  assertIncludes(errorOf("gone"), "does not exist: write it as a whole");
  assertIncludes(errorOf("binary"), "no UTF-8 text");
  assertIncludes(errorOf("large"), "more than can be edited");
  assertIncludes(errorOf("full"), "The content has 262145 bytes");
});

Deno.test("line ends of a file whose lines all end in CR LF are kept, however the passage is given", () => {
  const text = "a\r\nb\r\nc\r\n";
  for (const old of ["a\nb", "a\r\nb"]) {
    for (const fresh of ["x\ny\nz", "x\r\ny\r\nz"]) {
      assertEquals(replaced(text, { old, new: fresh, expected: 1 }), { text: "x\r\ny\r\nz\r\nc\r\n" });
    }
  }
});

Deno.test("in a file of mixed or plain line ends nothing is changed but the passage", () => {
  assertEquals(replaced("a\r\nb\nc", { old: "b\nc", new: "x\ny", expected: 1 }), { text: "a\r\nx\ny" });
  assertEquals(replaced("a\nb", { old: "b", new: "x\r\ny", expected: 1 }), { text: "a\nx\r\ny" });
  assertIncludes(problemOf("a\r\nb\nc", "a\nb"), "occurs 0 times");
});

Deno.test("a passage that differs only in blanks is pointed to, not replaced", () => {
  const text = "def a():\n    return 1\n\n    x = 2  \n";
  assertIncludes(
    problemOf(text, "def a():\n  return 1"),
    "line 1 begins one that differs in nothing but blanks",
  );
  assertIncludes(problemOf(text, "x = 2\n\n\n"), "line 4 begins one");
  assertIncludes(problemOf(text, "return 2"), "read the file again");
  assertIncludes(problemOf("a\n", "\n\n\n"), "read the file again");
});

Deno.test("replacing and replacing back gives the same text, when the new passage was not there", () => {
  const word = fc.stringMatching(/^[a-c\n]{1,4}$/);
  fc.assert(fc.property(fc.array(word, { maxLength: 20 }), word, (words, old) => {
    const text = words.join("");
    const count = text.split(old).length - 1;
    fc.pre(count > 0);
    const there = replaced(text, { old, new: "#", expected: count });
    assertTrue("text" in there);
    assertEquals(replaced(there.text, { old: "#", new: old, expected: count }), { text });
    assertTrue("problem" in replaced(text, { old, new: "#", expected: count + 1 }));
  }));
});

const PLACEHOLDERS = [
  "// ... rest of the code unchanged ...",
  "# ... rest of the file unchanged",
  "# rest of the code remains the same",
  "// ... existing code ...",
  "/* ... the rest of the function ... */",
  "<!-- rest of the page unchanged -->",
  "    # ... (rest of the implementation) ...",
  "// (previous code unchanged)",
  "-- ... other functions ...",
  "... rest unchanged",
  "… rest unchanged",
  "[... remaining lines ...]",
  "// Other methods omitted",
  "# ... same as before",
  "// ... keep the rest",
  "# unchanged ...",
  "; ... remaining code",
];

const ORDINARY = [
  "",
  "...",
  "    ...",
  "const { a, ...rest } = props;",
  "...rest",
  "  ...otherFunctions,",
  "f(...existing)",
  "# The rest of the arguments is passed on",
  "// Other code uses this too",
  "print('loading ...')",
  "- everything else, unchanged since 1.0, is described below",
  "The rest of the file is a list of names.",
  "# existing code must not break",
  "let rest = remaining(...all);",
  "// Rest is a verb here",
  "assert unchanged",
  "# TODO: handle other lines",
  "return [...rest, unchanged]",
];

Deno.test("the usual ways to leave code out are seen", () => {
  for (const line of PLACEHOLDERS) {
    assertEquals(newPlaceholders(`a\n${line}\nb`, ""), [{ line: 2, text: line.trim() }]);
    assertEquals(newPlaceholders(`a\n${line}\nb`, `${line}\n`), []);
  }
});

Deno.test("ordinary code and prose is not taken for left out code", () => {
  for (const line of ORDINARY) assertEquals(newPlaceholders(line, ""), [], line);
});

Deno.test("a text of any form is looked through in time that grows with its length", () => {
  const hostile = [
    " ".repeat(262_144),
    "/".repeat(262_144),
    "... ".repeat(65_536),
    "(".repeat(160) + "\n",
    "\n".repeat(262_144),
  ];
  for (const text of hostile) assertTrue(newPlaceholders(text, text).length === 0);
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
    assertTrue(newPlaceholders(text, text).length === 0);
  }));
});
