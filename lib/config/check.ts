/** Holds a layer against the schema, and words what does not fit. */
import { nearest } from "../core/nearest.ts";
import { type Key, KEYS, type Layer, SCHEMA } from "./schema.ts";
import { isTable } from "./leaf.ts";
import { configError, type RawLayer, shown } from "./source.ts";
import { givesTrust, trustError } from "./trust.ts";

/**
 * The layer's settings, checked.
 *
 * @throws ToolError `CONFIG_INVALID` for the first name that is not known or value that does not fit.
 *
 * @example
 * ```ts
 * import { checkLayer } from "gatehouse/config/check.ts";
 *
 * let problem: unknown;
 * try {
 *   checkLayer({ values: new Map([["port", 70_000]]), origin: () => "MCP_PORT" });
 * } catch (error) {
 *   problem = error;
 * }
 * if (!String(problem).includes("Could not use port 70000 from MCP_PORT")) throw problem;
 * ```
 */
export function checkLayer({ values, origin, isFlags }: RawLayer): Layer {
  for (const [name, value] of values) {
    if (isFlags !== true && givesTrust(name, value)) throw trustError(origin(name));
    if (!isKey(name)) throw unknownSetting(name, origin(name));
    const leaf = SCHEMA[name];
    if (isFlags !== true && "flag" in leaf) throw onlyFlag(name, { flag: leaf.flag, where: origin(name) });
    if (leaf.fits(value)) continue;
    if (name === "host" && isTable(value)) throw misnamedHosts(origin(name));
    const what = "secret" in leaf ? "" : ` ${shown(value)}`;
    throw configError(
      `Could not use ${name}${what} from ${shown(origin(name))}`,
      `Give ${leaf.takes}`,
    );
  }
  // Every entry was just held against its own leaf, which the type system does not follow through a loop.
  return Object.fromEntries(values) as Layer;
}

/** `[host.web]` for `[hosts.web]`. What it holds may be a password, and is not shown. */
function misnamedHosts(where: string) {
  return configError(`Could not use host from ${shown(where)}: it is a table`, "Did you mean [hosts.ALIAS]?");
}

function isKey(name: string): name is Key {
  return Object.hasOwn(SCHEMA, name);
}

function onlyFlag(name: string, { flag, where }: { readonly flag: string; readonly where: string }) {
  return configError(`Could not use ${name} from ${shown(where)}: it is a flag`, `Give ${flag} instead`);
}

/** Those that are not for the command line alone. */
const KEPT = KEYS.filter((key) => !("flag" in SCHEMA[key]));

const TABLES = [...new Set(KEPT.flatMap((key) => key.includes(".") ? [`[${key.split(".")[0]}]`] : []))];

function unknownSetting(name: string, where: string) {
  const meant = nearest(name, KEPT);
  const table = name.slice(0, name.indexOf(".") + 1);
  const beside = table === "" ? [] : KEPT.filter((key) => key.startsWith(table));
  const known = beside.length === 0
    ? `At the top stand ${KEPT.filter((key) => !key.includes(".")).join(", ")}; the tables are ${
      TABLES.join(", ")
    }`
    : `Those of [${table.slice(0, -1)}] are ${beside.join(", ")}`;
  return configError(
    `Unknown setting ${shown(name)} at ${shown(where)}`,
    meant === null ? known : `Did you mean ${meant}?`,
  );
}
