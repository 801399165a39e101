/** Rows about time and size: many commands, hostile ones, and those that are too long. */
import { judge } from "gatehouse/gate/judge.ts";
import { isolateTimes } from "../../bench/isolate_times.ts";
import { has, mustRun, run } from "./child.ts";
import { gatehouseArgs } from "./config.ts";
import { connectStdio } from "./client.ts";
import type { Measured, Row } from "./row.ts";
import { ROOT } from "./tree.ts";
import { CWD, linesOf } from "./verdict_rows.ts";

const MANY = 20_000;

/** Everything but the half of the corpus that nobody looks at. */
async function mixed(): Promise<string[]> {
  const names = [
    "cases",
    "reference",
    "packs",
    "readers",
    "toolbox",
    "practice_build",
    "data_not_code",
    "table_3_3",
  ];
  const files = await Promise.all(names.map(linesOf));
  const half = (await linesOf("ordinary")).filter((line) => line.half === 1);
  return [...new Set([...files.flat(), ...half].map(({ command }) => command))].filter((text) =>
    text.trim() !== ""
  );
}

async function withState<T>(use: (env: Record<string, string>) => Promise<T>): Promise<T> {
  const state = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-accept-" }));
  try {
    return await use({ XDG_STATE_HOME: state, XDG_CONFIG_HOME: state });
  } finally {
    await Deno.remove(state, { recursive: true });
  }
}

/** The whole run of the program, its start and its audit log among it, on one core where the system can say so. */
async function throughput(): Promise<Measured> {
  const commands = await mixed();
  const input = Array.from(
    { length: MANY },
    (_, at) => `${JSON.stringify({ command: commands[at % commands.length], cwd: CWD })}\n`,
  ).join("");
  const pinned = await has("taskset");
  const words = [Deno.execPath(), ...gatehouseArgs("gate", "check", "--lines")];
  const command = (pinned ? ["taskset", "-c", "0", ...words] : words) as [string, ...string[]];
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    await withState(async (env) => {
      const start = performance.now();
      const { stdout } = await mustRun(command, { cwd: ROOT, input, env });
      times.push(performance.now() - start);
      const answered = stdout.split("\n").length - 1;
      if (answered !== MANY) throw new Error(`${answered} answers`);
    });
  }
  const best = Math.min(...times);
  const rate = Math.round(MANY / best * 1_000);
  return {
    measured: `${rate} a second, start and audit log included, ${commands.length} different commands${
      pinned ? ", pinned to one core" : ""
    }`,
    met: rate >= 20_000,
    details: [`milliseconds: ${times.map((time) => time.toFixed(0)).join(" ")}`],
  };
}

function filled(unit: string, length = MANY): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/** What a hostile caller sends to make the judge work. */
function hostile(): Map<string, string> {
  const units = [
    ...[";", "&", "|", "<", ">", "(", ")", "{", "}", "!", "\n", "'", '"', "`", "\\", "$", "*", "~", "="],
    ...[
      "a;",
      "a&",
      "a|",
      "a&&",
      "a||",
      "<<",
      "<(",
      ">&",
      "$(",
      "${",
      "$((",
      "$[",
      "$'",
      "{a,b}",
      "${x:-",
      "[[ ",
      "'\"",
      "x=$x$x;",
    ],
  ];
  return new Map([
    ...units.map((unit) => [`20,000 characters of ${JSON.stringify(unit)}`, filled(unit)] as const),
    ["3,000 nested $(", `${"$(".repeat(3_000)}a${")".repeat(3_000)}`],
    ["3,000 nested ${x:-", `${"${x:-".repeat(3_000)}a${"}".repeat(3_000)}`],
    ["3,000 nested (", `${"(".repeat(3_000)}a${")".repeat(3_000)}`],
    ["19,000 ;", ";".repeat(19_000)],
    ["19,000 ; after a command", `ls${";".repeat(19_000)}`],
    ["9,500 commands", "a;".repeat(9_500)],
    ["braces within braces", `echo ${"{a,b}".repeat(3_900)}`],
    ["doubling", `x=aaaaaaaa;${"x=$x$x;".repeat(2_500)}`],
  ]);
}

function hostileTimes(): Promise<Measured> {
  const all = [...hostile()].map(([name, command]) => {
    const start = performance.now();
    const { decision } = judge(command, { cwd: CWD });
    return { name, decision, ms: performance.now() - start };
  });
  const slowest = all.reduce((a, b) => a.ms >= b.ms ? a : b);
  const wrong = all.filter(({ decision, ms }) => decision !== "deny" || ms > 50);
  return Promise.resolve({
    measured: `${all.length} inputs, slowest ${slowest.ms.toFixed(1)} ms (${slowest.name})`,
    met: wrong.length === 0,
    details: wrong.map(({ name, decision, ms }) => `${name}: ${decision}, ${ms.toFixed(1)} ms`),
  });
}

async function tooLong(): Promise<Measured> {
  const command = "x".repeat(20_001);
  return await withState(async (env) => {
    await using server = await connectStdio([Deno.execPath(), ...gatehouseArgs("serve")], {
      state: env["XDG_STATE_HOME"] ?? "",
    });
    const code = await server.client.callTool({ name: "gate", arguments: { command } })
      .then(() => "an answer", (error: unknown) => String((error as { code?: unknown }).code));
    const args = gatehouseArgs("gate", "check", "--", command) as [string, ...string[]];
    const ended = await run([Deno.execPath(), ...args], { cwd: ROOT, env });
    return {
      measured: `MCP ${code}, command line exit ${ended.code}`,
      met: code === "-32602" && ended.code === 3,
    };
  });
}

async function walls(): Promise<Measured> {
  const { first, p50, p99 } = await isolateTimes();
  return {
    measured: `first ${first.toFixed(0)} ms; later p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
    met: first <= 120 && p50 <= 0.3,
  };
}

/** In the table's order. */
export const loadRows: readonly Row[] = [
  {
    what: "20,000 mixed commands",
    how: "gate check --lines, best of 3",
    target: "≥ 20,000 a second",
    measure: throughput,
  },
  {
    what: "hostile input",
    how: "one verdict in process, each once",
    target: "≤ 50 ms, deny",
    measure: hostileTimes,
  },
  { what: "20,001 characters", how: "stdio; gate check", target: "-32602; exit 3", measure: tooLong },
];

/** The last row of the table. */
export const wallRows: readonly Row[] = [
  {
    what: "calls through both walls",
    how: "median of 10; 5,000 later ones",
    target: "first ≤ 120 ms, later p50 ≤ 0.3 ms",
    measure: walls,
  },
];
