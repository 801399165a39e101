import { type Effective, effectiveSettings } from "../config/effective.ts";
import { shown } from "../config/source.ts";
import type { ConfigFlags } from "./config.ts";
import type { Io } from "./io.ts";
import { columns, printJson } from "./print.ts";
import { loadFor } from "./session.ts";

/** Reads the settings alone; the files that they name are for `config check`. */
export default async function print(io: Io, { json, ...flags }: ConfigFlags): Promise<number> {
  const loaded = await loadFor(io, { ...flags, modelOf: "served" });
  io.revoke(["net", "run", "env", "sys", "write"]);
  const settings = effectiveSettings(loaded);
  if (json === true) printJson(io, { file: loaded.file, settings, warnings: loaded.warnings });
  else io.out(columns(settings.map(cells)));
  return 0;
}

function cells({ name, value, source, overrides, unused }: Effective): string[] {
  const over = overrides.length === 0 ? "" : `, over ${overrides.map(shown).join(", ")}`;
  // That all of a family's defaults are of no use without it, is no news in each of their lines.
  const idle = unused === null || source === "default" ? "" : ` (unused: ${unused})`;
  const text = name === "families" && value === null ? "all that are usable" : textOf(value);
  return [name, text, `${shown(source)}${over}${idle}`];
}

function textOf(value: Effective["value"]): string {
  if (value === null) return "-";
  if (typeof value !== "object") return String(value);
  return value.length === 0 ? "none" : value.join(", ");
}
