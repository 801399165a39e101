/** How long a context is in tokens, roughly, and whether a service seems to have dropped a part of it. */
import type { Message } from "../types.ts";

/** Bytes of text that make a token, about: prose and code of the usual models lie between three and five. */
const BYTES_PER_TOKEN = 4;

/** Tokens around each message: its role and its marks. */
const PER_MESSAGE = 4;

/** A service that read less than this part of the estimate has not read everything: no text has ten bytes a token. */
const LEAST_SHARE = 0.4;

/** Below so many tokens the estimate is too rough to say anything. */
const LEAST_ESTIMATE = 512;

const UTF8 = new TextEncoder();

/**
 * An estimate of the messages' tokens; without the offered tools, so that it is rather too small.
 *
 * @example
 * ```ts
 * import { estimateTokens } from "gatehouse/flow/model/estimate.ts";
 *
 * if (estimateTokens([{ role: "user", content: "x".repeat(400) }]) !== 104) throw new Error("estimated otherwise");
 * ```
 */
export function estimateTokens(messages: readonly Message[]): number {
  let bytes = 0;
  for (const message of messages) {
    bytes += bytesOf(message.content);
    if (message.role === "assistant") {
      for (const { name, args } of message.calls) bytes += bytesOf(name) + bytesOf(JSON.stringify(args));
    }
  }
  return Math.ceil(bytes / BYTES_PER_TOKEN) + PER_MESSAGE * messages.length;
}

/**
 * Whether the service has read so much less than it was sent that it must have dropped messages, which Ollama does
 * without an error when a context is full. Services that leave out what they had cached may be told wrongly for it, so
 * it is a reason not to trust a turn's result, and none to refuse it.
 *
 * @param promptTokens What the service says it read; null says nothing.
 * @param options `estimate`: of {@link estimateTokens}. `contextLength`: in tokens.
 *
 * @example
 * ```ts
 * import { wasTruncated } from "gatehouse/flow/model/estimate.ts";
 *
 * if (!wasTruncated(2_051, { estimate: 15_700, contextLength: 16_384 })) throw new Error("not seen");
 * if (wasTruncated(12_000, { estimate: 15_700, contextLength: 16_384 })) throw new Error("seen wrongly");
 * if (wasTruncated(null, { estimate: 15_700, contextLength: 16_384 })) throw new Error("nothing was said");
 * ```
 */
export function wasTruncated(
  promptTokens: number | null,
  { estimate, contextLength }: { readonly estimate: number; readonly contextLength: number },
): boolean {
  if (promptTokens === null || estimate < LEAST_ESTIMATE) return false;
  return promptTokens < estimate * LEAST_SHARE || estimate * LEAST_SHARE > contextLength;
}

function bytesOf(text: string): number {
  // Exact only where it matters: most contexts are ASCII, and writing 100,000 characters out costs less than a send.
  return UTF8.encode(text).length;
}
