import fc from "fast-check";
import { directoryOf, shellLine } from "gatehouse/cli/gate_args.ts";
import { assertEquals, assertFails } from "../assert.ts";

Deno.test("one argument is a shell line as it stands", () => {
  assertEquals(shellLine(["a | b > 'c d'"]), "a | b > 'c d'");
});

Deno.test("several arguments are one argument list: nothing in them is syntax", () => {
  assertEquals(shellLine(["echo", "a;", "rm", "$HOME"]), "echo 'a;' rm '$HOME'");
  assertEquals(shellLine(["echo", ""]), "echo ''");
});

Deno.test("a program that is named like a keyword or an assignment stays a program", () => {
  assertEquals(shellLine(["if", "x"]), "'if' x");
  assertEquals(shellLine(["A=1", "x", "B=2"]), "'A=1' x B=2");
});

Deno.test("nothing but blanks is no command", async () => {
  for (const args of [[], [""], ["  \n"]]) await assertFails(() => shellLine(args), "USAGE");
});

Deno.test("a shell reads the arguments back as they were", async () => {
  const text = fc.string({ unit: "grapheme", maxLength: 12 }).filter((arg) => !arg.includes("\0"));
  const lists = fc.sample(fc.array(text, { minLength: 1, maxLength: 4 }), { numRuns: 300, seed: 7 });
  const script = lists.map((list) => shellLine(["printf", "%s\\0", ...list, "."])).join("\n");
  const { stdout } = await new Deno.Command("sh", { args: ["-c", script] }).output();
  assertEquals(
    new TextDecoder().decode(stdout).split("\0").slice(0, -1),
    lists.flatMap((list) => [...list, "."]),
  );
});

Deno.test("a directory is absolute: given, or the one we run in", () => {
  const io = { cwd: "/here" };
  assertEquals([directoryOf(io, undefined), directoryOf(io, "sub"), directoryOf(io, "/x")], [
    "/here",
    "/here/sub",
    "/x",
  ]);
});
