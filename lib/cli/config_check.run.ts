import { isMissing } from "../config/read.ts";
import { CONFIG_INVALID, shown } from "../config/source.ts";
import { oneLine } from "../core/bounds.ts";
import { ToolError } from "../core/errors.ts";
import { redactText } from "../core/redact.ts";
import { openHouse } from "../house.ts";
import type { ConfigFlags } from "./config.ts";
import { partsOf } from "./config_files.ts";
import type { Io } from "./io.ts";
import { coloured, columns, printJson } from "./print.ts";
import { loadQuietly } from "./session.ts";

/** What was loaded, and what should be known of it. */
interface Report {
  readonly ok: true;
  readonly loaded: readonly { readonly name: string; readonly what: string }[];
  readonly warnings: readonly string[];
}

/** Exit 2 with the first mistake. Nothing is started, and no other machine is asked. */
export default async function check(io: Io, flags: ConfigFlags): Promise<number> {
  const { json, ...given } = flags;
  let report: Report;
  try {
    report = await reportOf(io, given);
  } catch (error) {
    if (json !== true || !(error instanceof ToolError) || error.code !== CONFIG_INVALID) throw error;
    const { code, message, next = null } = error;
    printJson(io, { ok: false, mistake: { code, message: masked(message), next: next && masked(next) } });
    return 2;
  }
  if (json === true) printJson(io, report);
  else io.out(pageOf(io, report));
  return 0;
}

async function reportOf(io: Io, flags: Omit<ConfigFlags, "json">): Promise<Report> {
  const loaded = await loadQuietly(io, { ...flags, modelOf: "served" });
  io.revoke(["net", "run", "env"]);
  const house = openHouse({ ...loaded.settings, stateDirectory: null, environment: io.environment });
  const rows = [{ name: "settings", what: placeOf(loaded.file) }];
  const warnings = [...loaded.warnings];
  const families = house.catalogue.families.map(({ name }) => name).join(", ");
  rows.push({ name: "families", what: families });
  for (const { name, look } of partsOf({ ...loaded, house })) {
    const found = await look();
    rows.push({ name, what: found.what });
    warnings.push(...found.warnings);
  }
  return { ok: true, loaded: rows, warnings: warnings.map(masked) };
}

function placeOf(file: string | null): string {
  if (file === null) return "no file: no home directory is known";
  return isMissing(file) ? `no file: there is none at ${shown(file)}` : shown(file);
}

function pageOf(io: Io, { loaded, warnings }: Report): string {
  const rows = columns(loaded.map(({ name, what }) => [name, what]));
  const told = warnings.map((text) =>
    `${coloured("warning", { io, colour: "yellow" })}: ${oneLine(text, 1_000)}\n`
  );
  return `${rows}${told.join("")}${coloured("ok", { io, colour: "green" })}: no mistake was found\n`;
}

function masked(text: string): string {
  return oneLine(redactText(text).text, 2_000);
}
