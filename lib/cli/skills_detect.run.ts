import { z } from "zod";
import type { Io } from "./io.ts";
import { columns } from "./print.ts";
import type { DetectFlags } from "./skills.ts";
import { askSkills, openSkills, printAnswer, targetOf } from "./skills_session.ts";
import { askedTarget } from "./skills_target.ts";

const shape = z.object({
  profile: z.object({
    types: z.array(z.string()),
    languages: z.array(z.string()),
    facts: z.array(z.string()),
    markers: z.record(z.string(), z.array(z.string())),
  }),
  likely: z.array(z.string()).optional(),
  evidence: z.array(z.object({
    finding: z.string(),
    state: z.string(),
    file: z.string(),
    line: z.number().optional(),
    why: z.string(),
  })).optional(),
});

/** Exit 1 when there is no such target, or its profile is blocked. */
export default async function detect(io: Io, flags: DetectFlags, target: string): Promise<number> {
  await using session = await openSkills(io, flags);
  const path = targetOf(io, target);
  const asked = await askSkills(session, {
    command: "detect",
    args: {
      target: path,
      ...(flags.evidence === true ? { evidence: true } : {}),
    },
  });
  return printAnswer(io, asked, {
    json: flags.json,
    target: await askedTarget(session, { path, ...asked }),
    text() {
      const { profile: { types, languages, facts, markers }, likely = [], evidence = [] } = shape.parse(
        asked.answer,
      );
      return columns([
        ["types", types.join(" ")],
        ["languages", languages.join(" ") || "none"],
        ["facts", facts.join(" ") || "none"],
        ...(flags.evidence === true ? [["likely", likely.join(" ") || "none"]] : []),
        ...Object.entries(markers).map(([type, names]) => [`${type} by`, some(names)]),
      ]) + columns(evidence.map(({ state, finding, file, line, why }) => [
        state,
        finding,
        line === undefined ? file : `${file}:${line}`,
        why,
      ]));
    },
  });
}

/** Names that are shown of a type; the document of --json has all. */
const SHOWN = 8;

function some(names: readonly string[]): string {
  const rest = names.length - SHOWN;
  return rest <= 0 ? names.join(" ") : `${names.slice(0, SHOWN).join(" ")} and ${rest} more`;
}
