/** The endpoints of the mikr.us API: how each is asked, what it does, and what it answers. */
import { boundedJson } from "./cloud.ts";
import type { Kind } from "./failure.ts";
import { ShapeError } from "./reading.ts";
import {
  accepted,
  assignedDomain,
  assignedPorts,
  databaseAccounts,
  serverInfo,
  serverList,
  serverStats,
  taskLog,
  taskLogs,
} from "./replies.ts";

/** Values that go into a request, besides the server and the key. */
export type Fields = Readonly<Record<string, string>>;

/** One endpoint. */
export interface Endpoint {
  readonly kind: Kind;
  /** Names of the fields that it takes, all of them required, each with the form that it must have. */
  readonly fields: Readonly<Record<string, RegExp>>;
  /** A reply may be shown again for a minute. */
  readonly cached: boolean;
  readonly path: (fields: Fields) => string;
  /** Fields that are posted. */
  readonly form: (fields: Fields) => Fields;
  /** @throws ShapeError */
  readonly parse: (reply: unknown) => object;
}

/** An endpoint whose reply's form is known. */
type Known<R extends object> = Omit<Endpoint, "parse"> & { readonly parse: (reply: unknown) => R };

/** An endpoint without fields that only looks. */
function look<R extends object>(path: string, parse: Known<R>["parse"], { cached = false } = {}): Known<R> {
  return { kind: "read", fields: {}, cached, path: () => path, form: () => ({}), parse };
}

/** By the name that callers use: the API's own path, or a word of ours where a path does two things. */
const ENDPOINTS = {
  info: look("/info", serverInfo, { cached: true }),
  serwery: look("/serwery", serverList, { cached: true }),
  stats: look("/stats", serverStats, { cached: true }),
  porty: look("/porty", assignedPorts, { cached: true }),
  logs: look("/logs", taskLogs),
  log: {
    ...look("/logs", taskLog),
    fields: { log_id: /^[A-Za-z0-9_-]{1,128}$/ },
    path: ({ log_id = "" }) => `/logs/${encodeURIComponent(log_id)}`,
  },
  // Never kept: the reply holds passwords until it is parsed.
  db: look("/db", databaseAccounts),
  cloud: look("/cloud", cloud),
  restart: { ...look("/restart", accepted), kind: "change" },
  amfetamina: { ...look("/amfetamina", accepted), kind: "change" },
  domain: {
    ...look("/domain", assignedDomain),
    kind: "change",
    fields: { port: /^[1-9]\d{0,4}$/, domain: /^(?:-|[A-Za-z0-9.-]{1,253})$/ },
    form: ({ port = "", domain = "" }) => ({ port, domain }),
  },
} as const satisfies Record<string, Endpoint>;

/** Names of the endpoints. */
export type EndpointName = keyof typeof ENDPOINTS;

/** What each endpoint answers. */
export type ReplyOf<N extends EndpointName> = ReturnType<(typeof ENDPOINTS)[N]["parse"]>;

/**
 * The endpoint of that name; undefined when there is none.
 *
 * @example
 * ```ts
 * import { endpointNamed } from "gatehouse/hosts/mikrus/endpoints.ts";
 *
 * if (endpointNamed("restart")?.kind !== "change" || endpointNamed("toString") !== undefined) {
 *   throw new Error("not told apart");
 * }
 * ```
 */
export function endpointNamed(name: string): Endpoint | undefined {
  // The name is one of the table's own keys.
  return Object.hasOwn(ENDPOINTS, name) ? ENDPOINTS[name as EndpointName] : undefined;
}

function cloud(reply: unknown): { readonly cloud: unknown; readonly truncated: boolean } {
  if (typeof reply !== "object" || reply === null) throw new ShapeError("it is neither an object nor a list");
  const { value, truncated } = boundedJson(reply);
  return { cloud: value, truncated };
}
