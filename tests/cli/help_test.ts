import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { partsOf } from "gatehouse/cli/help/page.ts";
import { pages } from "gatehouse/cli/help/pages.ts";
import { render } from "gatehouse/cli/help/render.ts";
import { run } from "./parts/run.ts";

const PAGES = [
  "--help",
  "serve --help",
  "call --help",
  "tools --help",
  "gate --help",
  "gate check --help",
  "gate explain --help",
  "gate hook --help",
  "gate classify --help",
  "gate route --help",
  "gate score --help",
  "gate diff --help",
  "gate rule --help",
  "gate rule suggest --help",
  "skills --help",
  "skills detect --help",
  "skills list --help",
  "skills get --help",
  "skills plan --help",
  "skills refresh --help",
  "skills validate --help",
  "skills new --help",
  "hosts --help",
  "hosts trust --help",
  "flow --help",
  "flow run --help",
  "flow check --help",
  "flow status --help",
  "flow undo --help",
  "flow serve --help",
  "flow tui --help",
  "approve --help",
  "decline --help",
  "approvals --help",
  "approvals pending --help",
  "approvals list --help",
  "approvals revoke --help",
  "audit --help",
  "audit tail --help",
  "audit verify --help",
  "init --help",
  "completions --help",
  "completions bash --help",
  "completions zsh --help",
  "completions fish --help",
  "permissions --help",
  "config --help",
  "config check --help",
  "config print --help",
  "doctor --help",
  ...Object.keys(pages).map((page) => `help ${page.replaceAll("/", " ")}`),
];

for (const page of PAGES) {
  Deno.test(`"${page}" fits a screen of 80 by 24`, async () => {
    const { code, out, err } = await run(page.split(" "));
    assertEquals([code, err], [0, ""]);
    const lines = out.trimEnd().split("\n");
    assertTrue(lines.length <= 23, `${lines.length} lines and a prompt`);
    assertEquals(lines.filter((line) => line.length > 80), []);
  });
}

Deno.test("the version names the program and the protocol's revisions", async () => {
  const { code, out } = await run(["--version"]);
  assertEquals(code, 0);
  assertIncludes(out, "gatehouse 0.");
  assertIncludes(out, "2026-07-28");
  assertIncludes(out, "2024-11-05");
});

Deno.test("every setting of a file is on a page", async () => {
  const { KEYS, SCHEMA } = await import("gatehouse/config/schema.ts");
  const texts = await Promise.all(Object.values(pages).map(async (load) => (await load()).default));
  const named = new Set(
    texts.join("\n").match(/`[^`\n]+`|^[a-z_]+ = /gm)?.map((name) => name.replaceAll("`", "")),
  );
  const missing = KEYS.filter((key) => !("flag" in SCHEMA[key])).filter((key) => {
    const inTable = key.slice(key.indexOf(".") + 1);
    return !named.has(key) && !named.has(inTable) && !named.has(`${inTable} = `) && !named.has(`[${key}]`);
  });
  assertEquals(missing, []);
});

Deno.test("the first page names every page of docs/", async () => {
  const named = new Set((await run(["help"])).out.split(/[\s,]+/));
  const topics = Object.keys(pages).filter((page) => !page.includes("/"));
  assertEquals(topics.filter((topic) => !named.has(topic)), []);
});

Deno.test("the page of the tools is the generated one", async () => {
  const file = await Deno.readTextFile(new URL("../../docs/tools.md", import.meta.url));
  assertEquals((await run(["help", "tools", "all"])).out, render(file));
});

Deno.test("help prints one section by its name or the beginning of it, and all of them by all", async () => {
  const section = await run(["help", "flow", "what", "verified", "means"]);
  assertTrue(section.out.startsWith("== What verified means ==\n"), section.out);
  assertEquals((await run(["help", "flow", "what-verified-means"])).out, section.out);
  assertEquals((await run(["help", "flow", "what-ver"])).out, section.out);
  const whole = (await run(["help", "flow", "all"])).out;
  assertIncludes(whole, section.out);
  assertTrue(whole.startsWith("FLOW\n"), whole);
});

Deno.test("a page goes before the command of its name, a section before a command below, and a command before a beginning", async () => {
  assertTrue((await run(["help", "gate"])).out.startsWith("WHAT A VERDICT SAYS\n"));
  assertTrue((await run(["help", "flow", "undo"])).out.startsWith("== Undo ==\n"));
  assertTrue((await run(["help", "flow", "check"])).out.startsWith("USAGE\n  gatehouse flow check"));
  assertTrue((await run(["help", "call"])).out.startsWith("USAGE\n  gatehouse call"));
});

Deno.test("help on what is not there is a wrong call that names what was meant", async () => {
  const ended = async (line: string) => {
    const { code, out, err } = await run(line.split(" "));
    return [code, out, err];
  };
  assertEquals(await ended("help confg"), [2, "", "gatehouse: No help on confg. Did you mean config?\n"]);
  assertEquals(await ended("help flow settigns"), [
    2,
    "",
    "gatehouse: No section settigns in the help on flow. Did you mean settings?\n",
  ]);
  assertEquals(await ended("help flow zzzzzzzz"), [
    2,
    "",
    "gatehouse: No section zzzzzzzz in the help on flow. See gatehouse help flow\n",
  ]);
  assertEquals(await ended("help constructor"), [2, "", (await run(["help", "constructor"])).err]);
});

for (const [page, load] of Object.entries(pages)) {
  Deno.test(`every section that the first screen of "${page}" names is found, and is plain text of 80 columns`, async () => {
    const words = page.split("/");
    const markdown = (await load()).default;
    const { sections } = partsOf(markdown);
    const slugs = sections.map(({ slug }) => slug);
    assertEquals(slugs.filter((slug, at) => slugs.indexOf(slug) !== at), [], "two sections of one name");
    for (const { slug, level } of sections) {
      const { code, out } = await run(["help", ...words, slug]);
      assertEquals(code, 0, slug);
      assertTrue(out.startsWith(level === 2 ? "== " : "-- "), `${slug}: ${out.slice(0, 80)}`);
    }
    const prose = render(markdown.replaceAll(/^\s*```[\s\S]*?^\s*```$/gm, ""));
    assertEquals(prose.split("\n").filter((line) => [...line].length > 80 && line.trim().includes(" ")), []);
    assertEquals(prose.replaceAll(/`[^`]*`/g, "").match(/\]\(|\*\*|^\||<!--|^#/gm), null);
  });
}
