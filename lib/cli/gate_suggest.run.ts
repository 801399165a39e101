import { z } from "zod";
import { oneLine } from "../core/bounds.ts";
import { directoryOf, shellLine } from "./gate_args.ts";
import type { SuggestFlags } from "./gate_rules.ts";
import { unneeded } from "./gate_session.ts";
import type { Io } from "./io.ts";
import { printJson } from "./print.ts";
import { openSession } from "./session.ts";

const result = z.object({
  verdict: z.object({
    decision: z.enum(["allow", "ask", "deny"]),
    grey: z.boolean(),
    rule: z.string(),
    reason: z.string(),
  }),
  rules: z.string().nullable(),
  note: z.string().nullable(),
});

/** Exit 0: rules were printed, or none are needed; 1: none is suggested. */
export default async function suggest(io: Io, flags: SuggestFlags, ...args: string[]): Promise<number> {
  const asked = { command: shellLine(args), cwd: directoryOf(io, flags.cwd), under: flags.under === true };
  await using session = await openSession(io, { config: flags.config });
  io.revoke(unneeded({ startsWorker: false }));
  const { house } = session;
  const family = await house.catalogue.load("gate");
  const work = family.commands?.["suggest"];
  if (work === undefined) throw new Error("The family gate has no command suggest");
  const answer = result.parse(await (await work()).default(asked, await house.serviceOf(family)));
  const { verdict, rules, note } = answer;
  if (flags.json === true) printJson(io, answer);
  else if (rules !== null) io.out(printable(rules));
  const word = verdict.grey ? "grey" : verdict.decision;
  io.err(`${word} by ${verdict.rule}: ${oneLine(verdict.reason, 600)}\n`);
  if (note !== null) io.err(`${oneLine(note, 1_000)}\n`);
  return verdict.decision === "allow" || (rules !== null && note === null) ? 0 : 1;
}

/** The rules name the command's own words: each line is made safe for a terminal, which changes none that loads. */
function printable(rules: string): string {
  return rules.split("\n").map((line) => oneLine(line, 100_000)).join("\n");
}
