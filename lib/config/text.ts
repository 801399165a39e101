/** How the text of a flag or a variable becomes a value; text that does not fit is left for the schema to refuse. */
import { resolve } from "./place.ts";
import type { Key } from "./schema.ts";

const NUMBERS: readonly Key[] = [
  "port",
  "gate.timeout",
  "gate.noul_threshold",
  "gate.deny_at",
  "gate.ask_at",
  "policy.default_deadline_ms",
  "policy.max_deadline_ms",
  "policy.max_request_bytes",
  "policy.max_result_bytes",
  "editor_timeout",
];
const SWITCHES: readonly Key[] = [
  "read_only",
  "gate.l1_enabled",
  "skills.quarantine",
  "policy.writes",
  "policy.allow_insecure_ssh",
];
const LISTS: readonly Key[] = ["families", "policy.scopes"];
const PATHS: readonly Key[] = [
  "token_file",
  "state.dir",
  "gate.guard",
  "gate.table",
  "skills.config",
  "skills.gap_rules",
];

/**
 * The value that the text stands for.
 *
 * @param key The setting it is for.
 * @param text As given.
 * @param options `cwd`: what a relative path stands in.
 *
 * @example
 * ```ts
 * import { fromText } from "gatehouse/config/text.ts";
 *
 * if (fromText("port", "8255", { cwd: "/" }) !== 8255) throw new Error("no number");
 * if (fromText("gate.l1_enabled", "off", { cwd: "/" }) !== false) throw new Error("no switch");
 * if (fromText("port", "many", { cwd: "/" }) !== "many") throw new Error("not left for the schema");
 * ```
 */
export function fromText(key: Key, text: string, { cwd }: { cwd: string }): unknown {
  if (NUMBERS.includes(key)) return /^[0-9]{1,9}(?:\.[0-9]{1,9})?$/.test(text) ? Number(text) : text;
  if (SWITCHES.includes(key)) {
    if (/^(?:1|true|yes|on)$/i.test(text)) return true;
    return /^(?:0|false|no|off)$/i.test(text) ? false : text;
  }
  if (LISTS.includes(key)) return text.split(",").map((item) => item.trim());
  // The empty path has always stood for the directory that the program was started in.
  if (key === "workspace_dir") return text === "" ? cwd : /^~(?:\/|$)/.test(text) ? text : resolve(cwd, text);
  return PATHS.includes(key) ? resolve(cwd, text) : text;
}
