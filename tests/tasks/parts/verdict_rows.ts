/** Rows about what the gate says: the stated cases and the corpus of ordinary commands, through the real command line. */
import { join } from "node:path";
import { mustRun } from "./child.ts";
import { type Judged, judgedOf } from "./client.ts";
import { gatehouseArgs } from "./config.ts";
import { exists, ROOT } from "./tree.ts";
import { type Measured, NotBuilt, type Row } from "./row.ts";

/** A line of a case or corpus file. */
interface Line {
  readonly id: string;
  readonly command: string;
  readonly cwd?: string;
  readonly expect?: readonly string[];
  readonly kind?: string;
  readonly half?: 1 | 2;
}

interface Answered {
  readonly line: Line;
  readonly verdict: Judged;
}

const CWD = "/home/user/project";

async function answers(name: string, keep: (line: Line) => boolean = () => true): Promise<Answered[]> {
  const file = `tests/gate/${name}.jsonl`;
  for (const needed of ["main.ts", file]) if (!exists(needed)) throw new NotBuilt(`no ${needed}`);
  const lines = (await Deno.readTextFile(join(ROOT, file))).split("\n")
    .filter((text) => text !== "")
    .map((text) => JSON.parse(text) as Line)
    .filter(keep);
  const input = lines.map(({ command, cwd }) => `${JSON.stringify({ command, cwd: cwd ?? CWD })}\n`).join("");
  const { stdout } = await mustRun([Deno.execPath(), ...gatehouseArgs("gate", "check", "--lines")], {
    cwd: ROOT,
    input,
  });
  const out = stdout.split("\n").filter((text) => text !== "");
  if (out.length !== lines.length) throw new Error(`${lines.length} commands, but ${out.length} verdicts`);
  return lines.map((line, index) => {
    const text = out[index] ?? "";
    return { line, verdict: judgedOf(JSON.parse(text), text) };
  });
}

function shown({ line, verdict }: Answered): string {
  const grey = verdict.grey ? " (grey)" : "";
  return `${line.id} ${verdict.decision}${grey} by ${verdict.rule}: ${
    JSON.stringify(line.command).slice(0, 120)
  }`;
}

async function stated(name: string, fits: (answered: Answered) => boolean): Promise<Measured> {
  const all = await answers(name);
  const wrong = all.filter((answered) => !fits(answered));
  return {
    measured: `${all.length - wrong.length} of ${all.length}`,
    met: all.length > 0 && wrong.length === 0,
    details: wrong.map((answered) => `${shown(answered)}, expected ${answered.line.expect?.join(" or ")}`),
  };
}

function expected({ line, verdict }: Answered): boolean {
  return line.expect?.includes(verdict.decision) === true;
}

/** Where the original needs its model to allow, `grey` is right without one: a model may lift it later. */
function expectedWithoutModel(answered: Answered): boolean {
  const { line, verdict } = answered;
  return expected(answered) || line.expect?.includes("allow") === true && verdict.grey;
}

/** A build entry point may be grey; any other grey counts as the denial it is. */
async function ordinary(half: 1 | 2): Promise<Measured> {
  const all = await answers("ordinary", (line) => line.half === half);
  const greyBuilds = all.filter(({ line, verdict }) => verdict.grey && line.kind === "build");
  const denied = all.filter(({ verdict }) => verdict.decision === "deny")
    .filter((answered) => !greyBuilds.includes(answered));
  const asked = all.filter(({ verdict }) => verdict.decision === "ask");
  const share = 100 * asked.length / all.length;
  return {
    measured: `${denied.length} deny, ${
      share.toFixed(1)
    } % ask, ${greyBuilds.length} grey builds, of ${all.length}`,
    met: all.length > 0 && denied.length === 0 && share < 2,
    // Whoever mends rules must not see the half that judges them.
    details: half === 2
      ? ["which ones is not shown: rules are mended on half 1"]
      : [...denied, ...asked].map(shown),
  };
}

async function other(): Promise<Measured> {
  const all = await answers("other");
  const denied = all.filter(({ verdict }) => verdict.decision === "deny");
  return {
    measured: `${denied.length} deny (${
      denied.filter(({ verdict }) => verdict.grey).length
    } grey) of ${all.length}`,
    met: all.length > 0 && denied.length === 0,
    details: denied.map(shown),
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
    how: `${BY_LINES}, once`,
    target: "0 deny, < 2 % ask",
    measure: () => ordinary(2),
  },
  {
    what: "ordinary commands, half 1 (rules were mended on it)",
    how: BY_LINES,
    target: "0 deny, < 2 % ask",
    measure: () => ordinary(1),
  },
  {
    what: "installs, downloads, redirects, relative programs",
    how: BY_LINES,
    target: "0 deny",
    measure: other,
  },
];
