/** How a child of the running program is started: the same executable, or the same source with the same flags. */
import manifest from "../../deno.json" with { type: "json" };
import { CHILD_ARGUMENT } from "./argument.ts";

/** A program, its arguments, and all of its environment. */
export interface ChildCommand {
  readonly path: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * What of our environment a child gets: where Deno finds its cache and the machine's certificates. Nothing else may
 * reach it: no secret that somebody put there, and no proxy that requests would go through.
 */
const PASSED_ON = [
  "HOME",
  "XDG_CACHE_HOME",
  "DENO_DIR",
  "DENO_CERT",
  "DENO_TLS_CA_STORE",
  "DENO_NO_UPDATE_CHECK",
  "NPM_CONFIG_REGISTRY",
  "TMPDIR",
  "LOCALAPPDATA",
  "USERPROFILE",
  "SystemRoot",
  "TEMP",
];

/**
 * How the program starts a child of itself.
 *
 * @param environment The program's own environment.
 *
 * @example
 * ```ts
 * import { ownCommand } from "gatehouse/isolate/command.ts";
 *
 * const { args, environment } = ownCommand({ HOME: "/home/me", TOKEN: "secret" });
 * if (args.at(-1) !== "isolate-child" || "TOKEN" in environment) throw new Error("other command");
 * ```
 */
export function ownCommand(environment: Readonly<Record<string, string | undefined>>): ChildCommand {
  return {
    path: Deno.execPath(),
    args: Deno.build.standalone ? [CHILD_ARGUMENT] : [...fromSource(), CHILD_ARGUMENT],
    environment: childEnvironment(environment),
  };
}

/**
 * The part of an environment that a child gets.
 *
 * @example
 * ```ts
 * import { childEnvironment } from "gatehouse/isolate/command.ts";
 *
 * if ("HTTPS_PROXY" in childEnvironment({ HTTPS_PROXY: "http://127.0.0.1:1" })) throw new Error("passed on");
 * ```
 */
export function childEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value]];
  });
  // Deno colours its own reports otherwise, and escaped colours are hard to read.
  return { ...Object.fromEntries(passed), NO_COLOR: "1" };
}

/** What `deno task gatehouse` runs. */
function fromSource(): string[] {
  const flags = manifest.tasks.gatehouse.match(/^deno run (?<flags>.+) main\.ts$/)?.groups?.["flags"];
  if (flags === undefined) {
    throw new Error("No task gatehouse in deno.json has the form: deno run FLAGS main.ts");
  }
  return ["run", ...flags.split(" "), new URL("../../main.ts", import.meta.url).href];
}
