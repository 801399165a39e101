/**
 * The one schema of every layer: file, environment and flags are checked against it alike.
 *
 * A table of small predicates, on purpose: a schema library takes longer to load than the whole server takes to answer
 * its first request, and every setting is a plain value.
 */
import { endpointOf } from "../core/endpoint.ts";
import { LEAST_LEVELS, LOG_FORMATS } from "../core/log.ts";
import { FLOW_FILE_SCHEMA, FLOW_FLAG_SCHEMA } from "./flow_schema.ts";
import { isFrom, isLine, isOneOf, isTable, isText, isWhole, type Leaf, leaf, path, toggle } from "./leaf.ts";
import { isSkillsFormat, isSkillsRoots } from "./skills_roots.ts";

const URL_WORDS =
  "an http or https URL of at most 2048 characters, without user, password, query or fragment";

/** Every setting by its dotted name, as `gatehouse.toml` has it: before the dot stands the table. */
export const SCHEMA = {
  families: leaf("a list of family names, such as gate", isFamilies),
  read_only: toggle,
  transport: leaf("stdio or http", (value) => value === "stdio" || value === "http"),
  host: leaf(
    "127.0.0.1, ::1 or localhost: only this machine may connect",
    (value) => value === "127.0.0.1" || value === "::1" || value === "localhost",
  ),
  port: leaf("a whole number from 0 to 65535", isPort),
  token_file: path,
  "state.dir": path,
  "log.level": leaf("debug, info, notice, warning or error", isOneOf(LEAST_LEVELS)),
  "log.format": leaf("text or json", isOneOf(LOG_FORMATS)),
  "telemetry.endpoint": leaf(URL_WORDS, isServiceUrl),
  "telemetry.allow_remote": toggle,
  "gate.engine": leaf("systemone or ollama", (value) => value === "systemone" || value === "ollama"),
  "gate.server": leaf(URL_WORDS, isServiceUrl),
  "gate.servers": leaf(`a list of at most 16, each ${URL_WORDS}`, isServiceUrls),
  "gate.allow_remote": toggle,
  "gate.timeout": leaf("seconds from 0.1 to 300", isTimeout),
  "gate.model": leaf(
    "a model name of 1 to 256 characters without blanks",
    (value) => isText(value, /^[\x21-\x7e]{1,256}$/),
  ),
  "gate.l1_enabled": toggle,
  "gate.token_file": path,
  // Each of the three may be stricter than the default, never milder.
  "gate.noul_threshold": leaf("a number from 0.65 to 1: no milder one", isFrom(0.65, 1)),
  "gate.deny_at": leaf("a number from 2 to 7: no milder one", isFrom(2, 7)),
  "gate.ask_at": leaf("a number from 2 to 4: no milder one", isFrom(2, 4)),
  "gate.rules": path,
  "gate.guard": leaf("a path", isPlace),
  "gate.table": leaf("a path", isPlace),
  "skills.roots": leaf(
    "at most 16 tables of an absolute path, and format = phases or agent-skills, follow_links = true or false",
    isSkillsRoots,
  ),
  "skills.config": path,
  "skills.quarantine": toggle,
  "skills.format": leaf("phases or agent-skills", isSkillsFormat),
  "skills.gap_rules": path,
  // Each server is looked at where all of them are read.
  hosts: { ...leaf("a table for each server, by its alias", isTable), secret: true },
  "policy.scopes": leaf("a list of at most 256 scopes, such as tool:*", isScopes),
  "policy.writes": toggle,
  "policy.principal": leaf("a name of 1 to 256 characters on one line", isLine(256)),
  "policy.approval_file": path,
  "policy.approvals": leaf(
    "elicit, or out-of-band",
    (value) => value === "elicit" || value === "out-of-band",
  ),
  "policy.allow_insecure_ssh": toggle,
  "policy.default_server": leaf("the alias of a configured server", isLine(128)),
  "policy.default_deadline_ms": leaf("milliseconds from 100 to 120000", isWhole(100, 120_000)),
  "policy.max_deadline_ms": leaf("milliseconds from 100 to 120000", isWhole(100, 120_000)),
  "policy.max_request_bytes": leaf("bytes from 1024 to 16777216", isWhole(1_024, 16_777_216)),
  "policy.max_result_bytes": leaf("bytes from 1024 to 16777216", isWhole(1_024, 16_777_216)),
  "policy.job_store": path,
  "policy.cron_store": path,
  "policy.plan_store": path,
  "policy.config_revision": leaf("a text of 1 to 256 characters on one line", isLine(256)),
  "policy.deployment_receipt": path,
  ...FLOW_FILE_SCHEMA,
  ...FLOW_FLAG_SCHEMA,
} as const;

/** The dotted name of a setting. */
export type Key = keyof typeof SCHEMA;

/** What one layer gives, checked. */
export type Layer = { readonly [K in Key]?: (typeof SCHEMA)[K] extends Leaf<infer T> ? T : never };

/** The dotted names of all settings. */
// `Object.keys` is typed wider than the constant it reads.
export const KEYS = Object.keys(SCHEMA) as readonly Key[];

function isFamilies(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length >= 1 && value.length <= 16 &&
    value.every((name) => isText(name, /^[a-z]{1,32}$/));
}

function isPort(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 65_535;
}

function isTimeout(value: unknown): value is number {
  return typeof value === "number" && value >= 0.1 && value <= 300;
}

function isScopes(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= 256 &&
    value.every((scope) => isText(scope, /^[a-z][a-z-]{0,31}:\P{Cc}{1,512}$/u));
}

function isPlace(value: unknown): value is string {
  return isText(value, /^[^\0]{1,4096}$/);
}

function isServiceUrl(value: unknown): value is string {
  return typeof value === "string" && value.length <= 2_048 && endpointOf(value) !== null;
}

function isServiceUrls(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= 16 && value.every(isServiceUrl);
}
