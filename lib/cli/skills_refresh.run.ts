import { z } from "zod";
import type { Io } from "./io.ts";
import { columns } from "./print.ts";
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
  const asked = await askSkills(session, {
    command: "refresh",
    args: await rootsArguments(io, session, flags),
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
