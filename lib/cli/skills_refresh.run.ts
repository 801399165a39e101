import { z } from "zod";
import type { Io } from "./io.ts";
import { columns } from "./print.ts";
import { working } from "./progress_line.ts";
import type { RootsFlags } from "./skills.ts";
import { askSkills, openSkills, printAnswer, rootsArguments } from "./skills_session.ts";

const shape = z.object({
  discovery: z.object({
    records: z.array(
      z.object({ relative_path: z.string(), state: z.string(), skill_id: z.string().nullable() }),
    ),
  }),
});

/** Exit 1 when a package is invalid. */
export default async function refresh(io: Io, flags: RootsFlags): Promise<number> {
  await using session = await openSkills(io, flags);
  const args = await rootsArguments(io, session, flags);
  const asked = await working(io, {
    what: "reading the packages",
    work: () => askSkills(session, { command: "refresh", args }),
  });
  return printAnswer(io, asked, {
    json: flags.json,
    text: () =>
      columns(
        shape.parse(asked.answer).discovery.records.map(({ state, relative_path, skill_id }) => [
          state,
          relative_path,
          skill_id ?? "",
        ]),
      ),
  });
}
