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

/** Writes the packages into a directory of its own and gives its real path. */
export async function thousandPackages(): Promise<string> {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix: "skills-bench-" }));
  for (let at = 0; at < PACKAGES; at++) {
    await writePackage(`${path}/skill-${String(at).padStart(4, "0")}`, {
      manifest: { project_types: at % 2 === 0 ? ["python"] : ["web"] },
    });
  }
  return path;
}

/** A clock that is an hour ahead: by it no package was written in this very second, which few trees are. */
export function later(): number {
  return Date.now() + 3_600_000;
}
