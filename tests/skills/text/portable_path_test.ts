import fc from "fast-check";
import { pathKey, portablePath } from "gatehouse/skills/text/portable_path.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

Deno.test("ordinary relative paths are taken, backslashes alone as separators", () => {
  for (
    const path of [
      "a",
      "references/api guide.md",
      ".hidden/x",
      "a/b/c.d.e",
      "été/naïve.md",
      "console.md",
      "com10/x",
    ]
  ) {
    assertEquals(portablePath(path), { ok: true, path });
  }
  assertEquals(portablePath("rules\\fr\\a.json"), { ok: true, path: "rules/fr/a.json" });
});

Deno.test("what leaves the package, or means another file elsewhere, is refused", () => {
  for (
    const path of [
      "",
      "  ",
      "/etc/passwd",
      "\\\\server\\share",
      "\\x",
      "//x",
      "C:/x",
      "C:x",
      "c:\\x",
      "~/x",
      "~root/x",
      "..",
      "../x",
      "a/../b",
      "a/./b",
      ".",
      "a//b",
      "a/",
      "a\\",
      "a/b\\c",
      "a ",
      "a./b",
      "a /b",
      "a:b",
      "a/x:stream",
      "nul",
      "NUL.txt",
      "a/Com1.tar.gz",
      "con .txt",
      "a%2e%2e/b",
      "a%b",
    ]
  ) assertTrue(!portablePath(path).ok, JSON.stringify(path));
});

Deno.test("characters that look like a dot or a slash, or like nothing, are refused", () => {
  for (
    const point of [
      0x2024,
      0xff0e,
      0x3002,
      0xff0f,
      0x2044,
      0x2215,
      0xff3c, // dots and slashes
      0x202e,
      0x200b,
      0xfeff,
      0x0000,
      0x000a,
      0x007f,
      0xe0041,
      0xd800,
      0x2028, // hidden
      0x00a0,
      0x3000,
      0x2003, // spaces
      0xff21,
      0x0344, // not in NFKC
    ]
  ) assertTrue(!portablePath(`a${String.fromCodePoint(point)}b`).ok, point.toString(16));
  for (const value of [5, null, ["a"], undefined]) assertTrue(!portablePath(value).ok);
});

Deno.test("a path is no longer than 4096 characters", () => {
  assertTrue(portablePath("a".repeat(4096)).ok);
  assertTrue(!portablePath("a".repeat(4097)).ok);
});

Deno.test("paths that some file system keeps for one have one key", () => {
  assertEquals(pathKey("Rules\\STRASSE"), pathKey("rules/straße"));
  assertEquals(pathKey("rules/"), pathKey("rules"));
  assertTrue(pathKey("a/b") !== pathKey("a-b"));
});

Deno.test("property: what is accepted stays below its base, and is accepted again as it is", () => {
  const unit = fc.constantFrom(..."ab.~/\\:% -_\u202e\u00a0É\u2024", "..", "con", "//");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      const judged = portablePath(text);
      if (!judged.ok) return;
      assertEquals(portablePath(judged.path), judged);
      const { pathname } = new URL(judged.path.split("/").map(encodeURIComponent).join("/"), "file:///base/");
      assertTrue(pathname.startsWith("/base/") && pathname.length > "/base/".length, pathname);
      assertTrue(
        !judged.path.split("/").some((segment) => segment === "" || segment === "." || segment === ".."),
      );
    }),
    { numRuns: 2000 },
  );
});
