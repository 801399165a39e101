/** `skills …`: the tools of the family `skills`, and the work on packages that only the command line offers. */
import { buildCommand, buildRouteMap } from "@stricli/core";
import type { Flags } from "../config/flags.ts";
import { type Context, lazily } from "./command.ts";
import { configFlag, hidden, jsonFlag, list as listFlag, skillsFlags, text, toggle } from "./flags.ts";

/** The flags that say where packages are and how they are taken. */
export interface SkillsFlags
  extends Pick<Flags, "config" | "skillsConfig" | "quarantine" | "format" | "gapRules"> {
  readonly json?: boolean | undefined;
}

/** The flags of `skills detect`. */
export interface DetectFlags extends SkillsFlags {
  readonly evidence?: boolean | undefined;
}

/** The flags of the commands that look into roots. */
export interface RootsFlags extends SkillsFlags {
  readonly roots?: string | undefined;
  readonly today?: string | undefined;
}

/** The flags of `skills get`. */
export interface GetFlags extends RootsFlags {
  readonly document?: string | undefined;
}

/** The flags of `skills plan`. */
export interface PlanFlags extends RootsFlags {
  readonly capabilities?: string | undefined;
  readonly planVersion?: string | undefined;
  readonly platforms?: string | undefined;
  readonly domains?: string | undefined;
  readonly acceptLikely?: string | undefined;
  readonly explain?: boolean | undefined;
  readonly digests?: boolean | undefined;
  readonly replay?: string | undefined;
}

/** The flags of `skills validate`. */
export interface ValidateFlags extends Pick<Flags, "format"> {
  readonly mode?: string | undefined;
  readonly package?: string | undefined;
  readonly today?: string | undefined;
  readonly json?: boolean | undefined;
}

/** The flags of `skills new`. */
export interface NewFlags {
  readonly type?: readonly string[] | undefined;
  readonly in?: string | undefined;
  readonly json?: boolean | undefined;
}

const sources = { ...configFlag, ...skillsFlags } as const;

/** What `help roots` tells of, for pages that would not fit a screen with all of it. */
const hiddenSources = {
  config: hidden(configFlag.config),
  skillsConfig: skillsFlags.skillsConfig,
  quarantine: hidden(skillsFlags.quarantine),
  format: hidden(skillsFlags.format),
  gapRules: hidden(skillsFlags.gapRules),
} as const;

const today = text("YYYY-MM-DD", "Judge freshness by this day (default: today, in UTC)");

const rootsFlags = {
  roots: text("LIST", "Roots to look into, by comma (default: all)"),
  today,
} as const;

const target = {
  kind: "tuple",
  parameters: [{ placeholder: "TARGET", brief: "A project's folder, or a file", parse: String }],
} as const;

const detect = buildCommand<DetectFlags, [string], Context>({
  docs: {
    brief: "Profile a project: its types, languages and facts",
    customUsage: ["[--evidence] [--json] TARGET"],
  },
  parameters: {
    // Roots have no part in it; the flags are taken so that one set of them can go with every command.
    flags: {
      ...hiddenSources,
      skillsConfig: hidden(skillsFlags.skillsConfig),
      evidence: toggle("Say which file shows what, and why"),
      ...jsonFlag,
    },
    positional: target,
  },
  loader: lazily(() => import("./skills_detect.run.ts")),
});

const list = buildCommand<RootsFlags, [], Context>({
  docs: { brief: "List the validated skills of the roots", customUsage: ["[flags]"] },
  parameters: { flags: { ...sources, ...rootsFlags, ...jsonFlag } },
  loader: lazily(() => import("./skills_list.run.ts")),
});

const get = buildCommand<GetFlags, [string], Context>({
  docs: {
    brief: "Print a skill, or a file that it declares",
    fullDescription: "Prints a skill, or a file that it declares. See also: help roots.",
    customUsage: ["[flags] SKILL"],
  },
  parameters: {
    flags: {
      ...hiddenSources,
      ...rootsFlags,
      document: text("FILE", "A reference, rule or script that it declares"),
      ...jsonFlag,
    },
    positional: {
      kind: "tuple",
      parameters: [{ placeholder: "SKILL", brief: "Its identifier", parse: String }],
    },
  },
  loader: lazily(() => import("./skills_get.run.ts")),
});

const plan = buildCommand<PlanFlags, [string], Context>({
  docs: {
    brief: "Plan: which skills fit a project, in order, with reasons",
    fullDescription: "Plans which skills fit a project, with reasons. See also: help roots.",
    customUsage: ["[flags] TARGET"],
  },
  parameters: {
    flags: {
      ...hiddenSources,
      ...rootsFlags,
      capabilities: text("LIST", "What the client can do: filesystem_read,shell,..."),
      planVersion: text("B3|1.0", "Format of the plan (default: B3)"),
      platforms: hidden(text("LIST", "With 1.0: platforms that skills must fit")),
      domains: hidden(text("LIST", "With 1.0: domains that skills must fit")),
      acceptLikely: text("LIST", "Count these facts though only signs speak for them"),
      explain: toggle("Show every reason for and against each skill"),
      digests: toggle("Add digests, and what --replay needs"),
      replay: text("FILE", "Prove that this stored plan comes out again"),
      ...jsonFlag,
    },
    positional: target,
  },
  loader: lazily(() => import("./skills_plan.run.ts")),
});

const refresh = buildCommand<RootsFlags, [], Context>({
  docs: { brief: "Validate every package of the roots", customUsage: ["[flags]"] },
  parameters: { flags: { ...sources, ...rootsFlags, ...jsonFlag } },
  loader: lazily(() => import("./skills_refresh.run.ts")),
});

const validate = buildCommand<ValidateFlags, [string], Context>({
  docs: {
    brief: "Check a package or a report: exit 0 valid, 1 not, 2 wrong call",
    fullDescription: "Says what is wrong, in which file and line, and how to mend it.",
    customUsage: ["[--mode skill|report] [--json] DIR|REPORT.json"],
  },
  parameters: {
    flags: {
      mode: text("skill|report", "What it is (default: a folder is a skill)"),
      package: text("DIR", "The package whose rules the report may cite"),
      format: skillsFlags.format,
      today,
      ...jsonFlag,
    },
    positional: {
      kind: "tuple",
      parameters: [{ placeholder: "PATH", brief: "The package, or the report's file", parse: String }],
    },
  },
  loader: lazily(() => import("./skills_validate.run.ts")),
});

const create = buildCommand<NewFlags, [string], Context>({
  docs: { brief: "Write a package that validates as written", customUsage: ["[--type web] [--in DIR] NAME"] },
  parameters: {
    flags: {
      type: { ...listFlag("TYPE", "python (default), apk, skill_package, solana or web"), optional: true },
      in: text("DIR", "Folder to write it into (default: this one)"),
      ...jsonFlag,
    },
    positional: {
      kind: "tuple",
      parameters: [{ placeholder: "NAME", brief: "Its identifier and folder", parse: String }],
    },
  },
  loader: lazily(() => import("./skills_new.run.ts")),
});

/** The declarations. */
export const skills = buildRouteMap({
  docs: {
    brief: "Choose skills for a project: detect, list, get, plan, refresh; write them: validate, new",
    fullDescription: "Discovers, validates and selects skills. See also: help skills, help roots.",
    // It does what every other command does by itself, and this page has to fit a screen.
    hideRoute: { refresh: true },
  },
  routes: { detect, list, get, plan, refresh, validate, new: create },
});
