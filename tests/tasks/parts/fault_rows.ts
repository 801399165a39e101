/** The row about a decision service that fails: each fault through the command line and both walls. */
import { z } from "zod";
import { ALL_FAULTS, closedPort, says, type Script, StandIn } from "../../parts/systemone.ts";
import { run } from "./child.ts";
import { gatehouseArgs } from "./config.ts";
import type { Measured, Row } from "./row.ts";
import { ROOT } from "./tree.ts";

/** Grey: what a model is asked about. */
const GREY = "make build";

const answer = z.object({
  decision: z.string(),
  layer: z.string(),
  reason: z.string(),
  error: z.string().optional(),
});

/** Answers that no service should give. */
const STRANGE: Readonly<Record<string, Script>> = {
  "a probability above 1": { say: says(5, 1) },
  "a probability below 0": { say: says(-0.1, 1) },
  "a probability in a text": { say: says("0.9", 1) },
  "no probability": { say: says(null, 1) },
  "danger of 1e308": { say: says(0.9, 1e308) },
  "danger below 0": { say: says(0.9, -5) },
  "danger that is true": { say: says(0.9, true) },
  "an unknown label": { say: says("probably", "low") },
};

async function faults(): Promise<Measured> {
  const scripts: [string, Script][] = [
    ...ALL_FAULTS.map((fault) => [fault, { fault }] as [string, Script]),
    ...Object.entries(STRANGE),
  ];
  const wrong: string[] = [];
  const judge = async (name: string, url: string): Promise<void> => {
    const problem = await problemWith(url);
    if (problem !== null) wrong.push(`${name}: ${problem}`);
  };
  await judge("nobody listens", `http://127.0.0.1:${closedPort()}`);
  for (const [name, script] of scripts) {
    await using service = new StandIn(script);
    await judge(name, service.url);
  }
  const all = scripts.length + 1;
  return { measured: `${all - wrong.length} of ${all}`, met: wrong.length === 0, details: wrong };
}

async function problemWith(url: string): Promise<string | null> {
  const flags = ["--json", "--l1-enabled", "--server", url, "--timeout", "1"];
  const { code, stdout, stderr } = await run(
    [Deno.execPath(), ...gatehouseArgs("gate", "check", ...flags, "--", GREY)] as [string, ...string[]],
    { cwd: ROOT },
  );
  if (code !== 1) return `exit ${code}: ${stderr}`;
  const { decision, layer, reason, error } = answer.parse(JSON.parse(stdout));
  const right = decision === "deny" && layer === "fail_closed" && reason.includes("fail-closed") &&
    (error === "unavailable" || error === "malformed");
  return right ? null : `${decision}, ${layer}, ${error}: ${reason}`;
}

/** In the table's order. */
export const faultRows: readonly Row[] = [
  {
    what: "a decision service that fails in each way",
    how: "gate check, stand-in for the service",
    target: "deny, fail_closed, says so",
    measure: faults,
  },
];
