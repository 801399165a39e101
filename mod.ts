/**
 * What another Deno program may import: a house, and the one path that every call takes through it.
 *
 * @example A verdict without a server
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
export { type HouseSettings, openHouse } from "./lib/house.ts";
