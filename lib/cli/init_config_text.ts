/** The text of the commented configuration: made from the schema and from the defaults in force, so that neither is told twice. */
import { data } from "../catalogue.ts";
import { effectiveSettings } from "../config/effective.ts";
import { FLOW_FLAG_SCHEMA } from "../config/flow_schema.ts";
import { loadSettings } from "../config/load.ts";
import { type Key, KEYS, SCHEMA } from "../config/schema.ts";
import { ABOUT } from "./init_config_about.ts";

const HEAD = `# Gatehouse reads its settings from here; flags and variables beat them. No setting below is on.
# To set one, take the # away from its line. The values are the defaults, but where an example is announced.
# gatehouse help config tells more; gatehouse config check tells of mistakes.
`;

/** Tables whose entries have names of their own. */
const NAMED: Readonly<Record<string, string>> = {
  hosts: "hosts.web",
  checks: "checks.test",
  "skills.roots": "roots.own",
};

/**
 * The text.
 *
 * @example
 * ```ts
 * import { configText } from "gatehouse/cli/init_config_text.ts";
 *
 * const text = await configText();
 * if (!text.includes("\n# port = 8255\n")) throw new Error(text);
 * ```
 */
export async function configText(): Promise<string> {
  const world = { environment: {}, cwd: "/", families: data.families.map(({ name }) => name) };
  const rows = effectiveSettings(await loadSettings({}, world));
  const defaults = new Map(rows.map(({ name, value }) => [name, value]));
  const known = KEYS.filter(isWritten);
  const tables = [...new Set(known.map(tableOf))].toSorted((a, b) =>
    a.length === 0 ? -1 : b.length === 0 ? 1 : 0
  );
  return HEAD + tables.map((table) => {
    const settings = known.filter((key) => tableOf(key) === table).map((key) => {
      const { what, example } = ABOUT[key];
      const value = defaults.get(key) ?? null;
      const isDefault = example === undefined || (value !== null && String(value) !== "");
      const name = NAMED[key] ?? key.slice(table.length === 0 ? 0 : table.length + 1);
      // What a variable may say besides is no matter of a file.
      const takes = SCHEMA[key].takes.replace(/ \(in a variable .*\)$/, "");
      const setting = isDefault ? valueText(value) : example;
      return `\n# ${what}. Takes ${takes}${isDefault ? "." : ". For example:"}\n# ${name} = ${setting}\n`;
    });
    return `${table === "" ? "" : `\n[${table}]\n`}${settings.join("")}`;
  }).join("");
}

function valueText(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(valueText).join(", ")}]` : JSON.stringify(value);
}

/** A setting that a file may have. */
export type FileKey = Exclude<Key, keyof typeof FLOW_FLAG_SCHEMA | "gate.guard" | "gate.table">;

function isWritten(key: Key): key is FileKey {
  return !Object.hasOwn(FLOW_FLAG_SCHEMA, key) && key !== "gate.guard" && key !== "gate.table";
}

function tableOf(key: Key): string {
  return key.includes(".") ? key.slice(0, key.indexOf(".")) : "";
}
