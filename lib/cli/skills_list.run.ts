import { z } from "zod";
import type { Io } from "./io.ts";
import { columns } from "./print.ts";
import type { RootsFlags } from "./skills.ts";
import { askSkills, openSkills, printAnswer, rootsArguments } from "./skills_session.ts";

const shape = z.object({
  skills: z.array(z.object({
    skill_id: z.string(),
    version: z.string(),
    project_types: z.array(z.string()),
    title: z.string(),
  })),
});

/** Exit 1 when the roots hold an invalid package, or cannot be read. */
export default async function list(io: Io, flags: RootsFlags): Promise<number> {
  await using session = await openSkills(io, flags);
  const asked = await askSkills(session, { command: "list", args: await rootsArguments(io, session, flags) });
  return printAnswer(io, asked, {
    json: flags.json,
    text() {
      const { skills } = shape.parse(asked.answer);
      if (skills.length === 0) return "no skills\n";
      return columns(skills.map(({ skill_id, version, project_types, title }) => [
        skill_id,
        version,
        project_types.join(" "),
        title,
      ]));
    },
  });
}
