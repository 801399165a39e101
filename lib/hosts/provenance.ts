/** Where this program and its configuration come from, as far as that is really known. */
import { z } from "zod";
import { type BuildStamp, buildStamp } from "../core/build_stamp.ts";
import { readTrusted } from "../core/files.ts";
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
  readonly deployment: Deployment;
}

interface Deployment {
  readonly imageDigest: string;
  readonly releaseManifestDigest: string;
  readonly binding: "verified" | "missing" | "invalid";
}

/** What the operator says of the configuration and the deployment. */
export interface Told {
  /** As the operator calls the configuration; null when they do not. */
  readonly configRevision: string | null;
  /** Absolute path of the deployment's receipt; null when there is none. */
  readonly deploymentReceipt: string | null;
}

const UNKNOWN = "unknown";

const INSTANCE = `process-${crypto.randomUUID()}`;

/** What is said where nothing is known: of a service that did not open. */
export const NO_PROVENANCE: Provenance = {
  serviceVersion: VERSION,
  sourceRevision: UNKNOWN,
  buildId: UNKNOWN,
  artifactDigest: UNKNOWN,
  builtAt: UNKNOWN,
  policyRevision: UNKNOWN,
  packageContentDigest: UNKNOWN,
  packageIntegrity: "unstamped",
  configRevision: UNKNOWN,
  instanceGeneration: INSTANCE,
  python: UNKNOWN,
  deployment: { imageDigest: UNKNOWN, releaseManifestDigest: UNKNOWN, binding: "missing" },
};

/**
 * The provenance of this process. A program that was not stamped when it was built says so, and nothing but the build can
 * stamp it.
 *
 * @example
 * ```ts
 * import { provenanceOf } from "gatehouse/hosts/provenance.ts";
 *
 * const { configRevision, buildId } = await provenanceOf({ configRevision: "r7", deploymentReceipt: null });
 * if (configRevision !== "r7" || buildId !== "unknown") throw new Error("claims what it does not know");
 * ```
 */
export async function provenanceOf({ configRevision, deploymentReceipt }: Told): Promise<Provenance> {
  const stamped = await buildStamp();
  const stamp = stamped?.stamp ?? null;
  return {
    ...NO_PROVENANCE,
    ...(stamp === null ? {} : {
      sourceRevision: stamp.sourceRevision,
      buildId: stamp.buildId,
      artifactDigest: stamp.packageContentDigest,
      builtAt: stamp.builtAt,
      packageContentDigest: stamp.packageContentDigest,
      packageIntegrity: stamped?.isWhole === true ? "verified" : "failed",
    }),
    configRevision: configRevision ?? stamp?.configRevision ?? UNKNOWN,
    deployment: deploymentReceipt === null
      ? NO_PROVENANCE.deployment
      : await deploymentOf(deploymentReceipt, stamp),
  };
}

const MAX_RECEIPT_BYTES = 65_536;

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** Other keys are the deployment's own. */
const receipt = z.object({
  sourceRevision: z.string(),
  buildId: z.string(),
  packageContentDigest: digest,
  imageDigest: digest,
  releaseManifestDigest: digest,
});

/** A receipt counts only for the very build that it names; one that cannot be read is as good as a forged one. */
async function deploymentOf(path: string, stamp: BuildStamp | null): Promise<Deployment> {
  const invalid = { ...NO_PROVENANCE.deployment, binding: "invalid" } as const;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(
      await readTrusted(path, { maxBytes: MAX_RECEIPT_BYTES }),
    );
    const told = receipt.parse(JSON.parse(text));
    const names = ["sourceRevision", "buildId", "packageContentDigest"] as const;
    if (stamp === null || names.some((name) => told[name] !== stamp[name])) return invalid;
    const { imageDigest, releaseManifestDigest } = told;
    return { imageDigest, releaseManifestDigest, binding: "verified" };
  } catch {
    return invalid;
  }
}
