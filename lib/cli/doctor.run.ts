import type { Loaded } from "../config/load.ts";
import { openHouse } from "../house.ts";
import type { DoctorFlags } from "./doctor.ts";
import { audit } from "./doctor/audit.ts";
import { type Check, type Group, lookedAt, type World } from "./doctor/check.ts";
import { clients } from "./doctor/clients.ts";
import { clock, systemClock } from "./doctor/clock.ts";
import { config, configFiles } from "./doctor/config.ts";
import { docker } from "./doctor/docker.ts";
import { flow } from "./doctor/flow.ts";
import { gateModel } from "./doctor/gate.ts";
import { hosts } from "./doctor/hosts.ts";
import { pageOf } from "./doctor/page.ts";
import { runtime, thisProcess } from "./doctor/runtime.ts";
import { maskedBy, secretsIn } from "./doctor/secrets.ts";
import { disk, state } from "./doctor/state.ts";
import type { Io } from "./io.ts";
import { printJson } from "./print.ts";
import { loadQuietly } from "./session.ts";

/** Milliseconds that the workers' processes get to end. */
const CLOSE_MS = 800;

/** Exit 1 when something fails. Nothing is written to disk, and no tool is called: there is nothing to record. */
export default async function doctor(io: Io, { json, ...flags }: DoctorFlags): Promise<number> {
  const process = thisProcess();
  const { loaded, problem } = await settingsOf(io, flags);
  // A socket is a file that is written to; without one nothing here is.
  io.revoke(loaded?.settings.familySettings.flow?.editor ? ["env"] : ["env", "write"]);
  const house = loaded === null ? null : houseOf(io, loaded);
  const world: World = { io, loaded, house };
  try {
    const checks = await allOf([runtime(process), ...groupsOf(world, problem)], io.signal);
    await closed(house);
    io.revoke(["net", "run", "write"]);
    // Alone: it keeps the thread busy, and the others wait for answers in time.
    checks.push(...await lookedAt(audit(world), { signal: io.signal }));
    const masked = maskedBy(secretsIn({ loaded, environment: io.environment }));
    const shown = checks.map(masked);
    if (json === true) printJson(io, { checks: shown });
    else io.out(pageOf(io, shown));
    return shown.some(({ status }) => status === "fail") ? 1 : 0;
  } finally {
    await closed(house);
  }
}

async function settingsOf(
  io: Io,
  flags: Omit<DoctorFlags, "json">,
): Promise<{ readonly loaded: Loaded | null; readonly problem: unknown }> {
  try {
    return { loaded: await loadQuietly(io, { ...flags, modelOf: "served" }), problem: null };
  } catch (problem) {
    return { loaded: null, problem };
  }
}

/** Without a state directory it keeps no record; without trust, the worker of a workspace makes no directory for undo. */
function houseOf(io: Io, { settings }: Loaded) {
  const { flow } = settings.familySettings;
  return openHouse({
    ...settings,
    stateDirectory: null,
    approvalFile: null,
    familySettings: { ...settings.familySettings, flow: flow === null ? null : { ...flow, trusted: false } },
    environment: io.environment,
  });
}

function groupsOf(world: World, problem: unknown): readonly Group[] {
  return [
    config(world, { problem }),
    ...configFiles(world),
    state(world, { disk }),
    clock(world, { clock: systemClock }),
    gateModel(world),
    ...hosts(world),
    ...flow(world),
    docker(world),
    clients(world),
  ];
}

async function allOf(groups: readonly Group[], signal: AbortSignal): Promise<Check[]> {
  return (await Promise.all(groups.map((group) => lookedAt(group, { signal })))).flat();
}

async function closed(house: ReturnType<typeof houseOf> | null): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, CLOSE_MS);
  await Promise.race([house?.close(), late.promise]);
  clearTimeout(timer);
}
