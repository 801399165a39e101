/** The one token that opens the HTTP endpoint, where one is configured (RFC 6750, section 2.1). */

/** `Bearer` and a token68 (RFC 9110, section 11.2); the scheme's case does not matter. */
const CREDENTIALS = /^Bearer +([A-Za-z0-9._~+/-]{1,4096}={0,2})$/i;

/** A token that is kept only as its digest. */
export interface Bearer {
  /** Who has the token, as the audit log names it: `bearer-sha256:<hex>`. */
  readonly principal: string;
  /** True when the `Authorization` header carries the token. Takes the same time for every wrong token. */
  opens(authorization: string | null): Promise<boolean>;
}

/**
 * The check for a token; the token itself is not kept.
 *
 * @example
 * ```ts
 * import { createBearer } from "gatehouse/dispatch/bearer.ts";
 *
 * const bearer = await createBearer("correct-horse-battery-staple-0001");
 * if (!(await bearer.opens("Bearer correct-horse-battery-staple-0001"))) throw new Error("refused the token");
 * if (await bearer.opens("Bearer correct-horse-battery-staple-0002")) throw new Error("took another token");
 * if (await bearer.opens(null)) throw new Error("took none");
 * ```
 */
export async function createBearer(token: string): Promise<Bearer> {
  const expected = await digest(token);
  return {
    principal: `bearer-sha256:${expected.toHex()}`,
    async opens(authorization) {
      const given = CREDENTIALS.exec(authorization ?? "")?.[1];
      if (given === undefined) return false;
      const actual = await digest(given);
      // Digests have one length, and every byte is looked at: the time says nothing about where they differ.
      let difference = 0;
      for (const [index, byte] of expected.entries()) difference |= byte ^ (actual[index] ?? 0xff);
      return difference === 0;
    },
  };
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
