/** How a client is to start the program that is running now. */
import { fileURLToPath } from "node:url";
import type { Started } from "./clients/client.ts";

/**
 * The executable by its absolute path; from source, the task of the checkout.
 *
 * @example
 * ```ts
 * import { ownStart } from "gatehouse/cli/init_started.ts";
 *
 * const { args } = ownStart();
 * if (args.at(-1) !== "gatehouse" || args[0] !== "task") throw new Error(args.join(" "));
 * ```
 */
export function ownStart(): Started {
  // A client of a desktop has another `PATH` than a shell.
  const command = Deno.execPath();
  if (Deno.build.standalone) return { command, args: [] };
  const checkout = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
  return { command, args: ["task", "--quiet", "--cwd", checkout, "gatehouse"] };
}

/**
 * What a person should know of that command; null when it is there to stay.
 *
 * @example
 * ```ts
 * import { passing } from "gatehouse/cli/init_started.ts";
 *
 * if (passing({ command: "/usr/bin/gatehouse", args: [] }) !== null) throw new Error("told for nothing");
 * ```
 */
export function passing({ command }: Started): string | null {
  return /[\\/](?:_npx|te?mp|Temp)[\\/]/.test(command)
    ? `${command} stands in a directory that is emptied now and then: run init again when it has gone`
    : null;
}
