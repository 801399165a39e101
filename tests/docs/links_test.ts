import { dirname, join, normalize } from "node:path";
import { assertEquals, assertTrue } from "../assert.ts";
import { exists } from "../tasks/parts/tree.ts";
import { pagePaths, textOf } from "./shown.ts";

/** As GitHub makes them: the heading's text in lower case, dashes for blanks, a number for a second one. */
function anchorsOf(markdown: string): Set<string> {
  const seen = new Map<string, number>();
  const text = markdown.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "");
  return new Set([...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, title = ""]) => {
    const words = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(" ", "-");
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  }));
}

function brokenLinks(path: string): string[] {
  const text = textOf(path).replaceAll(/^ *```[\s\S]*?^ *```$/gm, "").replaceAll(/`[^`\n]*`/g, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target).filter((target) => {
    if (/^(https?|mailto):/.test(target)) return false;
    const [file = "", anchor] = target.split("#");
    const found = file === "" ? path : normalize(join(dirname(path), file));
    if (found.startsWith("..") || !exists(found)) return true;
    return anchor !== undefined && !anchorsOf(textOf(found)).has(anchor);
  });
}

for (const path of pagePaths()) {
  Deno.test(`every relative link of ${path} leads to a file and a heading that are there`, () => {
    assertEquals(brokenLinks(path), []);
  });
}

Deno.test("a heading's anchor is as GitHub makes it", () => {
  assertEquals([...anchorsOf("# A `b` & c\n\n## A_b!\n\n## A_b!\n\n```sh\n# no\n```\n")], [
    "a-b--c",
    "a_b",
    "a_b-1",
  ]);
});

Deno.test("each page of docs/ can be reached from the README", () => {
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path) || !path.endsWith(".md") || !exists(path)) return;
    seen.add(path);
    for (const [, target = ""] of textOf(path).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)) {
      if (!/^\w+:/.test(target)) visit(normalize(join(dirname(path), target)));
    }
  };
  visit("README.md");
  assertTrue(seen.size > 1);
  assertEquals(pagePaths().filter((path) => path.startsWith("docs/") && !seen.has(path)), []);
});
