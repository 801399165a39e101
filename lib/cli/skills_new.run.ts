import { z } from "zod";
import { loaders } from "../catalogue.ts";
import { oneLine } from "../core/bounds.ts";
import type { Io } from "./io.ts";
import { printJson } from "./print.ts";
import type { NewFlags } from "./skills.ts";
import { targetOf } from "./skills_session.ts";

const result = z.object({ path: z.string(), files: z.array(z.string()) });

/** Writes a package; what is there already is never overwritten. */
export default async function create(io: Io, flags: NewFlags, name: string): Promise<number> {
  const work = (await loaders["skills"]?.())?.commands?.["new"];
  if (work === undefined) throw new Error("The family skills has no command new");
  const write = (await work()).default;
  io.revoke(["net", "run", "env"]);
  const types = flags.type === undefined || flags.type.length === 0 ? ["python"] : flags.type;
  const outcome = result.parse(
    await write({ name, types, directory: targetOf(io, flags.in ?? ".") }, undefined),
  );
  if (flags.json === true) printJson(io, outcome);
  else for (const file of outcome.files) io.out(`${oneLine(`${outcome.path}/${file}`, 4_096)}\n`);
  io.err(
    "It validates as it stands. Write your own text under its headings, then: gatehouse skills validate\n",
  );
  return 0;
}
