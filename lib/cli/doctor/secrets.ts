/** Secrets that a failure's own words could carry, whoever wrote them: masked by what they are, not by their shape. */
import type { Environment } from "../../config/place.ts";
import type { Loaded } from "../../config/load.ts";
import { oneLine } from "../../core/bounds.ts";
import { MASK, redactText } from "../../core/redact.ts";
import type { Check } from "./check.ts";

/** Variables whose value is one; a name that ends in FILE names a path. */
const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASS|PASSWORD|PASSPHRASE|CREDENTIALS?)$/i;

/** Characters below which a text is no secret, and masking it would make the lines unreadable. */
const SHORTEST = 4;

const MAX_DETAIL = 600;

/**
 * The secrets that the configuration and the environment hold.
 *
 * @example
 * ```ts
 * import { secretsIn } from "gatehouse/cli/doctor/secrets.ts";
 *
 * const found = secretsIn({ loaded: null, environment: { A_TOKEN: "abcdef", A_TOKEN_FILE: "/a/b" } });
 * if (found.join() !== "abcdef") throw new Error("other secrets");
 * ```
 */
export function secretsIn(
  { loaded, environment }: { readonly loaded: Loaded | null; readonly environment: Environment },
): readonly string[] {
  const targets = loaded?.settings.familySettings.hosts.targets ?? [];
  const configured = targets.flatMap((target) =>
    target.type === "mikrus" ? [target.key] : [target.password, target.sudoPassword]
  );
  const inherited = Object.entries(environment).map(([name, value]) => SECRET_NAME.test(name) ? value : null);
  // The longest first: one may be a part of another.
  return [...configured, ...inherited]
    .filter((secret): secret is string => typeof secret === "string" && secret.length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length);
}

/**
 * What makes a line fit to be shown.
 *
 * @param secrets As `secretsIn` gives them.
 *
 * @example
 * ```ts
 * import { maskedBy } from "gatehouse/cli/doctor/secrets.ts";
 *
 * const line = { name: "a", status: "ok", detail: "it is abcdef", next: "say abcdef" } as const;
 * if (JSON.stringify(maskedBy(["abcdef"])(line)).includes("abcdef")) throw new Error("shown");
 * ```
 */
export function maskedBy(secrets: readonly string[]): (check: Check) => Check {
  const safe = (text: string): string => {
    const without = secrets.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
    return oneLine(redactText(without).text, MAX_DETAIL);
  };
  return ({ name, status, detail, next }) => ({
    name: safe(name),
    status,
    detail: safe(detail),
    next: safe(next),
  });
}
