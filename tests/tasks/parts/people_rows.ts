/** Rows about the executable and what people meet first: its size and start, doctor, the README, the list of tools. */
import { join } from "node:path";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { data } from "gatehouse/catalogue.ts";
import { openCatalogue } from "gatehouse/core/catalogue.ts";
import { listedTools } from "gatehouse/dispatch/lists.ts";
import { run } from "./child.ts";
import { compileOnPinnedBase } from "./compiler.ts";
import { provedBy, testsOf } from "./groups.ts";
import { runNamed } from "./named_tests.ts";
import { binary, newcomer, people } from "./people_tests.ts";
import type { Measured, Row } from "./row.ts";
import { compiledStart } from "./speed_rows.ts";

const MAX_BYTES = 105_000_000;

async function inPlace<T>(use: (place: string) => Promise<T>): Promise<T> {
  const place = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-accept-" }));
  try {
    return await use(place);
  } finally {
    await Deno.remove(place, { recursive: true });
  }
}

async function size(): Promise<Measured> {
  return await inPlace(async (place) => {
    const made = await compileOnPinnedBase(join(place, "gatehouse"));
    return { measured: `${(made.bytes / 1e6).toFixed(1)} MB, on ${made.base}`, met: made.bytes <= MAX_BYTES };
  });
}

/** Five runs of the executable where there is nothing: what it says, how long it takes, and what it leaves. */
async function doctor(): Promise<Measured> {
  return await inPlace(async (place) => {
    const executable = join(place, "gatehouse");
    await compileOnPinnedBase(executable);
    const times: number[] = [];
    const problems: string[] = [];
    let lines = 0;
    for (let turn = 0; turn < 5; turn++) {
      const home = join(place, `home-${turn}`);
      await Deno.mkdir(home);
      const begin = performance.now();
      const { stdout, stderr } = await run([executable, "doctor", "--json"], {
        cwd: home,
        env: { HOME: home, PATH: Deno.env.get("PATH") ?? "" },
      });
      times.push(performance.now() - begin);
      const { checks } = JSON.parse(stdout) as { checks: { name: string; next: string }[] };
      lines = checks.length;
      problems.push(
        ...checks.filter(({ next }) => next.trim() === "").map(({ name }) => `${name} has no next step`),
      );
      const left = await Array.fromAsync(Deno.readDir(home), ({ name }) => name);
      if (left.length > 0) problems.push(`left ${left.join(", ")}`);
      if (stderr !== "") problems.push(`stderr: ${stderr.slice(0, 200)}`);
    }
    const worst = Math.max(...times);
    return {
      measured: `slowest of 5: ${
        worst.toFixed(0)
      } ms, ${lines} lines, ${problems.length} without a next step or with a trace`,
      met: worst <= 2_000 && lines > 0 && problems.length === 0,
      details: problems,
    };
  });
}

/** Everything that a family's tools may need. */
const ALL = {
  hosts: ["target", "mikrus", "ssh", "job_store", "cron_store", "plan_store", "writes"],
  flow: ["workspace"],
};

/** The whole answer as the newest revision sends it, the longest of them. */
function answerWith(tools: unknown) {
  const _meta = { "io.modelcontextprotocol/serverInfo": { name: "gatehouse", version: "0.1.0" } };
  const result = { resultType: "complete", tools, ttlMs: 3_600_000, cacheScope: "private", _meta };
  return { jsonrpc: "2.0", id: 1, result };
}

function tokens(): Promise<Measured> {
  const count = (families: readonly string[]) => {
    const tools = listedTools(openCatalogue(data, {}, { families, has: ALL }));
    return { tools: tools.length, tokens: encode(JSON.stringify(answerWith(tools))).length };
  };
  const all = count(data.families.map(({ name }) => name));
  const small = count(["gate", "skills"]);
  return Promise.resolve({
    measured: `all ${all.tools} tools ${all.tokens}; gate and skills ${small.tokens} (tokenizer o200k_base)`,
    met: all.tokens <= 20_000 && small.tokens <= 4_000,
  });
}

const outcome = (() => {
  let running: ReturnType<typeof runNamed> | undefined;
  return () => running ??= runNamed(testsOf([binary, people, newcomer]));
})();

/** In the table's order. */
export const peopleRows: readonly Row[] = [
  { what: "executable size", how: "deno task compile --for-tests", target: "≤ 105 MB", measure: size },
  {
    what: "its cold start to tools/list",
    how: "stdio, median of 10",
    target: "≤ 100 ms",
    measure: () => compiledStart(100),
  },
  {
    what: "doctor on an empty machine",
    how: "the executable, empty home, 5 runs",
    target: "≤ 2 s, no trace, every line with a next step",
    measure: doctor,
  },
  {
    what: "newcomer script",
    how: "the README's commands in an empty home",
    target: "passes twice, second time without network",
    measure: async () => provedBy(await outcome(), newcomer),
  },
  {
    what: "tools/list as JSON",
    how: "counted by a public tokenizer",
    target: "≤ 20,000 tokens; gate + skills ≤ 4,000",
    measure: tokens,
  },
  {
    what: "the executable's promises",
    how: "run from a directory without a source tree, and taken apart",
    target: "all as tests",
    measure: async () => provedBy(await outcome(), binary),
  },
  {
    what: "the people's promises",
    how: "deno test",
    target: "all as tests",
    measure: async () => provedBy(await outcome(), people),
  },
];
