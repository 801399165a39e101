/** Loads settings as the program would, from a file's text, variables and flags. */
import type { Flags } from "gatehouse/config/flags.ts";
import { type Loaded, loadSettings } from "gatehouse/config/load.ts";
import { ToolError } from "gatehouse/core/errors.ts";

/** What the layers give. */
export interface Given {
  readonly flags?: Flags;
  readonly environment?: Readonly<Record<string, string>>;
  /** Text of the file that `--config` names; none without. */
  readonly file?: string;
}

/** A directory of this test's own, without a link in its path. */
export async function directory(): Promise<string> {
  return await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-config-" }));
}

/** Loads in an empty home. */
export async function load({ flags = {}, environment = {}, file }: Given): Promise<Loaded> {
  const home = await directory();
  const config = `${home}/given.toml`;
  if (file !== undefined) await Deno.writeTextFile(config, file);
  try {
    return await loadSettings(file === undefined ? flags : { ...flags, config }, {
      environment: { HOME: home, ...environment },
      cwd: home,
      families: ["gate", "other"],
    });
  } catch (error) {
    // The directory's name differs in each run; the text around it must not.
    if (error instanceof ToolError) error.message = error.message.replaceAll(home, "HOME");
    throw error;
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

/** The one line that the operator is told when the layers hold a mistake. */
export async function complaint(given: Given): Promise<string> {
  try {
    await load(given);
  } catch (error) {
    if (error instanceof ToolError && error.code === "CONFIG_INVALID") return error.line;
    throw error;
  }
  throw new Error(`Nothing was refused in ${JSON.stringify(given)}`);
}
