/** What is said when a host's key is not taken. */
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";
import { shownPath } from "../../core/file_checks.ts";
import { fingerprintOf, keyTypeOf } from "./host_key.ts";
import type { KnownHost } from "./known_hosts.ts";
import type { Verdict } from "./verdict.ts";

/** What was shown, by whom, and where we looked it up. */
export interface Shown {
  readonly alias: string;
  /** In the form of `knownName`. */
  readonly name: string;
  readonly blob: Uint8Array;
  /** Of the known_hosts file. */
  readonly path: string;
}

/**
 * The refusal: with the fingerprint that was shown, those that are known, and the next step.
 *
 * @returns A ToolError `UNAVAILABLE` that trying again does not mend.
 *
 * @example
 * ```ts
 * import { refusalOf } from "gatehouse/hosts/ssh/refusal.ts";
 *
 * const shown = { alias: "a", name: "a.example", blob: new Uint8Array(), path: "/k" };
 * if (refusalOf({ kind: "unknown" }, shown).code !== "UNAVAILABLE") throw new Error("another code");
 * ```
 */
export function refusalOf(verdict: Exclude<Verdict, { kind: "known" }>, shown: Shown): ToolError {
  const { alias, name, blob, path } = shown;
  const type = oneLine(keyTypeOf(blob), 64);
  const key = `${type} ${fingerprintOf(blob)}`;
  const where = shownPath(path);
  const trust = `gatehouse hosts trust ${oneLine(alias, 100)}`;
  const compare = "Compare the fingerprint with one that its administrator gives you";
  const refuse = (why: string, next: string) =>
    new ToolError("UNAVAILABLE", `Refused to log in to ${oneLine(name, 300)}: ${why}`, { next });
  switch (verdict.kind) {
    case "unknown":
      return refuse(`its host key ${key} is not in ${where}`, `${compare}, then run ${trust}`);
    case "changed":
      return refuse(
        `its host key has changed: it shows ${key}, and ${where} has ${listed(verdict.known)}`,
        `Somebody may stand in between. ${compare}; only if it is right, remove ${
          lines(verdict.known)
        } of that file and run ${trust}`,
      );
    case "other_type":
      return refuse(
        `it shows a key of another type, ${key}, and ${where} has ${listed(verdict.known)}`,
        `Somebody may stand in between. ${compare}, then run ${trust}`,
      );
    case "revoked":
      return refuse(
        `its host key ${key} is revoked by line ${verdict.line} of ${where}`,
        "Do not trust this host: ask its administrator for a new host key",
      );
    case "authority_only":
      return refuse(
        `${where} knows only an authority for it (line ${verdict.line}), and host certificates are not supported`,
        `${compare}, then run ${trust} to trust its key ${key} by itself`,
      );
  }
}

function listed(known: readonly KnownHost[]): string {
  const all = known.slice(0, 4).map(({ type, blob, line }) =>
    `${type} ${fingerprintOf(blob)} (line ${line})`
  );
  return known.length > 4 ? `${all.join(", ")} and ${known.length - 4} more` : all.join(", ");
}

function lines(known: readonly KnownHost[]): string {
  const numbers = known.slice(0, 10).map(({ line }) => line).join(", ");
  return `${known.length === 1 ? "line" : "lines"} ${numbers}`;
}
