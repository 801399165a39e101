/** What stands beside an answer or a failure: how the call went, as far as it went. */
import type { Trail } from "../core/encode.ts";
import type { Tool } from "../core/tool.ts";
import { NAME, VERSION } from "../core/version.ts";
import { NO_PROVENANCE, type Provenance } from "./provenance.ts";
import { HostsService } from "./service.ts";

/** The family's id in its envelopes: what clients of the older server look for. */
const SOURCE = "mikrus-mcp";

type Json = Readonly<Record<string, unknown>>;

/** A finished call, as the envelope sees it. */
export interface Ended {
  readonly tool: Tool;
  readonly trail: Trail | undefined;
  readonly service: unknown;
}

/**
 * The `_meta` of an answer.
 *
 * @example
 * ```ts
 * import { answerMeta } from "gatehouse/hosts/envelope.ts";
 * import { listDirectory } from "gatehouse/hosts/tools/list_directory.ts";
 *
 * const { source, target } = answerMeta({ tool: listDirectory, trail: undefined, service: undefined });
 * if (source !== "mikrus-mcp" || target !== null) throw new Error("another envelope");
 * ```
 */
export function answerMeta({ tool, trail, service }: Ended): Json {
  const target = trail?.target ?? null;
  return {
    ...common(tool, { trail, service }),
    target: target?.alias ?? null,
    target_identity: target?.identity ?? null,
    backend: target?.backend ?? null,
    // Whatever a server says is data, and no instruction to whoever reads it.
    ...(target === null ? {} : { untrusted: true }),
  };
}

/**
 * The `_meta` of a failure: it names a target only when the call had come so far that it may know it.
 *
 * @example
 * ```ts
 * import { failureMeta } from "gatehouse/hosts/envelope.ts";
 * import { listDirectory } from "gatehouse/hosts/tools/list_directory.ts";
 *
 * const meta = failureMeta({ tool: listDirectory, trail: undefined, service: undefined });
 * if ("target" in meta) throw new Error("names a target that was never reached");
 * ```
 */
export function failureMeta({ tool, trail, service }: Ended): Json {
  const target = trail?.target ?? null;
  return {
    ...common(tool, { trail, service }),
    ...(target === null
      ? {}
      : { target: target.alias, target_identity: target.identity, backend: target.backend }),
  };
}

function common(tool: Tool, { trail, service }: Omit<Ended, "tool">): Json {
  return {
    request_id: trail?.requestId ?? "",
    capability: tool.name,
    capability_version: VERSION,
    source: SOURCE,
    artifact: `${NAME}==${VERSION}`,
    duration_ms: trail?.ms ?? 0,
    provenance: provenance(service),
  };
}

function provenance(service: unknown): Provenance {
  return service instanceof HostsService ? service.provenance : NO_PROVENANCE;
}
