/** The servers that the environment names: as one JSON object, or as a single account. */
import type { Environment } from "./place.ts";
import { configError } from "./source.ts";

/** What was found: an object of servers by alias, unchecked, and the variable that it came from. */
export interface EnvironmentServers {
  readonly servers: unknown;
  readonly variable: string;
}

/** Characters of the JSON text. */
const MAX_JSON = 1_048_576;

/**
 * The servers; null when no variable names one. The JSON object wins over the single account.
 *
 * @throws ToolError `CONFIG_INVALID`, which names the variable and shows no value.
 *
 * @example
 * ```ts
 * import { environmentServers } from "gatehouse/config/hosts_environment.ts";
 *
 * const found = environmentServers({ MIKRUS_API_KEY: "key", MIKRUS_SERVER_NAME: "srv123" });
 * if (found?.variable !== "MIKRUS_SERVER_NAME") throw new Error("no account");
 * ```
 */
export function environmentServers(environment: Environment): EnvironmentServers | null {
  const { MCP_SERVERS: generic = "", MIKRUS_SERVERS: own = "" } = environment;
  if (generic !== "" && own !== "" && generic !== own) {
    throw configError("MIKRUS_SERVERS and MCP_SERVERS disagree", "Unset one of them");
  }
  if (own !== "") return { servers: parsed(own, "MIKRUS_SERVERS"), variable: "MIKRUS_SERVERS" };
  if (generic !== "") return { servers: parsed(generic, "MCP_SERVERS"), variable: "MCP_SERVERS" };
  return single(environment);
}

function parsed(text: string, variable: string): unknown {
  let value: unknown;
  try {
    // The parser's own message would show a part of the text.
    value = text.length > MAX_JSON ? null : JSON.parse(text);
  } catch {
    value = null;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw configError(`Could not use ${variable}: it is no JSON object`, "Give an object of servers by alias");
}

function single(environment: Environment): EnvironmentServers | null {
  const { MIKRUS_API_KEY: key = "", MIKRUS_SERVER_NAME: srv = "", MIKRUS_API_URL: url = "" } = environment;
  if (key === "" && srv === "") return null;
  const missing = key === "" ? "MIKRUS_API_KEY" : srv === "" ? "MIKRUS_SERVER_NAME" : null;
  if (missing !== null) {
    throw configError(`${missing} is not set, but its counterpart is`, "Set both, or neither");
  }
  const server = { type: "mikrus", key, srv, ...(url === "" ? {} : { api_url: url }) };
  return { servers: { [srv]: server }, variable: "MIKRUS_SERVER_NAME" };
}
