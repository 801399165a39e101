/**
 * Clients that others wrote, as npm programs under Node: installed by name and version into the cache, outside our own
 * lock file, as their users install them.
 */
import { join } from "node:path";
import { has, mustRun } from "./child.ts";
import { CACHE } from "./tree.ts";

/** Where they are installed. */
export const CLIENTS = join(CACHE, "clients");

const PACKAGES = ["@modelcontextprotocol/sdk@1.32.2", "@modelcontextprotocol/inspector@2.12.0"];

/** Milliseconds for npm. */
const LIMIT_MS = 5 * 60_000;

/** Installs what is missing; returns why the clients cannot be had, or null. */
export async function outsideClientsUnavailable(): Promise<string | null> {
  for (const program of ["node", "npm"]) if (!await has(program)) return `needs ${program} in PATH`;
  const done = join(CLIENTS, "installed.json");
  if (await Deno.readTextFile(done).catch(() => "") === JSON.stringify(PACKAGES)) return null;
  try {
    await Deno.mkdir(CLIENTS, { recursive: true });
    await Deno.writeTextFile(join(CLIENTS, "package.json"), '{"private":true}\n');
    await mustRun(
      ["npm", "install", "--save-exact", "--ignore-scripts", "--no-audit", "--no-fund", ...PACKAGES],
      { cwd: CLIENTS, limitMs: LIMIT_MS },
    );
    await Deno.writeTextFile(done, JSON.stringify(PACKAGES));
    return null;
  } catch (error) {
    const line = error instanceof Error ? error.message.split("\n").at(-1) : String(error);
    return `could not install ${PACKAGES.join(" and ")} with npm: ${line}`;
  }
}
