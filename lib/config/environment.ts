/** The layer of the environment: which variables are read, and which one wins. */
import { configError, type RawLayer, shown } from "./source.ts";
import type { Environment } from "./place.ts";
import type { Key } from "./schema.ts";
import { environmentServers } from "./hosts_environment.ts";
import { fromText } from "./text.ts";
import { trustError, trustVariable } from "./trust.ts";

/** One variable. A generic name is shared with other programs; a specific one that is set as well must agree with it. */
interface Variable {
  readonly name: string;
  readonly key: Key;
  readonly generic?: true;
  /** The only texts it takes, where that is less than the setting takes; or other words for them. */
  readonly takes?: Readonly<Record<string, string>>;
  /** Set to nothing it is a mistake: whoever meant to narrow something must not widen it by that. */
  readonly neverEmpty?: true;
}

/** In the order in which they win. */
const VARIABLES: readonly Variable[] = [
  { name: "PHOCINAE_MCP_TRANSPORT", key: "transport" },
  {
    name: "MCP_TRANSPORT",
    key: "transport",
    generic: true,
    takes: { stdio: "stdio", http: "http", "streamable-http": "http" },
  },
  { name: "MCP_HOST", key: "host", generic: true, takes: { "127.0.0.1": "127.0.0.1", "::1": "::1" } },
  { name: "PHOCINAE_MCP_HTTP_PORT", key: "port" },
  { name: "MCP_PORT", key: "port", generic: true },
  { name: "MCP_HTTP_BEARER_TOKEN_FILE", key: "token_file", generic: true },
  { name: "GATEHOUSE_LOG_LEVEL", key: "log.level" },
  { name: "GATEHOUSE_LOG_FORMAT", key: "log.format" },
  { name: "PHOCINAE_MCP_SERVER", key: "gate.server" },
  { name: "PHOCINAE_GUARD_SERVER", key: "gate.server" },
  { name: "PHOCINAE_MCP_TIMEOUT", key: "gate.timeout" },
  { name: "PHOCINAE_GUARD_TIMEOUT", key: "gate.timeout" },
  { name: "PHOCINAE_MCP_MODEL", key: "gate.model" },
  { name: "PHOCINAE_MCP_L1_ENABLED", key: "gate.l1_enabled" },
  { name: "PHOCINAE_GUARD_L1_ENABLED", key: "gate.l1_enabled" },
  { name: "PHOCINAE_GUARD_NOUL_THRESHOLD", key: "gate.noul_threshold" },
  { name: "PHOCINAE_GUARD_DENY_AT", key: "gate.deny_at" },
  { name: "PHOCINAE_GUARD_ASK_AT", key: "gate.ask_at" },
  { name: "PHOCINAE_MCP_GUARD_PATH", key: "gate.guard" },
  { name: "PHOCINAE_GUARD_PATH", key: "gate.guard" },
  { name: "PHOCINAE_GUARD_TABLE", key: "gate.table" },
  { name: "MIKRUS_DEFAULT_SERVER", key: "policy.default_server" },
  { name: "MCP_DEFAULT_SERVER", key: "policy.default_server", generic: true },
  { name: "MCP_PRINCIPAL", key: "policy.principal", neverEmpty: true },
  { name: "MCP_ALLOWED_SCOPES", key: "policy.scopes", neverEmpty: true },
  { name: "MCP_WRITE_ENABLED", key: "policy.writes" },
  { name: "MCP_APPROVAL_FILE", key: "policy.approval_file", neverEmpty: true },
  { name: "MCP_ALLOW_INSECURE_SSH", key: "policy.allow_insecure_ssh" },
  { name: "MCP_DEFAULT_DEADLINE_MS", key: "policy.default_deadline_ms" },
  { name: "MCP_SERVER_MAX_DEADLINE_MS", key: "policy.max_deadline_ms" },
  { name: "MCP_MAX_REQUEST_BODY_BYTES", key: "policy.max_request_bytes" },
  { name: "MCP_MAX_RESULT_BYTES", key: "policy.max_result_bytes" },
  { name: "MCP_REMOTE_JOB_STORE_FILE", key: "policy.job_store" },
  { name: "MCP_CRON_PROFILE_STORE_FILE", key: "policy.cron_store" },
  { name: "MCP_DOCKER_PLAN_STORE_FILE", key: "policy.plan_store" },
  { name: "MIKRUS_MCP_CONFIG_REVISION", key: "policy.config_revision" },
  { name: "MIKRUS_MCP_DEPLOYMENT_RECEIPT_FILE", key: "policy.deployment_receipt" },
];

/** Of a later version of the older server. Whoever set it meant to narrow something, so that it must not be passed over. */
const NARROWS_CURL = "MCP_CURL_DESTINATION_ALLOWLIST";

/** The environment's layer, and whether `MCP_TRANSPORT=streamable-http` is what chose the transport in it. */
export interface EnvironmentLayer extends RawLayer {
  readonly streamable: boolean;
}

/**
 * Reads the layer. A variable that is set to nothing counts as not set, but for those that narrow what callers may do.
 *
 * @throws ToolError `CONFIG_INVALID` when a specific and a generic variable disagree, or one holds a text it never takes, or
 * would give trust.
 *
 * @example
 * ```ts
 * import { environmentLayer } from "gatehouse/config/environment.ts";
 *
 * const { values, origin } = environmentLayer({ MCP_PORT: "9000" }, { cwd: "/" });
 * if (values.get("port") !== 9000 || origin("port") !== "MCP_PORT") throw new Error("not read");
 * ```
 */
export function environmentLayer(environment: Environment, options: { cwd: string }): EnvironmentLayer {
  if (environment[NARROWS_CURL]) {
    throw configError(
      `${NARROWS_CURL} is set, and this program does not know it`,
      "Unset it: each call of curl waits for an approval, which shows where it goes",
    );
  }
  const trust = trustVariable(environment);
  if (trust !== null) throw trustError(trust);
  const won = new Map<Key, { variable: Variable; value: unknown }>();
  for (const variable of VARIABLES) {
    const text = environment[variable.name];
    if (text === "" && variable.neverEmpty === true) {
      throw configError(`${variable.name} is set, but empty`, "Give a value, or unset it");
    }
    if (text === undefined || text === "") continue;
    const value = fromText(variable.key, word(variable, text), options);
    const first = won.get(variable.key);
    if (first === undefined) won.set(variable.key, { variable, value });
    else if (variable.generic === true && first.value !== value) {
      throw configError(
        `${first.variable.name} (${shown(environment[first.variable.name])}) and ${variable.name} (${
          shown(text)
        }) disagree`,
        "Unset one of them",
      );
    }
  }
  const found = environmentServers(environment);
  if (found !== null) {
    won.set("hosts", { variable: { name: found.variable, key: "hosts" }, value: found.servers });
  }
  return {
    values: new Map([...won].map(([key, { value }]) => [key, value])),
    origin: (key) => [...won].find(([known]) => known === key)?.[1].variable.name ?? "the environment",
    streamable: won.get("transport")?.variable.name === "MCP_TRANSPORT" &&
      environment["MCP_TRANSPORT"] === "streamable-http",
  };
}

function word({ name, key, takes }: Variable, text: string): string {
  if (takes === undefined) return text;
  const known = Object.hasOwn(takes, text) ? takes[text] : undefined;
  if (known !== undefined) return known;
  throw configError(
    `Could not use ${key} ${shown(text)} from ${name}`,
    `Give one of ${Object.keys(takes).join(", ")}`,
  );
}
