/** The text of an approval file: what its records must be, and which of them count. */
import { z } from "zod";
import type { Binding } from "../core/approval.ts";
import { ToolError } from "../core/errors.ts";
import { shownPath } from "../core/file_checks.ts";
import type { Granted } from "./approvals_store.ts";
import { MAX_APPROVALS } from "./approvals_store.ts";
import { idOf } from "./ids.ts";

/** Milliseconds that an approval lasts at most. */
export const MAX_TTL_MS = 300_000;

/** Milliseconds by which a record that another program wrote may have been rounded up. */
const ROUNDED_MS = 1_000;

const text = z.string().min(1);

const record = z.strictObject({
  capability: text,
  principal: text,
  /** The exact identity. */
  target: text,
  resource: text,
  arguments_digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** Seconds since 1970. */
  expires_at: z.number().nonnegative(),
});

const document = z.strictObject({
  tokens: z.record(z.string().regex(/^[\x21-\x7e]{32,256}$/), record),
});

/** One record; its key in the file is a random token that nobody is shown. */
export type TokenRecord = z.output<typeof record>;

/** The file's records by token. */
export type Tokens = ReadonlyMap<string, TokenRecord>;

/**
 * The records in the text.
 *
 * @param options `path`: named in the refusal.
 * @throws ToolError `STORE_DAMAGED`: one bad record spoils the file, since nobody knows who wrote the others.
 *
 * @example
 * ```ts
 * import { parseTokens } from "gatehouse/state/approvals_records.ts";
 *
 * if (parseTokens('{"tokens":{}}', { path: "/a" }).size !== 0) throw new Error("read something");
 * ```
 */
export function parseTokens(json: string, { path }: { readonly path: string }): Tokens {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw damaged(path, "it is no JSON");
  }
  const parsed = document.safeParse(value);
  if (!parsed.success) throw damaged(path, "a record of it is not what it must be");
  const tokens = new Map(Object.entries(parsed.data.tokens));
  if (tokens.size > MAX_APPROVALS) {
    throw damaged(path, `it has ${tokens.size} records, more than ${MAX_APPROVALS}`);
  }
  return tokens;
}

/**
 * The file's text for these records.
 *
 * @example
 * ```ts
 * import { tokensText } from "gatehouse/state/approvals_records.ts";
 *
 * if (JSON.parse(tokensText(new Map())).tokens === undefined) throw new Error("another form");
 * ```
 */
export function tokensText(tokens: Tokens): string {
  return `${JSON.stringify({ tokens: Object.fromEntries(tokens) }, null, 2)}\n`;
}

/**
 * A record for a call.
 *
 * @param options `expiresAt` in milliseconds since 1970.
 *
 * @example
 * ```ts
 * import { recordOf } from "gatehouse/state/approvals_records.ts";
 *
 * const binding = { principal: "p", capability: "c", identity: "i", resource: "r", argumentsDigest: "d" };
 * if (recordOf(binding, { expiresAt: 1_500 }).expires_at !== 1.5) throw new Error("another unit");
 * ```
 */
export function recordOf(binding: Binding, { expiresAt }: { readonly expiresAt: number }): TokenRecord {
  return {
    capability: binding.capability,
    principal: binding.principal,
    target: binding.identity,
    resource: binding.resource,
    arguments_digest: binding.argumentsDigest,
    expires_at: expiresAt / 1_000,
  };
}

/**
 * The tokens whose records allow exactly this call now, the one that expires first in front. One that would last longer
 * than any approval may is none.
 *
 * @param options `now`: milliseconds since 1970.
 *
 * @example
 * ```ts
 * import { matching, recordOf } from "gatehouse/state/approvals_records.ts";
 *
 * const binding = { principal: "p", capability: "c", identity: "i", resource: "r", argumentsDigest: "d" };
 * const tokens = new Map([["t", recordOf(binding, { expiresAt: 2_000 })]]);
 * if (matching(tokens, binding, { now: 1_999 }).join() !== "t") throw new Error("not found");
 * if (matching(tokens, binding, { now: 2_000 }).length > 0) throw new Error("found what has expired");
 * ```
 */
export function matching(
  tokens: Tokens,
  binding: Binding,
  { now }: { readonly now: number },
): readonly string[] {
  return [...tokens]
    .filter(([, found]) =>
      isAlive(found, now) && expiryOf(found) <= now + MAX_TTL_MS + ROUNDED_MS &&
      found.principal === binding.principal && found.capability === binding.capability &&
      found.target === binding.identity && found.resource === binding.resource &&
      isSame(found.arguments_digest, binding.argumentsDigest)
    )
    .sort(([, a], [, b]) => a.expires_at - b.expires_at)
    .map(([token]) => token);
}

/**
 * The records without those that have expired.
 *
 * @example
 * ```ts
 * import { alive } from "gatehouse/state/approvals_records.ts";
 *
 * if (alive(new Map(), { now: 0 }).size !== 0) throw new Error("found something");
 * ```
 */
export function alive(tokens: Tokens, { now }: { readonly now: number }): Map<string, TokenRecord> {
  return new Map([...tokens].filter(([, found]) => isAlive(found, now)));
}

/**
 * What an operator is shown of a record.
 *
 * @example
 * ```ts
 * import { grantedOf, recordOf } from "gatehouse/state/approvals_records.ts";
 *
 * const binding = { principal: "p", capability: "c", identity: "i", resource: "r", argumentsDigest: "d" };
 * const { id } = await grantedOf("secret", recordOf(binding, { expiresAt: 1 }));
 * if (!id.startsWith("apr-") || id.includes("secret")) throw new Error(id);
 * ```
 */
export async function grantedOf(token: string, found: TokenRecord): Promise<Granted> {
  return {
    id: await idOfToken(token),
    binding: {
      principal: found.principal,
      capability: found.capability,
      identity: found.target,
      resource: found.resource,
      argumentsDigest: found.arguments_digest,
    },
    createdAt: null,
    expiresAt: expiryOf(found),
  };
}

/**
 * The id by which a token is named without being told.
 *
 * @example
 * ```ts
 * import { idOfToken } from "gatehouse/state/approvals_records.ts";
 *
 * if (await idOfToken("a") === await idOfToken("b")) throw new Error("the same id");
 * ```
 */
export async function idOfToken(token: string): Promise<string> {
  return idOf("apr", new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token))));
}

function isAlive(found: TokenRecord, now: number): boolean {
  return expiryOf(found) > now;
}

function expiryOf({ expires_at: seconds }: TokenRecord): number {
  return Math.round(seconds * 1_000);
}

/** In a time that does not tell where two digests differ. */
function isSame(a: string, b: string): boolean {
  let differs = a.length ^ b.length;
  for (let at = 0; at < a.length; at++) differs |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return differs === 0;
}

function damaged(path: string, why: string): ToolError {
  return new ToolError("STORE_DAMAGED", `The approval file ${shownPath(path)} was refused: ${why}`, {
    next: 'Put {"tokens": {}} in it, mode 0600, and approve anew',
  });
}
