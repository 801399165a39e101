/** Rows about what the gate says: the stated cases and the corpus of ordinary commands, through the real command line. */
import { join } from "node:path";
import { mustRun } from "./child.ts";
import { type Judged, judgedOf } from "./client.ts";
import { gatehouseArgs } from "./config.ts";
import { exists, ROOT } from "./tree.ts";
import { type Measured, NotBuilt, type Row } from "./row.ts";

/** A line of a case or corpus file. */
export interface Line {
  readonly id: string;
  readonly command: string;
  readonly cwd?: string;
  readonly expect?: readonly string[];
  /** What the model that is stated with it answers. */
  readonly model?: { readonly noul: number; readonly score: number };
  readonly kind?: string;
  readonly half?: 1 | 2;
}

/** A line, and what was said to it. */
export interface Answered {
  readonly line: Line;
  readonly verdict: Judged;
}

/** Where a command runs whose line does not say it. */
export const CWD = "/home/user/project";

/** The lines of one file of `tests/gate`. */
export async function linesOf(name: string): Promise<Line[]> {
  const file = `tests/gate/${name}.jsonl`;
  if (!exists(file)) throw new NotBuilt(`no ${file}`);
  return (await Deno.readTextFile(join(ROOT, file))).split("\n").filter((text) => text !== "")
    .map((text) => JSON.parse(text) as Line);
}

/** Has them judged by the command line, with these flags. */
export async function answersTo(lines: readonly Line[], ...flags: string[]): Promise<Answered[]> {
  if (!exists("main.ts")) throw new NotBuilt("no main.ts");
  const input = lines.map(({ command, cwd }) => `${JSON.stringify({ command, cwd: cwd ?? CWD })}\n`).join("");
  const command = [Deno.execPath(), ...gatehouseArgs("gate", "check", "--lines", ...flags)] as const;
  const { stdout } = await mustRun(command, { cwd: ROOT, input });
  const out = stdout.split("\n").filter((text) => text !== "");
  if (out.length !== lines.length) throw new Error(`${lines.length} commands, but ${out.length} verdicts`);
  return lines.map((line, index) => {
    const text = out[index] ?? "";
    return { line, verdict: judgedOf(JSON.parse(text), text) };
  });
}

async function answers(name: string, keep: (line: Line) => boolean = () => true): Promise<Answered[]> {
  return await answersTo((await linesOf(name)).filter(keep));
}

/** One line about a verdict. */
export function shown({ line, verdict }: Answered): string {
  const grey = verdict.grey ? " (grey)" : "";
  return `${line.id} ${verdict.decision}${grey} by ${verdict.rule}: ${
    JSON.stringify(line.command).slice(0, 120)
  }`;
}

/** How many of a file's commands are judged as the file says. */
export async function stated(name: string, fits: (answered: Answered) => boolean): Promise<Measured> {
  const all = await answers(name);
  const wrong = all.filter((answered) => !fits(answered));
  return {
    measured: `${all.length - wrong.length} of ${all.length}`,
    met: all.length > 0 && wrong.length === 0,
    details: wrong.map((answered) => `${shown(answered)}, expected ${answered.line.expect?.join(" or ")}`),
  };
}

/** Whether the verdict is one that is stated. */
export function expected({ line, verdict }: Answered): boolean {
  return line.expect?.includes(verdict.decision) === true;
}

/** Where the original needs its model to allow, `grey` is right without one: a model may lift it later. */
function expectedWithoutModel(answered: Answered): boolean {
  const { line, verdict } = answered;
  return expected(answered) || line.expect?.includes("allow") === true && verdict.grey;
}

/**
 * What a reader takes for a build entry point inside a line of another kind, told from the text alone and not from
 * the gate's own words: a build driver, or a package script with a building name.
 */
const BUILD_ENTRY = new RegExp(
  [
    "\\b(?:g?make|ninja|scons|waf|grunt|gulp|jake|rake|cake|hereby|just|task|mage|ant|mvn|gradlew?|bazel|debuild)\\b",
    "\\b(?:npm|pnpm|yarn|bun|lerna|nx|turbo|rush|npm-run-all2?|run-[sp])\\b[^;&|]*" +
    "(?:build|bundle|compile|dist|browserify|minify|pack|prepare|transpile)",
  ].join("|"),
);

interface Sorted {
  readonly all: readonly Answered[];
  readonly denied: readonly Answered[];
  readonly asked: readonly Answered[];
  /** Reported apart: no rule can know what a project's build script does. */
  readonly greyBuilds: readonly Answered[];
}

/** A build entry point may be grey; any other grey counts as the denial it is. */
function sorted(all: readonly Answered[]): Sorted {
  const greyBuilds = all.filter(({ line, verdict }) =>
    verdict.grey && (line.kind === "build" || BUILD_ENTRY.test(line.command))
  );
  return {
    all,
    greyBuilds,
    denied: all.filter((each) => each.verdict.decision === "deny" && !greyBuilds.includes(each)),
    asked: all.filter(({ verdict }) => verdict.decision === "ask"),
  };
}

function counts({ all, denied, asked, greyBuilds }: Sorted): string {
  const share = (100 * asked.length / all.length).toFixed(1);
  const pure = greyBuilds.filter(({ line }) => line.kind === "build").length;
  return `${denied.length} deny, ${asked.length} ask (${share} %), apart: ${greyBuilds.length} grey build entry points ` +
    `(${pure} builds, ${greyBuilds.length - pure} inside other lines), of ${all.length}`;
}

/** Deny and ask of one half of the corpus; `limit`: percent of ask that must not be reached. */
export async function ordinary(half: 1 | 2, { limit }: { readonly limit: number }): Promise<Measured> {
  const found = sorted(await answers("ordinary", (line) => line.half === half));
  const { all, denied, asked } = found;
  return {
    measured: counts(found),
    met: all.length > 0 && denied.length === 0 && 100 * asked.length / all.length < limit,
    // Whoever mends rules must not see the half that judges them.
    details: half === 2
      ? ["which ones is not shown: rules are mended on half 1"]
      : [...denied, ...asked].map(shown),
  };
}

async function other(): Promise<Measured> {
  const found = sorted(await answers("other"));
  return {
    measured: counts(found),
    met: found.all.length > 0 && found.denied.length === 0,
    details: ["which ones is not shown: half of them are not for mending"],
  };
}

const BY_LINES = "gate check --lines";

/** In the table's order. */
export const verdictRows: readonly Row[] = [
  { what: "stated cases", how: BY_LINES, target: "all 67", measure: () => stated("cases", expected) },
  {
    what: "reference cases, no model",
    how: BY_LINES,
    target: "as stated; allow may be grey",
    measure: () => stated("reference", expectedWithoutModel),
  },
  {
    what: "ordinary commands, half 2",
    how: `${BY_LINES}; lines not looked at`,
    target: "0 deny, < 2 % ask",
    measure: () => ordinary(2, { limit: 2 }),
  },
  {
    what: "ordinary commands, half 1 (rules were mended on it)",
    how: BY_LINES,
    target: "0 deny, < 2 % ask",
    measure: () => ordinary(1, { limit: 2 }),
  },
  {
    what: "installs, downloads, redirects, relative programs",
    how: BY_LINES,
    target: "0 deny",
    measure: other,
  },
];
