/** Writes a new package, which validates as written. */
import { z } from "zod";
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";
import { DETECTED_TYPES, isOneOf } from "../contract/vocabularies.ts";
import { skillIdProblem } from "../identity.ts";
import { looksSecret } from "../text/secrets.ts";
import { packageFiles } from "./template.ts";

const asked = z.strictObject({
  name: z.string(),
  types: z.array(z.string()).min(1).max(16),
  /** Absolute; the package becomes a folder in it. */
  directory: z.string(),
});

/** What was written. */
export interface Written {
  /** The package's folder, absolute. */
  readonly path: string;
  /** Relative to it, sorted. */
  readonly files: readonly string[];
}

/**
 * Writes it.
 *
 * @param given `name`, `types` and `directory`.
 * @throws ToolError `SKILL_ID`, `SKILL_ID_CONFUSABLE`, `PROJECT_TYPE_UNKNOWN`; `PACKAGE_EXISTS` when the folder is there
 * already, and `PACKAGE_UNWRITTEN` when it could not be made.
 *
 * @example
 * ```ts
 * import create from "gatehouse/skills/commands/new.ts";
 *
 * const directory = await Deno.realPath(await Deno.makeTempDir());
 * const { files } = await create({ name: "first-look", types: ["web"], directory });
 * if (!files.includes("SKILL.md")) throw new Error(files.join());
 * const code = await create({ name: "first-look", types: ["web"], directory }).then(() => "", (error) => error.code);
 * if (code !== "PACKAGE_EXISTS") throw new Error(code);
 * ```
 */
export default async function create(given: unknown): Promise<Written> {
  const { name, types, directory } = asked.parse(given);
  const problem = skillIdProblem(name);
  if (problem !== null) {
    throw new ToolError(problem.code, `The name ${shown(name)} ${problem.why}`, {
      next: "Use letters, digits, - and _",
    });
  }
  if (looksSecret(name)) {
    throw new ToolError("SKILL_ID", "The name looks like a secret, which no package may hold", {
      next: "Use words of a language, with - between them",
    });
  }
  const strange = types.find((type) => !isOneOf(DETECTED_TYPES, type));
  if (strange !== undefined) {
    throw new ToolError("PROJECT_TYPE_UNKNOWN", `No project is of the type ${shown(strange)}`, {
      next: `Give one of ${DETECTED_TYPES.join(", ")}`,
    });
  }
  const path = `${directory.replace(/\/+$/, "")}/${name}`;
  await make(path);
  const files = packageFiles(name, { types: [...new Set(types)] });
  await fill(path, files);
  return { path, files: [...files.keys()].sort() };
}

/** All of the package or nothing: half of one would be in the way of the next attempt. */
async function fill(path: string, files: ReadonlyMap<string, string>): Promise<void> {
  const made = [path];
  try {
    for (const folder of ["rules", "references", "scripts", "tests"]) {
      await Deno.mkdir(`${path}/${folder}`);
      made.push(`${path}/${folder}`);
    }
    for (const [file, text] of files) {
      using written = await Deno.open(`${path}/${file}`, { write: true, createNew: true });
      made.push(`${path}/${file}`);
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at < bytes.length;) at += await written.write(bytes.subarray(at));
    }
  } catch (error) {
    // One by one: what somebody else has put there meanwhile stays, and so does the folder that it is in.
    for (const place of made.reverse()) await Deno.remove(place).catch(() => {});
    throw new ToolError("PACKAGE_UNWRITTEN", `Could not write all of ${shown(path)}`, {
      next: "See whether the disk is full, and try again",
      cause: error,
    });
  }
}

/** The last folder is made here and no other: what is there already is somebody's. */
async function make(path: string): Promise<void> {
  try {
    await Deno.mkdir(path);
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) {
      throw new ToolError("PACKAGE_EXISTS", `${shown(path)} is there already, and nothing was written`, {
        next: "Choose another name, or another folder with --in",
      });
    }
    throw new ToolError("PACKAGE_UNWRITTEN", `Could not make ${shown(path)}`, {
      next: "Name an existing folder that you may write to",
      cause: error,
    });
  }
}

function shown(text: string): string {
  return JSON.stringify(oneLine(text, 300));
}
