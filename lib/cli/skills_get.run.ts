import { z } from "zod";
import { oneLine } from "../core/bounds.ts";
import { note } from "./failure.ts";
import type { Io } from "./io.ts";
import type { GetFlags } from "./skills.ts";
import { askSkills, openSkills, printAnswer, rootsArguments } from "./skills_session.ts";

const shape = z.object({
  skill: z.object({ content: z.string() }).optional(),
  document: z.object({ content: z.string() }).optional(),
  masked: z.number().optional(),
});

/** Exit 1 when there is no such skill or document. */
export default async function get(io: Io, flags: GetFlags, skill: string): Promise<number> {
  await using session = await openSkills(io, flags);
  const asked = await askSkills(session, {
    command: "get",
    args: {
      ...await rootsArguments(io, session, flags),
      skill_id: skill,
      ...(flags.document === undefined ? {} : { document: flags.document }),
    },
  });
  return printAnswer(io, asked, {
    json: flags.json,
    text() {
      const { skill, document, masked } = shape.parse(asked.answer);
      if (masked !== undefined) {
        note(io, { level: "warning", text: `${masked} texts are masked in what follows` });
      }
      return printable((document ?? skill)?.content ?? "");
    },
  });
}

/** A package's text is a stranger's: each line is made safe for a terminal. */
function printable(text: string): string {
  const lines = text.split("\n").map((line) => oneLine(line.replaceAll("\t", "    "), 100_000));
  return text.endsWith("\n") ? lines.join("\n") : `${lines.join("\n")}\n`;
}
