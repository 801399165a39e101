/** What the names in a project may say to whoever reads its profile. */
import { profileOf } from "gatehouse/skills/detector/profile.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { scratch } from "../../core/files_parts.ts";

Deno.test("no name of a project brings a character that acts or hides into its profile", async () => {
  await using dir = await scratch();
  const names = [
    "a\nb.py",
    "\x1b[31mred.py",
    "\u202etxt.py",
    "t\u{e0041}.py",
    "\u200b.ts",
    "plain.py",
    "é.py",
  ];
  for (const name of names) await Deno.writeTextFile(`${dir.path}/${name}`, "");
  await Deno.mkdir(`${dir.path}/d\u2066\u{e0042}`);
  await Deno.writeTextFile(
    `${dir.path}/d\u2066\u{e0042}/package.json`,
    '{"dependencies":{"\\u202estripe":"1","stripe":"1"}}',
  );
  const profile = profileOf(dir.path);
  assertTrue(!/[\p{Cc}\p{Cf}\u{e0000}-\u{e007f}]/u.test(JSON.stringify(profile)));
  assertEquals(profile.markers["python"], [
    "\\u{1b}[31mred.py",
    "\\u{202e}txt.py",
    "a\\u{a}b.py",
    "plain.py",
    "t\\u{e0041}.py",
    "é.py",
  ]);
  assertTrue(profile.evidence.some(({ file }) => file === "d\\u{2066}\\u{e0042}/package.json"));
});
