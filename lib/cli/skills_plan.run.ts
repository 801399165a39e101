import { z } from "zod";
import { resolve } from "../config/place.ts";
import { ToolError } from "../core/errors.ts";
import { usageError } from "./failure.ts";
import type { Io } from "./io.ts";
import { columns, printJson } from "./print.ts";
import type { Session } from "./session.ts";
import type { PlanFlags } from "./skills.ts";
import {
  askSkills,
  configuredRoots,
  items,
  openSkills,
  printAnswer,
  rootsArguments,
  type SkillsAnswer,
  skillsCommand,
  targetOf,
} from "./skills_session.ts";
import { working } from "./progress_line.ts";
import { planText } from "./skills_plan_text.ts";
import { askedTarget } from "./skills_target.ts";
import { readText } from "./skills_file.ts";

/** Exit 1 when there is no plan, or when a stored one does not come out again. */
export default async function plan(io: Io, flags: PlanFlags, target: string): Promise<number> {
  await using session = await openSkills(io, flags);
  if (flags.replay !== undefined) return await replay(io, flags, { session, target });
  const path = targetOf(io, target);
  const args = {
    ...await rootsArguments(io, session, flags),
    target: path,
    ...formatArguments(flags),
    ...(flags.explain === true ? { explain: true } : {}),
    ...(flags.digests === true ? { digests: true } : {}),
  };
  const asked = await working(io, {
    what: "choosing skills",
    work: () => askSkills(session, { command: "plan", args }),
  });
  return printAnswer(io, asked, {
    json: flags.json,
    target: await askedTarget(session, { path, ...asked }),
    text: () => planText(asked.answer),
  });
}

function formatArguments(flags: PlanFlags): SkillsAnswer {
  const { planVersion = "B3", capabilities, platforms, domains, acceptLikely } = flags;
  const lists = {
    ...(platforms === undefined ? {} : { platforms: items(platforms) }),
    ...(domains === undefined ? {} : { domains: items(domains) }),
  };
  const likely = acceptLikely === undefined ? {} : { accept_likely: items(acceptLikely) };
  if (planVersion !== "1.0") {
    return {
      plan_version: planVersion,
      ...(capabilities === undefined ? {} : { client_capabilities: items(capabilities) }),
      ...(Object.keys(lists).length === 0 ? {} : { constraints: lists }),
      ...likely,
    };
  }
  const constraints = {
    ...lists,
    ...(capabilities === undefined ? {} : { capabilities: items(capabilities) }),
  };
  return {
    plan_version: "1.0",
    ...(Object.keys(constraints).length === 0 ? {} : { constraints }),
    ...likely,
  };
}

const replayed = z.object({
  identical: z.boolean(),
  rows: z.array(z.object({ part: z.string(), stored: z.string(), now: z.string(), identical: z.boolean() })),
  difference: z.object({
    part: z.string(),
    pointer: z.string(),
    stored: z.string().nullable(),
    now: z.string().nullable(),
  }).nullable(),
});

const asStored = z.object({ arguments: z.record(z.string(), z.unknown()) });

/** Makes the plan again, from the parameters that are stored with it. */
async function replay(
  io: Io,
  flags: PlanFlags,
  { session, target }: { session: Session; target: string },
): Promise<number> {
  if (flags.today !== undefined || flags.roots !== undefined || flags.capabilities !== undefined) {
    throw usageError("--replay takes its parameters from the stored plan", "Leave out the other flags");
  }
  await configuredRoots(session.house);
  const file = resolve(io.cwd, flags.replay ?? "");
  const stored = await readText(file, { what: "a stored plan" });
  const work = await skillsCommand(session.house, "replay");
  const read = asStored.parse(await asUsage(work({ stored }, undefined)));
  const path = targetOf(io, target);
  const asked = await askSkills(session, {
    command: "plan",
    args: {
      ...read.arguments,
      target: path,
      digests: true,
    },
  });
  if (asked.failed) {
    return printAnswer(io, asked, {
      json: flags.json,
      target: await askedTarget(session, { path, ...asked }),
      text: () => "",
    });
  }
  const outcome = replayed.parse(await work({ stored, now: asked.answer }, undefined));
  const { identical, rows, difference } = outcome;
  if (flags.json === true) printJson(io, outcome);
  else {
    io.out(columns(rows.map(({ part, identical, now }) => [part, identical ? "same" : "differs", now])));
    if (difference !== null) {
      io.out(columns([
        ["first difference", `${difference.part} ${difference.pointer}`],
        ["  stored", difference.stored ?? "nothing"],
        ["  now", difference.now ?? "nothing"],
      ]));
    }
    io.err(
      identical ? "The stored plan comes out byte for byte\n" : "The stored plan does not come out again\n",
    );
  }
  return identical ? 0 : 1;
}

async function asUsage(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw usageError(error.message, "Store a plan: gatehouse skills plan --digests --json");
  }
}
