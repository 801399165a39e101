/** What the commands of `skills` share: how they ask the family, and how a failure is told. */
import { z } from "zod";
import type { Flags } from "../config/flags.ts";
import { resolve } from "../config/place.ts";
import { oneLine } from "../core/bounds.ts";
import { ToolError } from "../core/errors.ts";
import { invoke } from "../core/invoke.ts";
import { complaint } from "../core/log.ts";
import type { FamilyCommand } from "../core/tool.ts";
import { note, usageError } from "./failure.ts";
import type { Io } from "./io.ts";
import { columns, printJson } from "./print.ts";
import { openSession, type Session } from "./session.ts";
import type { SkillsFlags } from "./skills.ts";
import { type AskedTarget, codeText, targetStep } from "./skills_codes.ts";
import { refusalError } from "./skills_refusal.ts";

const FAMILY = "skills";

/** The tools by the words of the commands. */
const TOOLS = {
  detect: "phases_agents_detect",
  list: "phases_agents_list_skills",
  get: "phases_agents_get_skill",
  plan: "phases_agents_plan",
  refresh: "phases_agents_refresh_skills",
} as const;

/** Fields of any answer. */
export type SkillsAnswer = Readonly<Record<string, unknown>>;

const texts = z.array(z.string());

const issueShape = z.object({
  code: z.string(),
  message: z.string(),
  file: z.string(),
  line: z.number().optional(),
  mend: z.string(),
});

/** One thing that is wrong with a package. */
export type ShownIssue = z.output<typeof issueShape>;

const failureShape = z.object({
  codes: texts.optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  next: z.string().optional(),
  profile: z.object({ issues: texts, exists: z.boolean() }).optional(),
  issues: z.array(issueShape).optional(),
  discovery: z.object({
    records: z.array(z.object({ error_codes: texts, relative_path: z.string(), state: z.string() })),
    issues: z.array(issueShape).optional(),
  }).optional(),
});

/**
 * Opens a session, and gives up what no command of the family needs.
 *
 * @throws ToolError `CONFIG_INVALID` for a mistake in the configuration.
 *
 * @example
 * ```ts
 * import { openSkills } from "gatehouse/cli/skills_session.ts";
 *
 * if (openSkills.length !== 2) throw new Error("other arguments");
 * ```
 */
export async function openSkills(io: Io, flags: SkillsFlags): Promise<Session> {
  const { config, skillsConfig, quarantine, format, gapRules } = flags;
  const session = await openSession(
    io,
    { config, skillsConfig, quarantine, format, gapRules } satisfies Flags,
  );
  // The workers run in processes of their own, which this one must be able to start.
  io.revoke(["net", "env"]);
  return session;
}

/**
 * The work of the family that only the command line offers.
 *
 * @throws Error when the family has no such work.
 *
 * @example
 * ```ts
 * import { skillsCommand } from "gatehouse/cli/skills_session.ts";
 *
 * if (skillsCommand.length !== 2) throw new Error("other arguments");
 * ```
 */
export async function skillsCommand(
  { catalogue }: Session["house"],
  name: string,
): Promise<Awaited<ReturnType<FamilyCommand>>["default"]> {
  const work = (await catalogue.load(FAMILY)).commands?.[name];
  if (work === undefined) throw new Error(`The family ${FAMILY} has no command ${name}`);
  return (await work()).default;
}

/**
 * The arguments that name roots and the day. Which day was taken by itself is said on stderr where it counts.
 *
 * @throws ToolError `USAGE` when no root is configured.
 *
 * @example
 * ```ts
 * import { rootsArguments } from "gatehouse/cli/skills_session.ts";
 *
 * if (rootsArguments.length !== 3) throw new Error("other arguments");
 * ```
 */
