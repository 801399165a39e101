/** How much of a target is looked at. */

/** Bounds of one profile. */
export interface DetectorLimits {
  /** Names in all folders that are looked into, skipped ones included. */
  readonly entries: number;
  readonly files: number;
  /** Bytes of a source file that are read, and bytes that a manifest may have to be read at all. */
  readonly fileBytes: number;
  /** Bytes that the project's own declaration may have. */
  readonly declarationBytes: number;
  /** Manifests that are read for signs alone. */
  readonly signManifests: number;
}

/** The bounds that hold when nobody asks for lower ones. */
const DETECTOR_LIMITS: DetectorLimits = Object.freeze({
  entries: 10_000,
  files: 5_000,
  fileBytes: 200_000,
  declarationBytes: 32 * 1024,
  signManifests: 200,
});

/**
 * The bounds with the asked ones in their place where those are lower; nothing raises a bound.
 *
 * @example
 * ```ts
 * import { lowerLimits } from "gatehouse/skills/detector/limits.ts";
 *
 * const { files, entries } = lowerLimits({ files: 10, entries: 1_000_000 });
 * if (files !== 10 || entries !== 10_000) throw new Error("raised");
 * ```
 */
export function lowerLimits(asked: Readonly<Partial<DetectorLimits>>): DetectorLimits {
  const lower = (name: keyof DetectorLimits) => Math.min(DETECTOR_LIMITS[name], asked[name] ?? Infinity);
  return {
    entries: lower("entries"),
    files: lower("files"),
    fileBytes: lower("fileBytes"),
    declarationBytes: lower("declarationBytes"),
    signManifests: lower("signManifests"),
  };
}
