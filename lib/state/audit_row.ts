/** One row of the audit log as it is stored: a JSON text, and what ties it to the row before. */
import { createHash, hash, timingSafeEqual } from "node:crypto";
import type { AuditEntry, Facts } from "../core/audit.ts";
import { once } from "../core/frozen.ts";

/** Where the chain stands: the number and the hash of a row, or of the one before the first. */
export interface ChainPoint {
  /** Rows are numbered from 1 without a gap, over all segments; 0 is the point before the first. */
  readonly seq: number;
  /** 32 bytes. */
  readonly hash: Uint8Array;
}

/** Rows that were never written, because too many waited. */
export interface Gap {
  /** Milliseconds since 1970, when the first was lost. */
  readonly at: number;
  /** How many. */
  lost: number;
}

/** The point before the first row. */
export const CHAIN_START: ChainPoint = { seq: 0, hash: new Uint8Array(32) };

/** Characters of one row's JSON; facts that would make it longer are left out and counted. */
const MAX_BODY = 65_536;

/**
 * The text that is stored, and hashed, for a finished call. Its facts are left out, and counted, when the row would
 * have more than 65,536 characters; half surrogates become U+FFFD, since SQLite keeps UTF-8.
 *
 * @example
 * ```ts
 * import { callBody } from "gatehouse/state/audit_row.ts";
 *
 * const entry = { at: 1, principal: "p", via: "cli", tool: "t", outcome: "ok", ms: 2, facts: {} } as const;
 * if (JSON.parse(callBody(entry)).call.tool !== "t") throw new Error("lost the tool");
 * ```
 */
export function callBody({ at, principal, via, tool, outcome, ms, facts }: AuditEntry): string {
  const call = {
    at,
    principal: principal.slice(0, 256),
    via,
    tool: tool.slice(0, 64),
    outcome: outcome.slice(0, 64),
    ms,
  };
  const body = `{"call":${wellFormed(call).slice(0, -1)},"facts":${factsText(facts)}}}`;
  if (body.length <= MAX_BODY) return body;
  return wellFormed({ call: { ...call, facts: { facts_left_out: Object.keys(facts).length } } });
}

const factsText = once((facts: Facts): string => {
  const kept = Object.entries(facts).map(([name, fact]) =>
    [name, typeof fact === "object" && fact !== null ? hash("sha256", fact.sha256, "hex") : fact] as const
  );
  return wellFormed(Object.fromEntries(kept));
});

/**
 * The text that is stored in place of rows that were lost.
 *
 * @example
 * ```ts
 * import { gapBody } from "gatehouse/state/audit_row.ts";
 *
 * if (gapBody({ at: 1, lost: 3 }) !== '{"gap":{"at":1,"lost":3}}') throw new Error("wrong text");
 * ```
 */
export function gapBody({ at, lost }: Gap): string {
  return JSON.stringify({ gap: { at, lost } });
}

/**
 * The next row's place in the chain: SHA-256 over the hash before, the row's number (8 bytes, big-endian) and the
 * stored bytes.
 *
 * @param body The row's JSON, as the text that is stored or as its bytes.
 *
 * @example
 * ```ts
 * import { CHAIN_START, chained } from "gatehouse/state/audit_row.ts";
 *
 * const { seq, hash } = chained(CHAIN_START, "{}");
 * if (seq !== 1 || hash.byteLength !== 32) throw new Error("wrong place");
 * ```
 */
export function chained(before: ChainPoint, body: string | Uint8Array): ChainPoint {
  const seq = before.seq + 1;
  const link = new Uint8Array(40);
  link.set(before.hash);
  putBigEndian(link, { at: 32, value: seq });
  return { seq, hash: Uint8Array.fromHex(createHash("sha256").update(link).update(body).digest("hex")) };
}

/**
 * The proof that who holds the key has put the chain at this point: HMAC-SHA256. A row's proof does not pass for the
 * head's, nor the other way round.
 *
 * @example
 * ```ts
 * import { CHAIN_START, sameBytes, sealOf } from "gatehouse/state/audit_row.ts";
 *
 * const key = new Uint8Array(32);
 * const row = sealOf(CHAIN_START, { key, purpose: "row" });
 * if (sameBytes(row, sealOf(CHAIN_START, { key, purpose: "head" }))) throw new Error("one passes for the other");
 * ```
 */
export function sealOf(
  point: ChainPoint,
  { key, purpose }: { key: Uint8Array; purpose: "head" | "row" },
): Uint8Array {
  const { inner, outer } = hmacOf(key)[purpose];
  putBigEndian(inner, { at: inner.length - 40, value: point.seq });
  inner.set(point.hash, inner.length - 32);
  outer.set(sha256(inner), BLOCK);
  return sha256(outer);
}

/**
 * Whether the bytes are the same, in a time that does not tell where they differ.
 *
 * @example
 * ```ts
 * import { sameBytes } from "gatehouse/state/audit_row.ts";
 *
 * if (sameBytes(new Uint8Array([1]), new Uint8Array([1, 2]))) throw new Error("lengths differ");
 * ```
 */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

/** JSON with every half surrogate replaced, in keys and values: `JSON.stringify` would escape one and keep it. */
function wellFormed(value: unknown): string {
  return JSON.stringify(value).replace(
    /\\\\|\\ud[89a-f][0-9a-f]{2}/g,
    (part) => part === "\\\\" ? part : "\ufffd",
  );
}

/** What the two hashes of an HMAC (RFC 2104) are taken of, with room for the point in `inner` and its hash in `outer`. */
interface Hmac {
  readonly inner: Uint8Array;
  readonly outer: Uint8Array;
}

/** Bytes of one block of SHA-256; a longer key would have to be hashed first. */
const BLOCK = 64;

const hmacs = new WeakMap<Uint8Array, Readonly<Record<"head" | "row", Hmac>>>();

/** Kept by key: Node's own HMAC takes three times as long for a text as short as these. */
function hmacOf(key: Uint8Array): Readonly<Record<"head" | "row", Hmac>> {
  const known = hmacs.get(key);
  if (known !== undefined) return known;
  if (key.byteLength > BLOCK) throw new RangeError(`The key has ${key.byteLength} bytes`);
  const made = { head: hmac(key, "head"), row: hmac(key, "row") };
  hmacs.set(key, made);
  return made;
}

function hmac(key: Uint8Array, purpose: "head" | "row"): Hmac {
  const padded = (pad: number) => Array.from({ length: BLOCK }, (_, at) => (key[at] ?? 0) ^ pad);
  const name = new TextEncoder().encode(`gatehouse audit ${purpose}\n`);
  return {
    inner: Uint8Array.from([...padded(0x36), ...name, ...new Uint8Array(40)]),
    outer: Uint8Array.from([...padded(0x5c), ...new Uint8Array(32)]),
  };
}

/** By way of the digits: a `Buffer` takes longer to make than they to read. */
function sha256(bytes: Uint8Array): Uint8Array {
  return Uint8Array.fromHex(hash("sha256", bytes, "hex"));
}

function putBigEndian(bytes: Uint8Array, { at, value }: { at: number; value: number }): void {
  let rest = value;
  for (let place = at + 7; place >= at; place--) {
    bytes[place] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}
