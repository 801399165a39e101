/** The layer of the command line. */
import { configError, type RawLayer, shown } from "./source.ts";
import type { Key } from "./schema.ts";
import { fromText } from "./text.ts";

/** Flags as a command's parser found them: text as it stands, switches true. */
export interface Flags {
  readonly config?: string | undefined;
  readonly families?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly transport?: string | undefined;
  readonly http?: boolean | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly server?: string | undefined;
  readonly timeout?: string | undefined;
  readonly model?: string | undefined;
  readonly l1Enabled?: boolean | undefined;
  readonly guard?: string | undefined;
  readonly table?: string | undefined;
  readonly skillsConfig?: string | undefined;
  readonly quarantine?: boolean | undefined;
  readonly format?: string | undefined;
  readonly gapRules?: string | undefined;
}

const NAMES: readonly (readonly [Exclude<keyof Flags, "config" | "http">, Key, string])[] = [
  ["families", "families", "--families"],
  ["readOnly", "read_only", "--read-only"],
  ["transport", "transport", "--transport"],
  ["host", "host", "--host"],
  ["port", "port", "--port"],
  ["tokenFile", "token_file", "--token-file"],
  ["server", "gate.server", "--server"],
  ["timeout", "gate.timeout", "--timeout"],
  ["model", "gate.model", "--model"],
  ["l1Enabled", "gate.l1_enabled", "--l1-enabled"],
  ["guard", "gate.guard", "--guard"],
  ["table", "gate.table", "--table"],
  ["skillsConfig", "skills.config", "--skills-config"],
  ["quarantine", "skills.quarantine", "--quarantine"],
  ["format", "skills.format", "--format"],
  ["gapRules", "skills.gap_rules", "--gap-rules"],
];

/**
 * Reads the layer.
 *
 * @throws ToolError `CONFIG_INVALID` when `--http` comes with another transport.
 *
 * @example
 * ```ts
 * import { flagLayer } from "gatehouse/config/flags.ts";
 *
 * const { values, origin } = flagLayer({ http: true }, { cwd: "/" });
 * if (values.get("transport") !== "http" || origin("transport") !== "--http") throw new Error("not read");
 * ```
 */
export function flagLayer(flags: Flags, options: { cwd: string }): RawLayer {
  const values = new Map<Key, unknown>();
  for (const [flag, key] of NAMES) {
    const given = flags[flag];
    if (given === undefined) continue;
    values.set(key, typeof given === "string" ? fromText(key, given, options) : given);
  }
  if (flags.http === true) {
    if (flags.transport !== undefined && flags.transport !== "http") {
      throw configError(`--http and --transport ${shown(flags.transport)} disagree`, "Give one of them");
    }
    values.set("transport", "http");
  }
  return {
    values,
    origin: (key) =>
      key === "transport" && flags.http === true
        ? "--http"
        : NAMES.find(([, known]) => known === key)?.[2] ?? "the command line",
  };
}
