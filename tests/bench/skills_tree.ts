/** A root of 1,000 skill packages, and a profile that half of them fit. */
import type { Profile } from "gatehouse/skills/types.ts";
import { writePackage } from "../skills/parts/package.ts";

/** How many there are. */
export const PACKAGES = 1_000;

/** A target that looks like a Python project. */
export const PROFILE: Profile = {
  exists: true,
  blocked: false,
  issues: [],
  types: ["python"],
  languages: ["python"],
  facts: ["has_python", "has_source_code"],
  markers: { python: ["main.py", "pyproject.toml"] },
  likely: [],
  evidence: [],
};

/**
 * Writes the packages into a directory of its own and gives its real path. Waits until the second of the last write is
 * over: a tree is rarely read in the second in which it was made, and is then compared by content as well.
 */
export async function thousandPackages(): Promise<string> {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix: "skills-bench-" }));
  for (let at = 0; at < PACKAGES; at++) {
    await writePackage(`${path}/skill-${String(at).padStart(4, "0")}`, {
      manifest: { project_types: at % 2 === 0 ? ["python"] : ["web"] },
    });
  }
  const written = Math.floor(Date.now() / 1_000);
  while (Math.floor((Date.now() - 100) / 1_000) <= written) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return path;
}
