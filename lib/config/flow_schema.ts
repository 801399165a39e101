/** The settings of the family that works on a project: those of its file, and those that only a flag gives. */
import { endpointOf } from "../core/endpoint.ts";
import type { RawLayer } from "./source.ts";
import { isFrom, isLine, isListOf, isTable, isText, isWhole, type Leaf, leaf, toggle } from "./leaf.ts";

const model = leaf(
  "a model's name of 1 to 256 characters on one line",
  (value): value is string => isLine(256)(value) && value.trim() !== "",
);

/** No text stands for the one that all three share. */
const ofRole = leaf(
  model.takes,
  (value): value is string => value === "" || model.fits(value),
);

const whole = (min: number, max: number, unit: string) =>
  leaf(`${unit} from ${min} to ${max}`, isWhole(min, max));

const onFlag = <T>(flag: string, { takes, fits }: Leaf<T>): Leaf<T> & { readonly flag: string } => ({
  takes,
  fits,
  flag,
});

/** What a file may set, at its root: an older program's files begin this way. */
export const FLOW_FILE_SCHEMA = {
  workspace_dir: leaf("a directory", (value): value is string => isText(value, /^[^\0]{1,4096}$/)),
  "ollama.base_url": leaf(
    "an http or https URL of host and port alone: no user, path, query or fragment",
    isOrigin,
  ),
  "ollama.api": leaf(
    "ollama or openai",
    (value): value is "ollama" | "openai" => value === "ollama" || value === "openai",
  ),
  "ollama.model": model,
  "ollama.temperature": leaf("a number from 0 to 2", isFrom(0, 2)),
  "ollama.context_length": whole(1_024, 131_072, "tokens"),
  "ollama.timeout": leaf("seconds from 0.1 to 600", isFrom(0.1, 600)),
  "ollama.allow_remote": toggle,
  "models.planner": ofRole,
  "models.coder": ofRole,
  "models.reviewer": ofRole,
  "agent.max_iterations": whole(1, 32, "turns"),
  "agent.max_cycles": whole(1, 5, "cycles"),
  "agent.max_tool_calls": whole(1, 256, "calls"),
  "agent.max_context_chars": whole(4_096, 1_000_000, "characters"),
  "agent.max_task_chars": whole(1, 100_000, "characters"),
  "agent.max_seconds": whole(1, 3_600, "seconds"),
  "agent.protect": leaf(
    "a list of at most 256 patterns, such as tests/**",
    isListOf(isLine(256), { max: 256 }),
  ),
  "agent.check_env": leaf("a list of at most 64 names of variables", isListOf(isVariable, { max: 64 })),
  // Each check is looked at where all of them are read.
  checks: leaf("a table for each check, by its name", isTable),
} as const;

/** What only a flag gives. */
export const FLOW_FLAG_SCHEMA = {
  trusted: onFlag("--trusted", toggle),
  nvim: onFlag(
    "--nvim",
    leaf(
      "the absolute path of a Unix socket; an address of the network is not taken",
      (value): value is string => isText(value, /^(?:\/|[A-Za-z]:[\\/])[^\0]{0,4095}$/),
    ),
  ),
  editor_timeout: onFlag("--editor-timeout", leaf("seconds from 0.1 to 660", isFrom(0.1, 660))),
  flow_model: onFlag("--model", model),
} as const;

/**
 * Is any of what the layer gives about the workspace?
 *
 * @example
 * ```ts
 * import { isAboutFlow } from "gatehouse/config/flow_schema.ts";
 *
 * const layer = { values: new Map([["agent.max_cycles", 1]]), origin: () => "a file" };
 * if (!isAboutFlow(layer) || isAboutFlow(null)) throw new Error("not seen");
 * ```
 */
export function isAboutFlow(layer: RawLayer | null): boolean {
  const names = { ...FLOW_FILE_SCHEMA, ...FLOW_FLAG_SCHEMA };
  return layer !== null && [...layer.values.keys()].some((name) => Object.hasOwn(names, name));
}

function isOrigin(value: unknown): value is string {
  if (typeof value !== "string" || value.length > 2_048) return false;
  const endpoint = endpointOf(value);
  // What the parser leaves out of an URL, an empty query or user for example, is refused with the rest.
  return endpoint !== null && endpoint.base === endpoint.origin && /^https?:\/\/[^/?#@\\]+\/?$/i.test(value);
}

function isVariable(value: unknown): value is string {
  return isText(value, /^[A-Za-z_][A-Za-z0-9_]{0,127}$/);
}
