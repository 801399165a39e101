/**
 * `deno task generate`: writes what derives from the tools' declarations and from the pages of `docs/`. With `--check` it writes nothing and fails
 * when a file is not what it would write.
 */
import { join } from "node:path";
import { loaders } from "gatehouse/catalogue.ts";
import { toolsPage } from "gatehouse/cli/help/tools_page.ts";
import { publish } from "gatehouse/core/publish.ts";
import type { Family } from "gatehouse/core/tool.ts";
import { run } from "./parts/child.ts";
import { helpPages } from "./parts/help_pages.ts";
import { ROOT } from "./parts/tree.ts";

/** The text as `deno fmt` leaves it, so that a generated file passes the format check. */
async function formatted(text: string, extension: string): Promise<string> {
  const ended = await run([Deno.execPath(), "fmt", `--ext=${extension}`, "-"], { cwd: ROOT, input: text });
  if (ended.code !== 0) throw new Error(`deno fmt refused a generated ${extension} file: ${ended.stderr}`);
  return ended.stdout;
}

async function files(families: readonly Family[]): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ["lib/catalogue.json", await formatted(JSON.stringify(publish(families), null, 2), "json")],
    ["docs/tools.md", await formatted(toolsPage(publish(families, { whole: true })), "md")],
    ["lib/cli/help/pages.ts", await formatted(helpPages(), "ts")],
  ]);
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

const unknown = Deno.args.find((arg) => arg !== "--check");
if (unknown !== undefined) {
  console.error(`Unknown argument ${unknown}. Use: deno task generate [--check]`);
  Deno.exit(2);
}
const families = await Promise.all(Object.values(loaders).map((load) => load()));
let stale = 0;
for (const [name, text] of await files(families)) {
  const path = join(ROOT, name);
  if (await textOf(path) === text) {
    console.log(`${name}: fresh`);
    continue;
  }
  stale++;
  if (Deno.args.includes("--check")) {
    console.error(`${name}: stale. Run: deno task generate`);
    continue;
  }
  await Deno.mkdir(join(path, ".."), { recursive: true });
  await Deno.writeTextFile(path, text);
  console.log(`${name}: written`);
}
Deno.exit(Deno.args.includes("--check") && stale > 0 ? 1 : 0);
