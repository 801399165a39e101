/**
 * Seals the state that travels through a caller between a question and its answers.
 *
 * Such a state is attacker input when it comes back (MCP 2026-07-28): HMAC-SHA256 over its bytes, an end of life, and
 * a binding to whom and what it was made for. It is signed, not secret. Each token has a nonce, so that a store can see
 * to it that it is used once.
 */

/** Milliseconds a sealed state lives: ten minutes. */
const LIFE_MS = 600_000;

/** Characters of a sealed state that are looked at; a longer one does not hold. */
const MAX_SEALED = 32_768;

/** A state whose seal, age and binding hold. */
export interface Opened {
  readonly state: unknown;
  /** Names this one token, for a store of spent ones. */
  readonly nonce: string;
  /** Milliseconds since 1970 after which the token does not hold any more. */
  readonly until: number;
}

/** Makes and opens sealed states with one key. */
export interface Seal {
  /** A token for the state, bound to `binding` (any text; principal, tool and arguments). */
  close(state: unknown, binding: string): Promise<string>;
  /** The state, or null when the token is forged, too old, or bound to something else. */
  open(token: string, binding: string): Promise<Opened | null>;
}

/**
 * A seal with a key of its own: random, for this process, unless one is given.
 *
 * @param options `key`: at least 32 bytes. For tests, `now`: milliseconds since 1970; `elapsed`: milliseconds on a
 * clock that nobody can set, which stands still where only `now` is given.
 * @throws RangeError when the key is shorter than 32 bytes.
 *
 * @example
 * ```ts
 * import { createSeal } from "gatehouse/core/seal.ts";
 *
 * const seal = createSeal();
 * const token = await seal.close({ round: 1 }, "alice");
 * if ((await seal.open(token, "alice")) === null) throw new Error("own seal refused");
 * if ((await seal.open(token, "bob")) !== null) throw new Error("another's seal accepted");
 * ```
 */
export function createSeal(
  options: { key?: Uint8Array<ArrayBuffer>; now?: () => number; elapsed?: () => number } = {},
): Seal {
  const bytes = options.key ?? crypto.getRandomValues(new Uint8Array(32));
  if (bytes.byteLength < 32) throw new RangeError(`The sealing key has ${bytes.byteLength} bytes, not 32`);
  const { now: wall, elapsed = wall === undefined ? () => performance.now() : () => 0 } = options;
  const now = forwards(wall ?? Date.now, elapsed);
  let imported: Promise<CryptoKey> | undefined;
  const key = (): Promise<CryptoKey> =>
    imported ??= crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
      "sign",
      "verify",
    ]);

  return {
    async close(state, binding) {
      const nonce = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
      const body = encode({ state, binding: await digest(binding), until: now() + LIFE_MS, nonce });
      const mark = await crypto.subtle.sign("HMAC", await key(), new TextEncoder().encode(body));
      return `${body}.${toBase64Url(new Uint8Array(mark))}`;
    },
    async open(token, binding) {
      const dot = token.indexOf(".");
      if (dot < 0 || token.length > MAX_SEALED) return null;
      const body = token.slice(0, dot);
      const mark = fromBase64Url(token.slice(dot + 1));
      // `verify` compares in constant time.
      if (
        mark === null ||
        !(await crypto.subtle.verify("HMAC", await key(), mark, new TextEncoder().encode(body)))
      ) {
        return null;
      }
      const sealed = decode(body);
      if (sealed === null || sealed.until <= now() || sealed.binding !== await digest(binding)) return null;
      const { state, nonce, until } = sealed;
      return { state, nonce, until };
    },
  };
}

/**
 * The time of day, which goes on when the clock is set back: else a state would live longer for it, and so would one
 * that a store of spent ones has forgotten meanwhile.
 */
function forwards(now: () => number, elapsed: () => number): () => number {
  let [time, at] = [now(), elapsed()];
  return () => {
    const since = elapsed();
    [time, at] = [Math.max(now(), time + since - at), since];
    return Math.floor(time);
  };
}

function encode(value: unknown): string {
  return toBase64Url(new TextEncoder().encode(JSON.stringify(value)));
}

function decode(body: string): Opened & { readonly binding: string } | null {
  const bytes = fromBase64Url(body);
  if (bytes === null) return null;
  try {
    // Only reached for bytes that this key signed, so the shape is the one `close` wrote.
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

async function digest(text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

function toBase64Url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: "base64url", lastChunkHandling: "loose" });
    // One spelling for each token: stray bits in the last character are refused.
    return toBase64Url(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}
