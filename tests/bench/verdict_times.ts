/**
 * Times each verdict by itself and prints one JSON object: percentiles over all verdicts, in milliseconds, and the
 * slowest command by its median. A benchmark averages fast calls in batches; this does not.
 */
import { judge } from "gatehouse/gate/judge.ts";
import { shortCommands } from "./commands.ts";

const ROUNDS = 20;
const WARM_UP = 2;

const commands = shortCommands();
const times: number[] = [];
const byCommand = new Map<string, number[]>();
for (let round = 0; round < WARM_UP + ROUNDS; round++) {
  for (const command of commands) {
    const start = performance.now();
    judge(command, { cwd: "/home/user/project" });
    const time = performance.now() - start;
    if (round < WARM_UP) continue;
    times.push(time);
    byCommand.set(command, [...byCommand.get(command) ?? [], time]);
  }
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN;
}

const slowest = [...byCommand].map(([command, all]) => ({ command, ms: percentile(all, 0.5) }))
  .reduce((a, b) => a.ms >= b.ms ? a : b, { command: "", ms: 0 });
console.log(JSON.stringify({
  commands: commands.length,
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  max: percentile(times, 1),
  slowest,
}));
