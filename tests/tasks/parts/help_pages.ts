/** `lib/cli/help/pages.ts`, from what stands in `docs/`. */
import { sources } from "./tree.ts";

/** Made at run time from the declarations that are there anyway. */
const MADE = "docs/tools.md";

/** The pages that an executable carries. */
export function embeddedPages(): string[] {
  return sources("docs", ".md").filter((path) => path !== MADE);
}

/** The module's text, before formatting: each page under the words that ask for it. */
export function helpPages(): string {
  const rows = sources("docs", ".md").map((path) => {
    const load = path === MADE
      ? 'import("./tools.ts")'
      : `import("../../../${path}", { with: { type: "text" } })`;
    return `${JSON.stringify(keyOf(path))}: () => ${load},`;
  });
  return [
    "// Generated from what is in docs/ by `deno task generate`; do not edit.",
    "",
    "/** The pages of `docs/`, each loaded when it is asked for. */",
    "export const pages: Readonly<Record<string, () => Promise<{ readonly default: string }>>> = {",
    ...rows,
    "};",
    "",
  ].join("\n");
}

/** `docs/clients/README.md` would be the page of `clients`. */
function keyOf(path: string): string {
  return path.replace(/^docs\//, "").replace(/(\/README)?\.md$/, "");
}
