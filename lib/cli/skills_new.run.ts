import { z } from "zod";
import { loaders } from "../catalogue.ts";
import { oneLine } from "../core/bounds.ts";
import { ToolError } from "../core/errors.ts";
import { usageError } from "./failure.ts";
import type { Io } from "./io.ts";
import { printJson } from "./print.ts";
import type { NewFlags } from "./skills.ts";
import { items, targetOf } from "./skills_session.ts";

const result = z.object({ path: z.string(), files: z.array(z.string()) });

/** Writes a package; what is there already is never overwritten. */
export default async function create(io: Io, flags: NewFlags, name: string): Promise<number> {
  const work = (await loaders["skills"]?.())?.commands?.["new"];
  if (work === undefined) throw new Error("The family skills has no command new");
  const write = (await work()).default;
  io.revoke(["net", "run", "env"]);
  const given = (flags.type ?? []).flatMap(items);
  const types = given.length === 0 ? ["python"] : given;
  const outcome = result.parse(
    await asUsage(write({ name, types, directory: targetOf(io, flags.in ?? ".") }, undefined)),
  );
  if (flags.json === true) printJson(io, outcome);
  else for (const file of outcome.files) io.out(`${oneLine(`${outcome.path}/${file}`, 4_096)}\n`);
  io.err(
    "It validates as it stands. Write your own text under its headings, then: gatehouse skills validate DIR\n",
  );
  return 0;
}

/** What the name or a type is refused for is a wrong call; what the folder is refused for is not. */
async function asUsage(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ToolError) || error.code.startsWith("PACKAGE_")) throw error;
    throw usageError(error.message, error.next ?? "See gatehouse skills new --help");
  }
}
