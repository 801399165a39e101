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
      const content = (document ?? skill)?.content ?? "";
      const shown = printable(content);
      if (shown.includes("\\u{") && !content.includes("\\u{")) {
        note(io, {
          level: "warning",
          text: "Characters that act or hide are escaped; --json has the text as it is",
        });
      }
      return shown;
    },
  });
}

/** Characters of the longest line that is printed: no text of a package has more. */
const MAX_LINE = 4_194_304;

/**
 * A package's text is a stranger's: what a terminal would act on, or hide, is escaped. Line feeds end all lines, and
 * tabs are no harm.
 */
function printable(text: string): string {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines
    .map((line) => `${line.split("\t").map((part) => oneLine(part, MAX_LINE)).join("\t")}\n`)
    .join("");
}
