/** A file's bytes as an argument. */
import { z } from "zod";
import { MASK } from "../mikrus/text.ts";

/** Bytes of a file's content: 100,000. */
const MAX_CONTENT = 100_000;

/**
 * Canonical base64, because an approval binds one spelling. What a read has masked must not be written back over the
 * secret that it stands for.
 */
export const contentBase64 = z.base64().max(Math.ceil(MAX_CONTENT / 3) * 4)
  .refine((text) => bytesOf(text) !== null, { error: "the content is not canonical base64" })
  .refine((text) => (bytesOf(text)?.length ?? 0) <= MAX_CONTENT, {
    error: "the content has more than 100000 bytes (SIZE_LIMIT_EXCEEDED)",
  })
  // Latin-1 has a character for every byte, so that the mark is found in any bytes.
  .refine((text) => !new TextDecoder("latin1").decode(bytesOf(text) ?? new Uint8Array()).includes(MASK), {
    error: `the content holds ${MASK}, which stands where a read masked a secret (REDACTED_CONTENT)`,
  })
  .describe("At most 100,000 bytes when decoded");

function bytesOf(text: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(text, { lastChunkHandling: "strict" });
  } catch {
    return null;
  }
}
