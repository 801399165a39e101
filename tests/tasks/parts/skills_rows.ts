/** Rows about skills: what is promised of them, and how long and how much it takes. */
import { join } from "node:path";
import { thousandPackages } from "../../bench/skills_tree.ts";
import { BEHAVIOURS, type TestName } from "./behaviours.ts";
import { mustRun } from "./child.ts";
import { HOSTILE_TREES, type HostileTree, rootId } from "./hostile_trees.ts";
import { runNamed } from "./named_tests.ts";
import type { Measured, Row } from "./row.ts";
import { type SkillsSaid, SkillsServer, TODAY } from "./skills_server.ts";
import { ROOT } from "./tree.ts";

async function withDirectory<T>(use: (path: string) => Promise<T>): Promise<T> {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-accept-" }));
  try {
    return await use(path);
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}

/** The call as the page of the tools' first server prints it, its two paths put in. */
async function quickStart(): Promise<Measured> {
  return await withDirectory(async (directory) => {
    const target = join(directory, "project");
    await Deno.mkdir(target);
    await Deno.writeTextFile(join(target, "app.py"), "print('hello')\n");
    await using server = await SkillsServer.start({ demo: join(ROOT, "skills-examples") }, { directory });
    const { isError, value } = await server.send(JSON.parse(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"phases_agents_plan",' +
        ` "arguments":{"root_ids":["demo"],"target":${JSON.stringify(target)},` +
        ' "today":"2026-08-27","plan_version":"B3",' +
        ' "client_capabilities":["filesystem_read","filesystem_search"]}}}',
    ));
    const { skills_selected: [first] = [], plan_status } = (value["plan"] ?? {}) as {
      readonly skills_selected?: readonly { readonly skill_id: string; readonly position: number }[];
      readonly plan_status?: string;
    };
    return {
      measured: first === undefined
        ? "nothing selected"
        : `${first.skill_id} at ${first.position}, ${plan_status}`,
      met: !isError && first?.skill_id === "hello-python" && first.position === 1,
      details: [JSON.stringify(value).slice(0, 2_000)],
    };
  });
}

async function behaviours(): Promise<Measured> {
  const outcome = await runNamed(BEHAVIOURS.flatMap(({ tests }) => tests));
  const wrong = BEHAVIOURS.flatMap(({ number, what, tests }) => {
    const problems = tests.flatMap((test) => outcome.problemWith(test) ?? []);
    return problems.length === 0 ? [] : [`${number} ${what}: ${problems.join("; ")}`];
  });
  const tests = BEHAVIOURS.flatMap((behaviour) => behaviour.tests).length;
  return {
    measured: `${BEHAVIOURS.length - wrong.length} of ${BEHAVIOURS.length}, by ${tests} names of tests`,
    met: BEHAVIOURS.length === 40 && wrong.length === 0,
    details: wrong,
  };
}

const SAME_BYTES: readonly TestName[] = [
  {
    file: "tests/skills/served/determinism_test.ts",
    name: "100 runs in four surroundings, everything shuffled, give one plan and one set of digests",
  },
  {
    file: "tests/skills/registry/service_test.ts",
    name:
      "100 runs over directories listed in another order each time, cold and warm, give one answer byte by byte",
  },
];

async function determinism(): Promise<Measured> {
  const outcome = await runNamed(SAME_BYTES);
  const wrong = SAME_BYTES.flatMap((test) => outcome.problemWith(test) ?? []);
  return {
    measured: wrong.length === 0
      ? "100 runs of the program and 100 of the worker's service, each byte-identical"
      : `${wrong.length} of ${SAME_BYTES.length} differ`,
    met: wrong.length === 0,
    details: wrong,
  };
}

const COLD_MS = 1_000;
const WARM_MS = 30;
/** So many that the garbage of answers, which the engine lets lie for a while, is in the memory that is measured. */
const WARM_CALLS = 100;

async function benched(): Promise<Measured> {
  const flags = ["--no-prompt", "--no-check", "--allow-read", "--allow-write", "--allow-env"];
  const { stdout } = await mustRun(
    [Deno.execPath(), "bench", "--json", ...flags, "tests/bench/skills_bench.ts"],
    { cwd: ROOT },
  );
  const { benches } = JSON.parse(stdout) as {
    readonly benches: readonly { name: string; results: { ok?: { avg: number; min: number } }[] }[];
  };
  const of = (name: string) => {
    const { avg = NaN, min = NaN } = benches.find((bench) => bench.name === name)?.results[0]?.ok ?? {};
    return { avg: avg / 1e6, min: min / 1e6 };
  };
  const cold = of("1,000 packages, plan, cold");
  const warm = of("1,000 packages, plan, warm, same target");
  return {
    measured: `cold ${cold.avg.toFixed(0)} ms (best ${cold.min.toFixed(0)}), warm ${
      warm.avg.toFixed(1)
    } ms (best ${warm.min.toFixed(1)})`,
    met: cold.avg <= COLD_MS && warm.avg <= WARM_MS,
    details: ["the machine must be idle"],
  };
}

/** What one server with 1,000 packages took: its first plan, later ones, and its processes' memory afterwards. */
interface Thousand {
  readonly cold: number;
  readonly warm: readonly number[];
  readonly memory: readonly number[];
}

let thousand: Promise<readonly Thousand[]> | undefined;

function thousandServed(): Promise<readonly Thousand[]> {
  return thousand ??= withDirectory(async (directory) => {
    const target = join(directory, "project");
    await Deno.mkdir(target);
    await Deno.writeTextFile(join(target, "main.py"), "x = 1\n");
    const packages = await thousandPackages();
    const rounds: Thousand[] = [];
    try {
      for (let round = 0; round < 3; round++) rounds.push(await once({ packages, target, directory }));
    } finally {
      await Deno.remove(packages, { recursive: true });
    }
    return rounds;
  });
}

async function once(
  { packages, target, directory }: {
    readonly packages: string;
    readonly target: string;
    readonly directory: string;
  },
): Promise<Thousand> {
  await using server = await SkillsServer.start({ demo: packages }, { directory });
  // The processes behind the walls are started by the first call; the registry by the first that names the root.
  await server.say("detect", { target });
  const plan = async () => {
    const said = await server.say("plan", {
      root_ids: ["demo"],
      target,
      today: TODAY,
      plan_version: "B3",
      client_capabilities: ["filesystem_read"],
    });
    if (said.isError) throw new Error(`No plan: ${JSON.stringify(said.value).slice(0, 400)}`);
    return said.ms;
  };
  const cold = await plan();
  const warm: number[] = [];
  for (let call = 0; call < WARM_CALLS; call++) warm.push(await plan());
  return { cold, warm, memory: await server.memory() };
}

async function throughWalls(): Promise<Measured> {
  const rounds = await thousandServed();
  const cold = median(rounds.map((round) => round.cold));
  const warm = median(rounds.flatMap((round) => round.warm));
  return {
    measured: `cold ${cold.toFixed(0)} ms, warm ${warm.toFixed(1)} ms`,
    met: cold <= COLD_MS && warm <= WARM_MS,
    details: [`cold: ${rounds.map((round) => round.cold.toFixed(0)).join(" ")}; the machine must be idle`],
  };
}

async function memory(): Promise<Measured> {
  const all = (await thousandServed()).map((round) => round.memory);
  const largest = Math.max(...all.flat());
  const sums = all.map((round) => round.reduce((a, b) => a + b));
  return {
    measured: `largest process ${largest.toFixed(0)} MB, all ${all[0]?.length} together ${
      Math.max(...sums).toFixed(0)
    } MB`,
    met: largest <= 200,
    details: all.map((round) => round.map((size) => size.toFixed(0)).join(" + ")),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? NaN;
}

/** Milliseconds in which each hostile tree must be answered, on a machine that does other things as well. */
const BOUND_MS = 3_000;

async function hostile(): Promise<Measured> {
  return await withDirectory(async (directory) => {
    const found: { tree: HostileTree; ms: number; codes: readonly string[] }[] = [];
    for (const kind of ["root", "agent-skills", "project"] as const) {
      const trees = HOSTILE_TREES.filter((tree) => tree.kind === kind);
      // A file of roots has at most 16.
      for (let from = 0; from < trees.length; from += 16) {
        found.push(...await answered(trees.slice(from, from + 16), { kind, directory }));
      }
    }
    const wrong = found.filter(({ tree, ms, codes }) => !codes.includes(tree.code) || ms > BOUND_MS);
    const slowest = Math.max(...found.map(({ ms }) => ms));
    const shown = ({ tree, ms, codes }: typeof found[number]) =>
      `${tree.name}: ${codes.includes(tree.code) ? tree.code : codes.join(" ") || "no code"}, ${
        ms.toFixed(0)
      } ms`;
    return {
      measured: `${found.length - wrong.length} of ${HOSTILE_TREES.length}, slowest ${
        slowest.toFixed(0)
      } ms:\n${found.map(shown).join("\n")}`,
      met: found.length === HOSTILE_TREES.length && wrong.length === 0,
      details: wrong.map((each) => `${shown(each)}, expected ${each.tree.code}`),
    };
  });
}

async function answered(
  trees: readonly HostileTree[],
  { kind, directory }: { readonly kind: HostileTree["kind"]; readonly directory: string },
): Promise<{ tree: HostileTree; ms: number; codes: readonly string[] }[]> {
  const places = await Promise.all(trees.map(async (tree, at) => {
    const path = await Deno.makeTempDir({ dir: directory });
    await tree.build(path);
    return [rootId(at), path] as const;
  }));
  const roots = kind === "project" ? {} : Object.fromEntries(places);
  const flags = kind === "agent-skills" ? ["--format", "agent-skills"] : [];
  await using server = await SkillsServer.start(roots, { directory, flags });
  const found: { tree: HostileTree; ms: number; codes: readonly string[] }[] = [];
  for (const [at, tree] of trees.entries()) {
    const [id = "", path = ""] = places[at] ?? [];
    const said = kind === "project"
      ? await server.say("detect", { target: path })
      : await server.say("list_skills", { root_ids: [id], today: TODAY });
    found.push({ tree, ms: said.ms, codes: said.isError ? codesIn(said) : [] });
  }
  return found;
}

/** Every code of a failed answer: its own, those of its packages, and those of a profile. */
function codesIn({ value }: SkillsSaid): string[] {
  const { codes = [], discovery, profile } = value as {
    readonly codes?: readonly string[];
    readonly discovery?: { readonly records: readonly { readonly error_codes: readonly string[] }[] };
    readonly profile?: { readonly issues: readonly string[] };
  };
  const records = (discovery?.records ?? []).flatMap(({ error_codes }) => error_codes);
  return [...new Set([...codes, ...records, ...profile?.issues ?? []])];
}

/** In the table's order. */
export const skillsRows: readonly Row[] = [
  {
    what: "the quick start of the first server",
    how: "its printed call, stdio",
    target: "hello-python at position 1",
    measure: quickStart,
  },
  { what: "the 40 behaviours", how: "deno test", target: "all as tests", measure: behaviours },
  {
    what: "determinism",
    how: "100 runs: order, cwd, locale, TZ",
    target: "byte-identical",
    measure: determinism,
  },
  {
    what: "1,000 packages, a plan",
    how: "deno bench, in process",
    target: "cold ≤ 1.0 s, warm ≤ 30 ms",
    measure: benched,
  },
  {
    what: "1,000 packages, a plan through the walls",
    how: `stdio, 3 servers, ${WARM_CALLS} warm calls`,
    target: "cold ≤ 1.0 s, warm ≤ 30 ms",
    measure: throughWalls,
  },
  {
    what: "hostile trees",
    how: "stdio, each once",
    target: `typed code, ≤ ${BOUND_MS / 1_000} s`,
    measure: hostile,
  },
  {
    what: "memory, 1,000 packages",
    how: "ps after these calls, each process",
    target: "≤ 200 MB",
    measure: memory,
  },
];