export async function rootsArguments(
  io: Io,
  { house, signal }: Session,
  { roots, today }: { readonly roots?: string | undefined; readonly today?: string | undefined },
): Promise<{ readonly root_ids: readonly string[]; readonly today: string }> {
  const all = await configuredRoots(house);
  const root_ids = roots === undefined ? all : items(roots);
  if (today !== undefined) return { root_ids, today };
  const day = dayNow();
  const isDated = await skillsCommand(house, "dated");
  const service = await house.serviceOf(await house.catalogue.load(FAMILY));
  if (await isDated({ root_ids, today: day, signal }, service) === true) tellDay(io, day);
  return { root_ids, today: day };
}

/**
 * The identifiers of all roots.
 *
 * @throws ToolError `USAGE` when no root is configured.
 *
 * @example
 * ```ts
 * import { configuredRoots } from "gatehouse/cli/skills_session.ts";
 *
 * if (configuredRoots.length !== 1) throw new Error("other arguments");
 * ```
 */
export async function configuredRoots(house: Session["house"]): Promise<readonly string[]> {
  const list = await skillsCommand(house, "roots");
  const all = texts.parse(await list(undefined, await house.serviceOf(await house.catalogue.load(FAMILY))));
  if (all.length > 0) return all;
  throw usageError(
    "No root of skill packages is configured",
    "Name a file of roots: --skills-config FILE; see help roots",
  );
}

/**
 * Today's date in UTC, as the tools take a day.
 *
 * @example
 * ```ts
 * import { dayNow } from "gatehouse/cli/skills_session.ts";
 *
 * if (!/^\d{4}-\d{2}-\d{2}$/.test(dayNow())) throw new Error(dayNow());
 * ```
 */
export function dayNow(): string {
  return new Date().toISOString().slice(0, 10);
}

/**
 * Says on stderr which day was taken by itself: another day may give another judgement.
 *
 * @example
 * ```ts
 * import { tellDay } from "gatehouse/cli/skills_session.ts";
 *
 * let told = "";
 * tellDay({ err: (text: string) => void (told += text) }, "2026-08-27");
 * if (!told.includes("2026-08-27")) throw new Error("not told");
 * ```
 */
export function tellDay(io: Pick<Io, "err">, day: string): void {
  note(io, { level: "info", text: `Judged by the date of today, ${day} (UTC); --today gives another` });
}

/**
 * The items of a list that is given as one text, by comma.
 *
 * @example
 * ```ts
 * import { items } from "gatehouse/cli/skills_session.ts";
 *
 * if (items("a, b").join("|") !== "a|b" || items("").length !== 0) throw new Error("other items");
 * ```
 */
export function items(list: string): string[] {
  return list.split(",").map((item) => item.trim()).filter((item) => item !== "");
}

/**
 * The absolute path of a target.
 *
 * @example
 * ```ts
 * import { targetOf } from "gatehouse/cli/skills_session.ts";
 *
 * if (targetOf({ cwd: "/a/b" }, "..") !== "/a") throw new Error("another path");
 * ```
 */
export function targetOf({ cwd }: Pick<Io, "cwd">, given: string): string {
  if (given === "") throw usageError("The target is empty", "Give the project's folder");
  const parts: string[] = [];
  const path = resolve(cwd, given);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return path.startsWith("/") ? `/${parts.join("/")}` : parts.join("/");
}

/**
 * Calls a tool as an MCP client would.
 *
 * @returns Its answer, and whether it is a failure.
 * @throws ToolError `USAGE` for arguments that the tool refuses.
 *
 * @example
 * ```ts
 * import { askSkills } from "gatehouse/cli/skills_session.ts";
 *
 * if (askSkills.length !== 2) throw new Error("other arguments");
 * ```
 */
export async function askSkills(
  { house, principal, signal }: Session,
  { command, args }: { readonly command: keyof typeof TOOLS; readonly args: SkillsAnswer },
): Promise<{ readonly answer: SkillsAnswer; readonly failed: boolean }> {
  const outcome = await invoke(house, { tool: TOOLS[command], args, principal, via: "cli", signal });
  if (outcome.kind === "error") {
    throw refusalError(outcome, { schema: house.catalogue.find(TOOLS[command])?.inputSchema });
  }
  if (outcome.kind === "question") {
    throw new ToolError("CONFIRMATION_NEEDED", "The tool asked a question that the command line cannot put");
  }
  // A long answer comes as text alone.
  const answer = outcome.structuredContent ?? JSON.parse(String(outcome.content[0]?.["text"]));
  return { answer, failed: outcome.isError === true };
}

