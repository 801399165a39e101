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
  readonly logLevel?: string | undefined;
  readonly logFormat?: string | undefined;
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
  readonly workspace?: string | undefined;
  readonly trusted?: boolean | undefined;
  readonly nvim?: string | undefined;
  readonly editorTimeout?: string | undefined;
  /**
   * Whose model `--model` names: that of the service that judges commands (the default), that of all roles that work on a
   * project, or, for a server of both, the roles' where a workspace is served and no flag of that service stands beside it.
   */
  readonly modelOf?: "gate" | "flow" | "served" | undefined;
  /** The working directory is the workspace when nothing else names one. */
  readonly workspaceHere?: true | undefined;
}

const NAMES:
  readonly (readonly [Exclude<keyof Flags, "config" | "http" | "modelOf" | "workspaceHere">, Key, string])[] =
    [
      ["families", "families", "--families"],
      ["readOnly", "read_only", "--read-only"],
      ["transport", "transport", "--transport"],
      ["host", "host", "--host"],
      ["port", "port", "--port"],
      ["tokenFile", "token_file", "--token-file"],
      ["logLevel", "log.level", "--log-level"],
      ["logFormat", "log.format", "--log-format"],
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
      ["workspace", "workspace_dir", "--workspace"],
      ["trusted", "trusted", "--trusted"],
      ["nvim", "nvim", "--nvim"],
      ["editorTimeout", "editor_timeout", "--editor-timeout"],
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
    isFlags: true,
    values,
    origin: (key) =>
      key === "transport" && flags.http === true
        ? "--http"
        : key === "flow_model"
        ? "--model"
        : NAMES.find(([, known]) => known === key)?.[2] ?? "the command line",
  };
}

/** Flags beside which a model's name is the one of the service that judges commands. */
const OF_THE_GATE = ["gate.server", "gate.timeout", "gate.l1_enabled"] as const;

/**
 * The same layer with `--model` for the roles that work on a project, where it is meant for them.
 *
 * @param options `modelOf`: as the flags have it. `served`: a workspace is served.
 *
 * @example
 * ```ts
 * import { flagLayer, withFlowModel } from "gatehouse/config/flags.ts";
 *
 * const given = flagLayer({ model: "qwen3:8b" }, { cwd: "/" });
 * const { values } = withFlowModel(given, { modelOf: "served", served: true });
 * if (values.get("flow_model") !== "qwen3:8b" || values.has("gate.model")) throw new Error("not handed on");
 * ```
 */
export function withFlowModel(
  layer: RawLayer,
  { modelOf = "gate", served }: { readonly modelOf: Flags["modelOf"]; readonly served: boolean },
): RawLayer {
  const model = layer.values.get("gate.model");
  const isFlows = modelOf === "flow" ||
    modelOf === "served" && served && !OF_THE_GATE.some((key) => layer.values.has(key));
  if (model === undefined || !isFlows) return layer;
  const rest = [...layer.values].filter(([key]) => key !== "gate.model");
  return { ...layer, values: new Map([...rest, ["flow_model", model]]) };
}
