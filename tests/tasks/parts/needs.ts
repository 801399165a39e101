/** Debian programs that a group of tests needs: installed where we may, named where we may not. */
import { has, mustRun } from "./child.ts";

/** A program, and the Debian package that has it. */
export interface Need {
  readonly program: string;
  readonly package: string;
}

/** Installs what is missing when the user is root on a Debian; returns what is still missing. */
export async function provide(needs: readonly Need[]): Promise<Need[]> {
  const missing = await missingOf(needs);
  if (missing.length === 0) return [];
  if (Deno.uid() !== 0 || !await has("apt-get")) return missing;
  const packages = [...new Set(missing.map((need) => need.package))];
  console.log(`Installing with apt-get: ${packages.join(" ")}`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  try {
    await mustRun(["apt-get", "update", "-q"], { env });
    await mustRun(["apt-get", "install", "-q", "-y", "--no-install-recommends", ...packages], { env });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  return missingOf(needs);
}

async function missingOf(needs: readonly Need[]): Promise<Need[]> {
  const found = await Promise.all(needs.map(({ program }) => has(program)));
  return needs.filter((_, index) => found[index] !== true);
}