/**
 * Prints an answer: as JSON, or as text; a failure as text goes to stderr.
 *
 * @param options `target`: what was asked about, for the next step after a failure.
 * @returns The exit code.
 *
 * @example
 * ```ts
 * import { printAnswer } from "gatehouse/cli/skills_session.ts";
 *
 * let out = "";
 * const io = { out: (text: string) => (out += text) !== "", err() {} };
 * const code = printAnswer(io, { answer: { a: 1 }, failed: false }, { json: false, text: () => "one\n" });
 * if (code !== 0 || out !== "one\n") throw new Error(out);
 * ```
 */
export function printAnswer(
  io: Pick<Io, "out" | "err">,
  { answer, failed }: { readonly answer: SkillsAnswer; readonly failed: boolean },
  { json, target, text }: {
    readonly json: boolean | undefined;
    readonly target?: AskedTarget;
    readonly text: () => string;
  },
): number {
  if (json === true) printJson(io, answer);
  else if (failed) io.err(failureText(answer, target));
  else {
    io.out(text());
    // What was set aside is no failure, and must not go unseen.
    io.err(badPackages(failureShape.parse(answer)));
  }
  return failed ? 1 : 0;
}

/**
 * The codes that a failed answer has.
 *
 * @example
 * ```ts
 * import { codesOf } from "gatehouse/cli/skills_session.ts";
 *
 * if (codesOf({ codes: ["SCAN_LIMIT"] }).join() !== "SCAN_LIMIT") throw new Error("other codes");
 * if (codesOf({}).join() !== "PROJECT_TARGET") throw new Error("a target that is not there has none");
 * ```
 */
export function codesOf(answer: SkillsAnswer): readonly string[] {
  const { codes = [], code, profile } = failureShape.parse(answer);
  const all = code === undefined ? codes : [...codes, code];
  const said = all.length > 0 ? all : profile?.issues ?? [];
  return said.length > 0 ? said : ["PROJECT_TARGET"];
}

function failureText(answer: SkillsAnswer, target?: AskedTarget): string {
  const failure = failureShape.parse(answer);
  const { message, next } = failure;
  const why = codesOf(answer);
  const steps = target === undefined ? [] : why.map((code) => targetStep(code, target));
  const parts = [why.map(codeText).join(", "), message, next, ...steps];
  const line = complaint(parts.filter((part) => part !== undefined).join(". "), { code: why[0] ?? "" });
  return `${line}${badPackages(failure)}`;
}

function badPackages({ discovery, issues = [] }: z.output<typeof failureShape>): string {
  const bad = discovery?.records.filter(({ state }) => state !== "VALID") ?? [];
  const rows = bad.map(({ state, relative_path, error_codes }) => [
    state,
    relative_path,
    error_codes.join(" "),
  ]);
  return columns(rows) + issuesText([...issues, ...discovery?.issues ?? []]);
}

/**
 * Issues as lines: place, code, what is wrong and how to mend it.
 *
 * @example
 * ```ts
 * import { issuesText } from "gatehouse/cli/skills_session.ts";
 *
 * const issue = { code: "SKILL_SECTION", message: "No heading", file: "SKILL.md", line: 3, mend: "Add it" };
 * if (issuesText([issue]) !== "SKILL.md:3: SKILL_SECTION: No heading. Add it\n") throw new Error(issuesText([issue]));
 * ```
 */
export function issuesText(issues: readonly ShownIssue[]): string {
  return issues.map(({ code, message, file, line, mend }) => {
    const place = `${file === "" ? "." : file}${line === undefined ? "" : `:${line}`}`;
    return `${oneLine(`${place}: ${code}: ${message}. ${mend}`, 2_000)}\n`;
  }).join("");
}

/** The shape of issues, for commands that get them from the family. */
export const issuesShape = z.array(issueShape);
