/** What identifies a judgement: the same command in the same place, for the same service, under the same rules. */
import { VERSION } from "../core/version.ts";

/** The rules that are built in. */
const BUILT_IN = `rules:${VERSION}`;

/** What was asked. */
export interface Fingerprinted {
  readonly command: string;
  readonly cwd?: string | undefined;
  readonly server?: string | undefined;
}

/**
 * The text whose SHA-256 is the fingerprint. Nothing in it is redacted: it must not be kept.
 *
 * @param ruleset Digest of the operator's rules; null when there are none.
 *
 * @example
 * ```ts
 * import { fingerprintText } from "gatehouse/gate/fingerprint.ts";
 *
 * const here = fingerprintText({ command: "rm -rf build", cwd: "/a" }, null);
 * if (here === fingerprintText({ command: "rm -rf build", cwd: "/b" }, null)) throw new Error("elsewhere is the same");
 * ```
 */
export function fingerprintText(
  { command, cwd, server }: Fingerprinted,
  ruleset: string | null,
): string {
  return JSON.stringify(["gate", command, cwd ?? null, server ?? null, BUILT_IN, ruleset]);
}
