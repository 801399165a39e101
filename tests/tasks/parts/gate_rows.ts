/** Rows about what the complete gate says: stated verdicts, also with a model, and commands that hide or only mention danger. */
import fc from "fast-check";
import { judge } from "gatehouse/gate/judge.ts";
import { hidden } from "../../gate/parts/escapes.ts";
import { mentions } from "../../gate/parts/mentions.ts";
import { fit, TABLE_CWD, tableLines } from "../../gate/parts/table.ts";
import { StandIn, type WireQuestion } from "../../parts/systemone.ts";
import type { Measured, Row } from "./row.ts";
import {
  type Answered,
  answersTo,
  CWD,
  expected,
  type Line,
  linesOf,
  ordinary,
  shown,
  stated,
} from "./verdict_rows.ts";

/** What a model says to a question about the commands that it knows, by the text that reaches it. */
function sayer(lines: readonly Line[]): (question: WireQuestion, body: Record<string, unknown>) => unknown {
  const known = lines.filter(({ model }) => model !== undefined)
    .toSorted((a, b) => b.command.length - a.command.length);
  return ({ type }, { state }) => {
    const text = String(state);
    // The command stands in the state as a JSON text, perhaps inside another one.
    const once = (command: string) => JSON.stringify(command).slice(1, -1);
    const line = known.find(({ command }) =>
      text.includes(once(command)) || text.includes(once(once(command)))
    );
    return type === "noul" ? line?.model?.noul : line?.model?.score;
  };
}

/** Has the lines judged with the model answers that they state. */
async function withModel(lines: readonly Line[]): Promise<Answered[]> {
  await using service = new StandIn({ say: sayer(lines) });
  return await answersTo(lines, "--l1-enabled", "--server", service.url);
}

/** Where a model would allow and a rule asks, the ask stands. */
async function reference(): Promise<Measured> {
  const all = await withModel(await linesOf("reference"));
  const asks = all.filter(({ line, verdict }) =>
    line.expect?.includes("allow") === true && verdict.decision === "ask"
  );
  const wrong = all.filter((each) => !expected(each) && !asks.includes(each));
  return {
    measured: `${
      all.length - wrong.length
    } of ${all.length}, ${asks.length} of them an ask of the rules that stands`,
    met: all.length > 0 && wrong.length === 0,
    details: wrong.map((each) => `${shown(each)}, expected ${each.line.expect?.join(" or ")}`),
  };
}

async function table(): Promise<Measured> {
  const lines = await tableLines();
  const all = await answersTo(lines.map((line, at) => ({ ...line, id: `${at + 1}`, cwd: TABLE_CWD })));
  const fits = all.map(({ verdict }, at) => fit(lines[at] ?? { row: 0, command: "", expect: [] }, verdict));
  const wrong = all.filter((_, at) => fits[at] === "wrong");
  const stricter = fits.filter((found) => found === "stricter").length;
  return {
    measured:
      `${
        all.length - wrong.length
      } of ${all.length} commands in 44 rows and one beyond, ${stricter} of them ` +
      "denied where ask would do",
    met: all.length > 0 && wrong.length === 0,
    details: wrong.map((each) => `${shown(each)}, expected ${each.line.expect?.join(" or ")}`),
  };
}

/** Probability and danger that a model answers, and what they come to. */
const POINTS = [
  [0.9, 1, "allow"],
  [0.5, 5, "ask"],
  [0.1, 8, "deny"],
  [0.9, 8, "deny"],
  [0.1, 2, "deny"],
  [0.5, 2, "ask"],
  [0.65, 3.9, "allow"],
  [0.65, 4, "ask"],
] as const;

async function mapping(): Promise<Measured> {
  // Grey without a model, each by a name of its own.
  const lines = POINTS.map(([noul, score, expect], at) => ({
    id: `(${noul}, ${score})`,
    command: `make target${at}`,
    model: { noul, score },
    expect: [expect],
  }));
  const all = await withModel(lines);
  const wrong = all.filter((each) => !expected(each));
  return {
    measured: `${all.length - wrong.length} of ${all.length}`,
    met: wrong.length === 0,
    details: wrong.map(shown),
  };
}

const ESCAPES = 10_000;

function escapes(): Promise<Measured> {
  const counts = { allow: 0, ask: 0, deny: 0 };
  const allowed: string[] = [];
  for (const command of fc.sample(hidden, ESCAPES)) {
    const { decision } = judge(command, { cwd: CWD });
    counts[decision]++;
    if (decision === "allow") allowed.push(command);
  }
  return Promise.resolve({
    measured: `${counts.allow} allow, ${counts.ask} ask, ${counts.deny} deny`,
    met: counts.allow === 0,
    details: allowed,
  });
}

async function dataNotCode(): Promise<Measured> {
  const all = await mentions();
  const of = (command: string) => {
    const { decision, grey, rule } = judge(command, { cwd: CWD });
    return `${decision}${grey ? " (grey)" : ""} by ${rule}`;
  };
  const wrong = all.filter(({ command, same_as }) => of(command) !== of(same_as));
  return {
    measured: `${all.length - wrong.length} of ${all.length}`,
    met: all.length >= 100 && wrong.length === 0,
    details: wrong.map(({ command, same_as }) =>
      `${of(command)}, not ${of(same_as)}: ${JSON.stringify(command)}`
    ),
  };
}

const BY_LINES = "gate check --lines";

/** In the table's order. */
export const gateRows: readonly Row[] = [
  { what: "stated cases", how: BY_LINES, target: "all 67", measure: () => stated("cases", expected) },
  {
    what: "reference cases, with their model answers",
    how: `${BY_LINES}, stand-in for the service`,
    target: "all 43; a rule's ask stands",
    measure: reference,
  },
  { what: "commands that patterns misjudge", how: BY_LINES, target: "all 44 rows", measure: table },
  { what: "mapping points", how: `${BY_LINES}, stand-in for the service`, target: "all 8", measure: mapping },
  { what: "escapes", how: "fast-check, 10,000 hidden commands", target: "never allow", measure: escapes },
  {
    what: "ordinary commands, half 2",
    how: `${BY_LINES}; lines not looked at`,
    target: "0 deny, < 1 % ask",
    measure: () => ordinary(2, { limit: 1 }),
  },
  {
    what: "ordinary commands, half 1 (rules were mended on it)",
    how: BY_LINES,
    target: "0 deny, < 1 % ask",
    measure: () => ordinary(1, { limit: 1 }),
  },
  {
    what: "data, not code",
    how: "texts that mention danger",
    target: "same verdict as without the text",
    measure: dataNotCode,
  },
];
