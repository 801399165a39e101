/** Each tool as the catalogue of capabilities tells of it: what it may do, what it binds to, and why it is not served. */
import { type Catalogue, type InactiveTool } from "../core/catalogue.ts";
import type { Tool } from "../core/tool.ts";
import { NAME, VERSION } from "../core/version.ts";
import { placeOf } from "./tools/define.ts";

/** A capability; the older server's clients know its names. */
export type Manifest = Readonly<Record<string, unknown>>;

/** The whole catalogue, every tool in its order. */
export interface Capabilities {
  readonly schema_version: 1;
  readonly server_version: string;
  readonly supported_transports: readonly string[];
  readonly supported: readonly Manifest[];
  readonly active: readonly string[];
  readonly provenance: Readonly<Record<string, unknown>>;
}

/** Bytes of an answer. */
const MAX_RESPONSE_BYTES = 1_000_000;

/** Milliseconds from which on a caller should expect to wait. */
const INTERACTIVE_MS = 10_000;

/** Seconds that an approval holds: unless said otherwise, and at most. */
const APPROVAL_TTL = { default_ttl_seconds: 60, max_ttl_seconds: 300 } as const;

const BINDS = ["principal", "capability", "target", "resource", "arguments-digest", "expires-at"];

/**
 * The catalogue as this process serves it.
 *
 * @param tools The family's tools.
 * @param about What is served, and the provenance of this process.
 *
 * @example
 * ```ts
 * import { openCatalogue } from "gatehouse/core/catalogue.ts";
 * import { capabilitiesOf } from "gatehouse/hosts/manifest.ts";
 * import { NO_PROVENANCE } from "gatehouse/hosts/provenance.ts";
 * import { readFile } from "gatehouse/hosts/tools/read_file.ts";
 *
 * const catalogue = openCatalogue({ families: [], tools: [], resources: [] }, {});
 * const provenance = NO_PROVENANCE;
 * const { supported } = capabilitiesOf([readFile], { catalogue, provenance });
 * if (supported[0]?.["active_state"] !== "inactive") throw new Error("served by nobody");
 * ```
 */
export function capabilitiesOf(
  tools: readonly Tool[],
  { catalogue, provenance }: {
    readonly catalogue: Catalogue;
    readonly provenance: { readonly instanceGeneration: string };
  },
): Capabilities {
  const inactive = new Map(catalogue.inactive.map((entry) => [entry.tool.name, entry]));
  const active = tools.filter(({ name }) => catalogue.find(name) !== undefined);
  return {
    schema_version: 1,
    server_version: VERSION,
    supported_transports: ["stdio", "streamable-http"],
    supported: tools.map((tool) =>
      manifestOf(tool, {
        isActive: active.includes(tool),
        why: inactive.get(tool.name),
        generation: provenance.instanceGeneration,
      })
    ),
    active: active.map(({ name }) => name),
    provenance: { ...provenance },
  };
}

interface About {
  readonly isActive: boolean;
  readonly why: InactiveTool | undefined;
  readonly generation: string;
}

function manifestOf(tool: Tool, { isActive, why, generation }: About): Manifest {
  const { name, description, access, confidentiality, timeoutMs, retryOn } = tool;
  const changes = access !== "read";
  const retried = !changes && retryOn !== undefined;
  return {
    schema_version: 1,
    id: name,
    name,
    description: `${description.use}. Not for: ${description.avoid}`,
    operation_kind: access === "destroy" ? "destructive" : access,
    risk: changes ? "high" : ["sensitive", "credential"].includes(confidentiality) ? "medium" : "low",
    determinism: "environment-dependent",
    latency: timeoutMs > INTERACTIVE_MS ? "bounded-long" : "interactive",
    impact: changes ? "external" : "none",
    active_state: isActive ? "active" : "inactive",
    retryable: isActive && retried,
    idempotent: !changes,
    reversible: false,
    requires_confirmation: changes,
    idempotency_key_required: false,
    authorization_scopes: [`tool:${name}`, ...(changes ? ["write:server"] : [])],
    concurrency: changes
      ? { scope: "target-resource", serialized: true, limit: 1 }
      : { scope: "none", serialized: false },
    max_response_bytes: MAX_RESPONSE_BYTES,
    protocol_revisions: ["2026-07-28", "2025-11-25"],
    config_generation: generation,
    ...(changes
      ? { approval: { enforcement: "server-side", record_required: true, ...APPROVAL_TTL, binds: BINDS } }
      : {}),
    extensions: extensionsOf(tool, { retried, why: isActive ? undefined : why }),
  };
}

function extensionsOf(
  tool: Tool,
  { retried, why }: { readonly retried: boolean; readonly why: InactiveTool | undefined },
): Manifest {
  const place = placeOf(tool);
  return {
    application_version: `${NAME}==${VERSION}`,
    confidentiality: tool.confidentiality,
    operational_impact: tool.access === "destroy" ? "outage" : tool.access === "write" ? "change" : "none",
    cost: "none",
    idempotency_mechanism: tool.access === "read" ? "read-only" : "none",
    retry_conditions: retried ? ["RATE_LIMITED", "TRANSIENT_UPSTREAM"] : [],
    target_binding: place === "record" ? "job-record" : place === "none" ? "none" : "resolved-identity",
    target_required: place !== "none",
    timeout_ms: tool.timeoutMs,
    ...(why === undefined ? {} : { inactive_reason: { code: why.code, message: why.reason } }),
  };
}
