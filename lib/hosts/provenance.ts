/** Where this program and its configuration come from, as far as that is really known. */
import { VERSION } from "../core/version.ts";

/** What the older server's clients read beside each answer; what is not known is `unknown`. */
export interface Provenance {
  readonly serviceVersion: string;
  readonly sourceRevision: string;
  readonly buildId: string;
  readonly artifactDigest: string;
  readonly builtAt: string;
  readonly policyRevision: string;
  readonly packageContentDigest: string;
  readonly packageIntegrity: "verified" | "failed" | "unstamped";
  readonly configRevision: string;
  /** Of this process. */
  readonly instanceGeneration: string;
  readonly python: string;
  readonly deployment: {
    readonly imageDigest: string;
    readonly releaseManifestDigest: string;
    readonly binding: "verified" | "missing" | "invalid";
  };
}

const UNKNOWN = "unknown";

const INSTANCE = `process-${crypto.randomUUID()}`;

/**
 * The provenance of this process. A program that was not stamped when it was built says so.
 *
 * @param options `configRevision`: as the operator calls the configuration; null when they do not.
 *
 * @example
 * ```ts
 * import { provenanceOf } from "gatehouse/hosts/provenance.ts";
 *
 * const { configRevision, buildId } = provenanceOf({ configRevision: "r7" });
 * if (configRevision !== "r7" || buildId !== "unknown") throw new Error("claims what it does not know");
 * ```
 */
export function provenanceOf({ configRevision }: { readonly configRevision: string | null }): Provenance {
  return {
    serviceVersion: VERSION,
    sourceRevision: UNKNOWN,
    buildId: UNKNOWN,
    artifactDigest: UNKNOWN,
    builtAt: UNKNOWN,
    policyRevision: UNKNOWN,
    packageContentDigest: UNKNOWN,
    packageIntegrity: "unstamped",
    configRevision: configRevision ?? UNKNOWN,
    instanceGeneration: INSTANCE,
    python: UNKNOWN,
    deployment: { imageDigest: UNKNOWN, releaseManifestDigest: UNKNOWN, binding: "missing" },
  };
}
