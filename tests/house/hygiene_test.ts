import { join } from "node:path";
import { assertEquals, assertTrue } from "../assert.ts";
import { mustRun } from "../tasks/parts/child.ts";
import { ROOT } from "../tasks/parts/tree.ts";

/** Text that ties the repository to one machine or to where its packages happened to come from. */
const FOREIGN: readonly RegExp[] = [
  /(^|[^\w~.-])\/work\//,
  /\bregistry\.(npmjs|npmmirror|yarnpkg)\b/,
  /\b(deb|security)\.debian\.org\b/,
  /\bshared\/(DESIGN|DECISIONS|README|spec|cases|seeds|examples|mcp-schema|tools)\b/,
  /\bspec\/(anchors|deno|flow|gate|hosts|protocol|skills)\.md\b/,
  /\bseed 00\d\b/i,
  /\bhelper-\d/,
];

/** Lists of command lines quoted from elsewhere: what they name is theirs. */
const QUOTED = /^tests\/gate\/[a-z]+\.jsonl$/;

function foreignLines(path: string, text: string): string[] {
  return text.split("\n").flatMap((line, index) =>
    FOREIGN.some((pattern) => pattern.test(line))
      ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`]
      : []
  );
}

async function committedFiles(): Promise<string[]> {
  const { stdout } = await mustRun(["git", "ls-files", "-z"], { cwd: ROOT });
  return stdout.split("\0").filter((path) => path !== "");
}

Deno.test("foreign text is found", () => {
  for (
    const part of [
      "/work" + "/a",
      "https://registry." + "npmjs.org/x",
      "seed " + "000",
      "spec" + "/gate.md",
    ]
  ) {
    assertEquals(foreignLines("a", `x\ny ${part} z`).length, 1, part);
  }
  assertEquals(foreignLines("a", "/home/a/work/b, ~/work/b, the registry of tools, a specification"), []);
});

Deno.test("no committed file speaks of a machine, a registry host or private papers", async () => {
  const files = (await committedFiles()).filter((path) => !QUOTED.test(path));
  assertTrue(files.includes("deno.json"));
  const found = await Promise.all(files.map(async (path) => {
    const text = await Deno.readTextFile(join(ROOT, path)).catch(() => "");
    return foreignLines(path, text);
  }));
  assertEquals(found.flat(), []);
});

Deno.test("no URL's own spelling is used as a path: a blank in it is %20", async () => {
  const files = (await committedFiles()).filter((path) => path.endsWith(".ts"));
  const found = files.filter((path) =>
    /import\.meta\.(?:url|resolve)[^;]{0,80}\)\.pathname/.test(Deno.readTextFileSync(join(ROOT, path)))
  );
  assertEquals(found, []);
});

Deno.test("every package is pinned to one exact version", () => {
  const { imports } = JSON.parse(Deno.readTextFileSync(join(ROOT, "deno.json"))) as {
    imports: Readonly<Record<string, string>>;
  };
  const loose = Object.values(imports)
    .filter((target) => !target.startsWith("./"))
    .filter((target) => !/^npm:\/?(@[^/@]+\/)?[^/@]+@\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\/.*)?$/.test(target));
  assertEquals(loose, []);
});
