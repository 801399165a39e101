/** What a call acts on: a configured target, known exactly before anything is done to it. */
import type { RunContext, Tool } from "./tool.ts";

/** A target as it was found. */
export interface Target {
  /** Its name in the configuration. */
  readonly alias: string;
  /**
   * What it is beyond doubt, such as an account and the fingerprint of the key that it showed. Scopes and approvals bind
   * to this text and never to the alias.
   */
  readonly identity: string;
  /** How it is reached, as the family names it. */
  readonly backend: string;
  /** False where it could not prove what it is: then nothing may be changed on it. */
  readonly proven: boolean;
}

/** Who asks, with what. */
export interface Selecting {
  readonly args: Readonly<Record<string, unknown>>;
  readonly principal: string;
  readonly service: unknown;
}

/** How a family's tools come to their targets. */
export interface Targeting {
  /** The argument that names the target. It says where, and not what: it is no part of what an approval binds. */
  readonly argument: string;
  /**
   * The alias that the call means; null for a tool without a target. Asks no other machine, and does not say whether there
   * is such a target: the caller may not be allowed to know.
   *
   * @throws ToolError when what the arguments point to (such as a caller's own record) is not there.
   */
  select(tool: Tool, selecting: Selecting): string | null | Promise<string | null>;
  /**
   * The target, reached.
   *
   * @throws ToolError when there is none of that name, the tool is not for its kind, or it cannot be reached.
   */
  resolve(alias: string, about: { readonly tool: Tool; readonly context: RunContext }): Promise<Target>;
}
