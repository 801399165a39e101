/** The commented configuration file that `init` writes where there is none. */
import { configFile, type Environment } from "../config/place.ts";
import { isMissing } from "../config/read.ts";
import { shownPath } from "../core/file_checks.ts";
import { createPrivate, ensurePrivateDirectory } from "../core/file_writes.ts";

/** The file, and what would be written there. */
export interface ConfigPlan {
  /** Absolute. */
  readonly file: string;
  /** Null when nothing would. */
  readonly after: string | null;
  /** Why nothing would. */
  readonly detail: string;
}

/**
 * Plans the file; null when no home is known.
 *
 * @example
 * ```ts
 * import { configPlan } from "gatehouse/cli/init_config.ts";
 *
 * const plan = await configPlan({ HOME: "/nowhere" });
 * if (plan?.file !== "/nowhere/.config/gatehouse/gatehouse.toml") throw new Error("other place");
 * ```
 */
export async function configPlan(environment: Environment): Promise<ConfigPlan | null> {
  const file = configFile(environment);
  if (file === null) return null;
  if (Deno.build.os === "windows") {
    return { file, after: null, detail: "a private file needs a POSIX system" };
  }
  if (!isMissing(file)) return { file, after: null, detail: `${shownPath(file)} is there already` };
  return { file, after: await (await import("./init_config_text.ts")).configText(), detail: "" };
}

/**
 * Writes the file, private to its owner, and the directory it stands in.
 *
 * @throws ToolError `FILE_EXISTS`, `FILE_UNSAFE`, `FILE_UNWRITABLE`.
 *
 * @example
 * ```ts
 * import { writeConfig } from "gatehouse/cli/init_config.ts";
 *
 * const file = `${await Deno.realPath(await Deno.makeTempDir())}/gatehouse/gatehouse.toml`;
 * writeConfig(file, "# port = 8255\n");
 * if (((await Deno.stat(file)).mode ?? 0) % 0o1000 !== 0o600) throw new Error("not private");
 * ```
 */
export function writeConfig(file: string, text: string): void {
  ensurePrivateDirectory(file.slice(0, file.lastIndexOf("/")));
  createPrivate(file, new TextEncoder().encode(text));
}
