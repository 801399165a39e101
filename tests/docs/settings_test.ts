import { parse as parseToml } from "smol-toml";
import { loaders } from "gatehouse/catalogue.ts";
import { loadSettings } from "gatehouse/config/load.ts";
import { parseRules } from "gatehouse/gate/operator/file.ts";
import { assertEquals, assertTrue } from "../assert.ts";
import { type Block, blocksOf, pagePaths, textOf } from "./shown.ts";

const blocks = (path: string): readonly Block[] =>
  blocksOf(textOf(path)).filter(({ language }) => language === "toml");

/** A server's programs are shown without the server. */
function whole({ text }: Block, all: readonly Block[]): string {
  const server = all.find((other) => /^\[hosts\.web\]$/m.test(other.text))?.text ?? "";
  return /^\[hosts\.web\.programs/m.test(text) ? `${server}\n${text}` : text;
}

/** What the program says to a block; null when it takes it, or when it is a client's. */
async function complaintOf(text: string): Promise<string | null> {
  const table = parseToml(text);
  if ("mcp_servers" in table || "hooks" in table) return null;
  const home = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-docs-" }));
  try {
    if ("rule" in table) {
      await parseRules(text, "rules.toml");
      return null;
    }
    await Deno.writeTextFile(`${home}/given.toml`, text);
    const families = Object.keys(loaders);
    await loadSettings({ config: `${home}/given.toml` }, {
      environment: { HOME: home },
      cwd: home,
      families,
    });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

for (const path of pagePaths().filter((path) => blocks(path).length > 0)) {
  Deno.test(`the program takes the settings and rules that ${path} shows`, async () => {
    const all = blocks(path);
    const refused = [];
    for (const block of all) {
      const complaint = await complaintOf(whole(block, all));
      if (complaint !== null) refused.push(`${path}:${block.line}: ${complaint}`);
    }
    assertEquals(refused, []);
  });
}

Deno.test("settings that are not taken are told", async () => {
  assertTrue(await complaintOf("prot = 1\n") !== null);
  assertTrue(await complaintOf("[[rule]]\nid = 1\n") !== null);
});

Deno.test("every variable that is read is on a page", () => {
  const pages = pagePaths().map(textOf).join("\n");
  const names = ["lib/config/environment.ts", "lib/config/hosts_environment.ts"]
    .flatMap((path) => [...textOf(path).matchAll(/"((?:PHOCINAE|MCP|MIKRUS|GATEHOUSE)_[A-Z0-9_]+)"/g)])
    .map(([, name = ""]) => name);
  assertTrue(names.length > 20);
  // A page may name the first of a row whole, and of the others what differs.
  const named = (name: string) =>
    pages.includes(name) || pages.includes(`\`${name.replace(/^[A-Z]+_[A-Z]+(?=_)/, "")}\``);
  assertEquals(names.filter((name) => !named(name)), []);
});
