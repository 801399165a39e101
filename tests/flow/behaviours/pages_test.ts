/** What a person must be told before giving trust stands where it is looked for. */
import { fileURLToPath } from "node:url";
import { assertIncludes } from "../../assert.ts";

/** A page as one line, without the marks of its form. */
async function page(path: string): Promise<string> {
  const text = await Deno.readTextFile(fileURLToPath(new URL(`../../../${path}`, import.meta.url)));
  return text.replaceAll(/[*_`]/g, "").replaceAll(/\s+/g, " ");
}

Deno.test("SECURITY.md says what a run is not, and what it leaves", async () => {
  const text = await page("SECURITY.md");
  for (
    const sentence of [
      "It is no sandbox of the operating system.",
      "never run this with elevated rights (as root it says so)",
      "Programs of the same account that attack at the same time are out of scope",
      "Evidence holds within the configured checks and no further",
      "A run that is cancelled or interrupted leaves what it wrote.",
    ]
  ) assertIncludes(text, sentence);
});

Deno.test("the page for Neovim has the block that sets Rose up, with a private socket", async () => {
  const text = await page("docs/neovim.md");
  for (
    const part of [
      "require('rose').setup({",
      "workspace = '/absolute/path/to/project', trusted = true,",
      "'flow', 'serve', '--config', '/absolute/path/to/flow-operator.toml' },",
      "bridge = true, timeout = 300000,",
      "mode 0700",
      "--editor-timeout",
    ]
  ) assertIncludes(text, part);
});
