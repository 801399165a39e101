import { z } from "zod";
import { loaders } from "../catalogue.ts";
import { isSkillsFormat } from "../config/skills_roots.ts";
import { shown } from "../config/source.ts";
import { oneLine } from "../core/bounds.ts";
import { usageError } from "./failure.ts";
import type { Io } from "./io.ts";
import { printJson } from "./print.ts";
import type { ValidateFlags } from "./skills.ts";
import { dayNow, issuesShape, issuesText, targetOf, tellDay } from "./skills_session.ts";

const result = z.object({
  valid: z.boolean(),
  level: z.string().nullable(),
  id: z.string().nullable(),
  dated: z.boolean(),
  issues: issuesShape,
});

/** Exit 0: valid; 1: not; 2: it could not be looked at. */
export default async function validate(io: Io, flags: ValidateFlags, path: string): Promise<number> {
  const { mode, format = "phases" } = flags;
  if (mode !== undefined && mode !== "skill" && mode !== "report") {
    throw usageError(`Could not use --mode ${shown(mode)}`, "Give skill or report");
  }
  if (!isSkillsFormat(format)) {
    throw usageError(`Could not use --format ${shown(format)}`, "Give phases or agent-skills");
  }
  const target = targetOf(io, path);
  const isFolder = kindOf(target);
  const part = /[/\\](SKILL\.md|phases\.json)$/.exec(target);
  if (!isFolder && part !== null && mode !== "report") {
    throw usageError(
      `${shown(target)} is a part of a package`,
      `Name the package: ${shown(target.slice(0, part.index))}`,
    );
  }
  if (!isFolder && mode === "skill") {
    throw usageError(`${shown(target)} is a file`, "Name a package's directory");
  }
  if (isFolder && mode === "report") throw usageError(`${shown(target)} is a folder`, "Name a report's file");
  const cited = flags.package === undefined ? undefined : targetOf(io, flags.package);
  if (cited !== undefined && !kindOf(cited)) {
    throw usageError(`${shown(cited)} is no folder`, "Name a package");
  }
  const work = (await loaders["skills"]?.())?.commands?.["validate"];
  if (work === undefined) throw new Error("The family skills has no command validate");
  const today = flags.today ?? dayNow();
  const check = (await work()).default;
  io.revoke(["net", "run", "env", "write"]);
  const { dated, ...outcome } = result.parse(
    await check({
      path: target,
      mode: mode ?? (isFolder ? "skill" : "report"),
      format,
      today,
      ...(cited === undefined ? {} : { package: cited }),
    }, undefined),
  );
  const wrongDay = outcome.issues.find(({ code }) => code === "TODAY_INVALID" || code === "TODAY_REQUIRED");
  if (wrongDay !== undefined) throw usageError(wrongDay.message, wrongDay.mend);
  if (dated && flags.today === undefined) tellDay(io, today);
  if (flags.json === true) printJson(io, outcome);
  else if (outcome.valid) io.out(`${oneLine(outcome.id ?? path, 300)}: ${outcome.level ?? "valid"}\n`);
  else io.out(issuesText(outcome.issues));
  return outcome.valid ? 0 : 1;
}

/** Whether it is a folder; anything but a folder and a file cannot be validated. */
function kindOf(path: string): boolean {
  try {
    const { isDirectory, isFile } = Deno.statSync(path);
    if (isDirectory || isFile) return isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      throw usageError(`There is no ${shown(path)}`, "Name a package's folder, or a report's file");
    }
    // Told below.
  }
  throw usageError(`Could not read ${shown(path)}`, "Name a package's folder, or a report's file");
}
