import { z } from "zod";
import { loaders } from "../catalogue.ts";
import { resolve } from "../config/place.ts";
import { oneLine } from "../core/bounds.ts";
import { readCommands } from "./command_list.ts";
import { usageError } from "./failure.ts";
import { directoryOf } from "./gate_args.ts";
import type { DiffFlags } from "./gate_rules.ts";
import type { Io } from "./io.ts";
import { printJson } from "./print.ts";

const side = z.object({
  decision: z.enum(["allow", "ask", "deny"]),
  grey: z.boolean(),
  rule: z.string(),
  reason: z.string(),
});

const result = z.object({
  judged: z.number(),
  changes: z.array(z.object({ command: z.string(), cwd: z.string(), before: side, after: side })),
});

type Side = z.output<typeof side>;

/** Exit 0: no verdict changes; 1: some do. */
export default async function diff(
  io: Io,
  flags: DiffFlags,
  before: string,
  after: string,
  file: string,
): Promise<number> {
  const cwd = directoryOf(io, flags.cwd);
  const commands = await readCommands(io, { path: resolve(io.cwd, file), cwd });
  const compare = (await loaders["gate"]?.())?.commands?.["diff"];
  if (compare === undefined) throw new Error("The family gate has no command diff");
  io.revoke(["net", "run", "env", "write"]);
  const asked = { before: ruleFile(io, before), after: ruleFile(io, after), commands };
  const { judged, changes } = result.parse(await (await compare()).default(asked, undefined));
  if (flags.json === true) printJson(io, { judged, changes });
  else {
    for (const { command, before, after } of changes) {
      io.out(
        `${word(before)} -> ${word(after)}  ${oneLine(command, 400)}\n${told("was", before)}${
          told("is", after)
        }`,
      );
    }
    io.err(`${changes.length} of ${judged} verdicts change\n`);
  }
  return changes.length === 0 ? 0 : 1;
}

function ruleFile(io: Io, given: string): string | null {
  if (given === "") throw usageError("A rule file has no name", "Give its path, or builtin for none");
  return given === "-" || given === "builtin" ? null : resolve(io.cwd, given);
}

function word({ decision, grey }: Side): string {
  return grey ? "grey" : decision;
}

function told(when: string, { rule, reason }: Side): string {
  return `  ${when.padEnd(4)}${rule}: ${oneLine(reason, 600)}\n`;
}
