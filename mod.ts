/**
 * What another Deno program may import: the judge of commands, and the house with the one path of every call.
 *
 * The judge is pure: it decides by the built-in rules alone, at once, and keeps no record. A call through the house is
 * what an MCP client gets: with the operator's rules, a model where one is configured, and a row in the audit log.
 *
 * @example A verdict
 * ```ts
 * import { judge } from "gatehouse";
 *
 * const { decision, rule, part } = judge("ls && rm -rf /", { cwd: "/home/me/project" });
 * if (decision !== "deny") throw new Error(rule);
 * if (part?.text !== "/") throw new Error("the part to blame is the root");
 * ```
 *
 * @example The same question through the house
 * ```ts
 * import { invoke, openHouse } from "gatehouse";
 *
 * const house = openHouse({ families: ["gate"], readOnly: true, stateDirectory: null });
 * const outcome = await invoke(house, {
 *   tool: "gate",
 *   args: { command: "git status", cwd: "/home/me/project" },
 *   principal: "loopback",
 *   via: "cli",
 * });
 * if (outcome.kind !== "result") throw new Error(outcome.kind);
 * await house.audit.close();
 * ```
 *
 * @module
 */
export type { AuditLog } from "./lib/core/audit.ts";
export type { Catalogue, CatalogueTool } from "./lib/core/catalogue.ts";
export { ToolError } from "./lib/core/errors.ts";
export { type Call, type House, invoke, type Outcome } from "./lib/core/invoke.ts";
export { judge, type JudgeOptions } from "./lib/gate/judge.ts";
export type { Finding, Part, ShownEffect, Verdict } from "./lib/gate/verdict.ts";
export { type HouseSettings, openHouse } from "./lib/house.ts";
