/** `lib/cli/help/pages.ts`, from what stands in `docs/`. */
import { sources } from "./tree.ts";

/** The module's text, before formatting: each page under the words that ask for it. */
export function helpPages(): string {
  const rows = sources("docs", ".md").map((path) =>
    `${JSON.stringify(keyOf(path))}: () => import("../../../${path}", { with: { type: "text" } }),`
  );
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

/** `docs/clients/README.md` is the page of `clients`. */
function keyOf(path: string): string {
  return path.replace(/^docs\//, "").replace(/(\/README)?\.md$/, "");
}
