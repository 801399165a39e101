import { oneLine } from "../core/bounds.ts";
import { ToolError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { shown } from "../config/source.ts";
import type { McpClient } from "./clients/client.ts";
import { foundClients, machineOf } from "./clients/found.ts";
import { clients } from "./clients/mod.ts";
import { note, usageError } from "./failure.ts";
import type { InitFlags } from "./init.ts";
import { type ConfigPlan, configPlan, writeConfig } from "./init_config.ts";
import { shownDiff } from "./init_diff.ts";
import { replaceOwn } from "./init_files.ts";
import { type Plan, planFor, type Refusal } from "./init_plan.ts";
import { ownStart, passing } from "./init_started.ts";
import { readLineGroups } from "./input.ts";
import type { Io } from "./io.ts";
import { coloured, printJson } from "./print.ts";

/** What became of one file. */
interface Outcome {
  readonly name: string;
  readonly file: string | null;
  readonly change: "added" | "removed" | "created" | "none" | "refused" | "planned";
  readonly detail: string;
  readonly diff: string | null;
  readonly backup: string | null;
}

/** Exit 1 when something that was to be written was not. */
export default async function init(io: Io, flags: InitFlags): Promise<number> {
  const wanted = clientsNamed(flags);
  const machine = machineOf(io);
  if (machine === null) throw usageError("No home directory is known", "Set HOME");
  const started = ownStart();
  const config = flags.remove === true ? null : await configPlan(io.environment);
  io.revoke(["net", "run", "env"]);
  const chosen = wanted ?? foundClients(machine).map(({ client }) => client);
  const plans = await Promise.all(
    chosen.map((client) => planFor(client, { machine, started, remove: flags.remove === true })),
  );
  const changes = plans.filter((plan) => isPlan(plan)).filter(({ same }) => same === null);
  const creates = config?.after !== null && config !== null;
  const tell = flags.json === true ? (text: string) => io.err(text) : (text: string) => void io.out(text);

  if (chosen.length === 0 && flags.configOnly !== true) tell(`${NONE_FOUND}\n`);
  for (const plan of plans) tell(pageOf(io, { plan, flags }));
  if (config !== null) tell(configPage(io, { config, flags }));
  const warning = passing(started);
  if (warning !== null && flags.remove !== true && changes.length > 0) {
    note(io, { level: "warning", text: oneLine(warning, 500) });
  }

  const count = changes.length + (creates ? 1 : 0);
  const agreed = count > 0 && (flags.yes === true || await agrees(io, { tell, count }));
  const outcomes = [
    ...plans.map((plan) => carriedOut(plan, { agreed, flags })),
    ...(config === null ? [] : [configOutcome(config, { agreed })]),
  ];
  if (agreed) tell(ending(outcomes, plans));
  if (flags.json === true) printJson(io, { written: agreed, files: outcomes });
  const failed = outcomes.some(({ change }) => change === "refused" || change === "planned");
  if (count > 0 && !agreed && !io.terminal.stdin) {
    throw new ToolError("NOT_CONFIRMED", "Nothing was written: nobody is at the terminal to be asked", {
      next: "Give --yes to write what is shown",
    });
  }
  if (count > 0 && !agreed) tell("Nothing was written\n");
  return failed ? 1 : 0;
}

const NONE_FOUND = `No client was found. Name one with --client: ${
  clients.map(({ name }) => name).join(", ")
}`;

/** Null when all that are found are meant. */
function clientsNamed({ client = [], configOnly, remove }: InitFlags): readonly McpClient[] | null {
  if (configOnly === true) {
    if (remove === true) throw usageError("--remove leaves gatehouse.toml", "Leave out one of the two");
    if (client.length > 0) throw usageError("--config-only wires no client", "Leave out --client");
    return [];
  }
  if (client.length === 0) return null;
  return [...new Set(client)].map((name) => {
    const known = clients.find((one) => one.name === name);
    if (known !== undefined) return known;
    const names = clients.map((one) => one.name);
    const meant = nearest(name, names);
    throw usageError(
      `Unknown client ${shown(name)}`,
      meant === null ? `The clients are ${names.join(", ")}` : `Did you mean ${meant}?`,
    );
  });
}

function isPlan(plan: Plan | Refusal): plan is Plan {
  return "same" in plan;
}

function pageOf(io: Io, { plan, flags }: { plan: Plan | Refusal; flags: InitFlags }): string {
  const head = `${plan.client.title}: `;
  if (!isPlan(plan)) return `${head}left alone. ${oneLine(plan.error.line, 1_000)}\n`;
  if (plan.same !== null) return `${head}nothing to do, ${stateOf(plan)}\n`;
  const verb = flags.remove === true ? "would be taken out of" : "would be added to";
  const diff = colouredDiff(io, { diff: shownDiff(plan.file, plan), flags });
  return `${head}our entry ${verb} ${oneLine(plan.file, 4_096)}\n${diff}\n`;
}

function stateOf({ same, file }: Plan): string {
  const place = oneLine(file, 4_096);
  return same === "already" ? `${place} has our entry` : `${place} has no entry of ours`;
}

function configPage(io: Io, { config, flags }: { config: ConfigPlan; flags: InitFlags }): string {
  if (config.after === null) return `Configuration: nothing to do, ${oneLine(config.detail, 4_200)}\n`;
  const file = oneLine(config.file, 4_096);
  const lines = config.after.split("\n").length - 1;
  const head = `Configuration: ${file} would be created, ${lines} lines, none of them a setting that is on`;
  if (flags.configOnly !== true) return `${head} (gatehouse init --config-only shows them)\n`;
  return `${head}\n${
    colouredDiff(io, { diff: shownDiff(config.file, { before: null, after: config.after }), flags })
  }\n`;
}

function colouredDiff(io: Io, { diff, flags }: { diff: string; flags: InitFlags }): string {
  if (flags.json === true) return diff;
  return diff.split("\n").map((line) => {
    if (line.startsWith("+") && !line.startsWith("+++ ")) return coloured(line, { io, colour: "green" });
    if (line.startsWith("-") && !line.startsWith("--- ")) return coloured(line, { io, colour: "red" });
    return line;
  }).join("\n");
}

async function agrees(
  io: Io,
  { tell, count }: { tell: (text: string) => void; count: number },
): Promise<boolean> {
  if (!io.terminal.stdin) return false;
  tell(`Write ${count === 1 ? "this change" : `these ${count} changes`}? Type yes: `);
  for await (const [line] of readLineGroups(io)) return line?.trim().toLowerCase() === "yes";
  return false;
}

function carriedOut(
  plan: Plan | Refusal,
  { agreed, flags }: { agreed: boolean; flags: InitFlags },
): Outcome {
  const { client: { name }, file } = plan;
  const base = { name, file, diff: null, backup: null };
  if (!isPlan(plan)) return { ...base, change: "refused", detail: plan.error.line };
  if (plan.same !== null) return { ...base, change: "none", detail: stateOf(plan) };
  const diff = shownDiff(plan.file, plan);
  if (!agreed) return { ...base, diff, change: "planned", detail: "not written" };
  try {
    const backup = replaceOwn(plan.file, plan);
    const [change, detail] = flags.remove === true
      ? ["removed", "our entry was taken out"] as const
      : ["added", "our entry was added"] as const;
    return { ...base, diff, backup, change, detail };
  } catch (error) {
    return { ...base, diff, change: "refused", detail: lineOf(error) };
  }
}

function configOutcome(config: ConfigPlan, { agreed }: { agreed: boolean }): Outcome {
  const base = { name: "gatehouse", file: config.file, diff: null, backup: null };
  if (config.after === null) return { ...base, change: "none", detail: config.detail };
  if (!agreed) return { ...base, change: "planned", detail: "not written" };
  try {
    writeConfig(config.file, config.after);
    return { ...base, change: "created", detail: "no setting in it is on" };
  } catch (error) {
    return { ...base, change: "refused", detail: lineOf(error) };
  }
}

/** One file that cannot be written keeps no other from being written. */
function lineOf(error: unknown): string {
  if (error instanceof ToolError) return error.line;
  throw error;
}

function ending(outcomes: readonly Outcome[], plans: readonly (Plan | Refusal)[]): string {
  return outcomes.filter(({ change }) => change !== "none").map((outcome) => {
    const { name, file, change, detail, backup } = outcome;
    const place = oneLine(file ?? name, 4_096);
    if (change === "refused") return `Not written: ${place}. ${oneLine(detail, 1_000)}\n`;
    const then = change === "added"
      ? plans.find(({ client }) => client.name === name)?.client.then
      : undefined;
    const copy = backup === null ? "" : ` (what it was: ${oneLine(backup, 4_096)})`;
    return `${isGone(outcome, plans) ? "Deleted" : "Written"}: ${place}${copy}\n${
      then === undefined ? "" : `  ${then}\n`
    }`;
  }).join("");
}

/** A file that held our entry and nothing else. */
function isGone({ name, change }: Outcome, plans: readonly (Plan | Refusal)[]): boolean {
  const plan = plans.find(({ client }) => client.name === name);
  return change === "removed" && plan !== undefined && isPlan(plan) && plan.after === null;
}
