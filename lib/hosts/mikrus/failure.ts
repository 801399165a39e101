/**
 * What a failed exchange with the mikr.us API means to a caller.
 *
 * For a read, everything that may pass by itself may be tried again. For a change, only what certainly did not reach the
 * API, or what the API certainly refused, is a definite failure; all else is an unknown outcome.
 */
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";
import type { ExchangeError, Replied } from "./exchange.ts";

/** What a request does to the account. */
export type Kind = "read" | "change";

/** The request that failed. */
export interface Asked {
  /** As people read it: `POST /info of https://api.mikr.us`. */
  readonly what: string;
  readonly kind: Kind;
}

/**
 * The API answered 429. Another code than the local limit's, because waiting as long as the API says does help, while the
 * local limit says that the wait is too long.
 */
const UPSTREAM_RATE_LIMITED = "UPSTREAM_RATE_LIMITED";

/** Characters of the API's own words that are shown. */
const MAX_WORDS = 300;

/**
 * The failure of an exchange that brought no reply.
 *
 * @example
 * ```ts
 * import { ExchangeError } from "gatehouse/hosts/mikrus/exchange.ts";
 * import { obstacleFailure } from "gatehouse/hosts/mikrus/failure.ts";
 *
 * const late = new ExchangeError("late", { unsent: false });
 * if (obstacleFailure(late, { what: "POST /info", kind: "read" }).code !== "TRANSIENT_UPSTREAM") throw late;
 * if (obstacleFailure(late, { what: "POST /restart", kind: "change" }).code !== "AMBIGUOUS_OUTCOME") throw late;
 * ```
 */
export function obstacleFailure({ obstacle, unsent }: ExchangeError, asked: Asked): ToolError {
  const { what, kind } = asked;
  if (!unsent && kind === "change") return ambiguous(asked, WHY[obstacle]);
  switch (obstacle) {
    case "unreachable":
      return transient(`Could not connect for ${what}; nothing was sent`);
    case "untrusted":
      return new ToolError("UNAVAILABLE", `Refused the certificate shown for ${what}; nothing was sent`, {
        next: "Check api_url, and name the certificate authority in api_ca_file if it is your own",
      });
    case "forbidden":
      return new ToolError("UNAVAILABLE", `The worker may not connect for ${what}; nothing was sent`, {
        next: "Look at gatehouse permissions",
      });
    case "cancelled":
      return new ToolError("CANCELLED", "The caller cancelled the call");
    case "late":
    case "cut":
      return transient(`No complete reply to ${what}: ${WHY[obstacle]}`);
    case "malformed":
    case "too_large":
    case "not_utf8":
      return strange(asked, WHY[obstacle]);
  }
}

const WHY: Readonly<Record<ExchangeError["obstacle"], string>> = {
  unreachable: "the connection could not be made",
  untrusted: "its certificate is not trusted",
  forbidden: "the connection is not permitted",
  cancelled: "the call ended before it came",
  late: "it did not come in time",
  cut: "the connection was cut",
  malformed: "it is no HTTP/1.1",
  too_large: "it is too large",
  not_utf8: "it is no UTF-8",
};

/**
 * The failure that a reply's status is, or null when the reply is to be read.
 *
 * @param words The API's own explanation, already free of secrets; null when it gave none.
 *
 * @example
 * ```ts
 * import { statusFailure } from "gatehouse/hosts/mikrus/failure.ts";
 *
 * const reply = { status: 503, retryAfter: null, text: "" };
 * const failure = statusFailure(reply, { what: "POST /restart", kind: "change", words: null });
 * if (failure?.code !== "AMBIGUOUS_OUTCOME") throw new Error("a change was taken for undone");
 * ```
 */
export function statusFailure(
  { status, retryAfter }: Replied,
  { what, kind, words }: Asked & { readonly words: string | null },
): ToolError | null {
  if (status === 200) return null;
  const isRead = kind === "read";
  const after = retryAfterSeconds(retryAfter);
  const wait = after === null ? {} : { retryAfterSeconds: after };
  if (status === 429) {
    return new ToolError(
      isRead ? UPSTREAM_RATE_LIMITED : "RATE_LIMITED",
      `The API takes no more requests: ${what}`,
      {
        retryable: isRead,
        next: "Wait as long as it says, and ask less often",
        ...wait,
      },
    );
  }
  if (status >= 400 && status < 500) {
    return rejected(
      { what, kind },
      words === null ? `HTTP status ${status}` : `${words} (HTTP status ${status})`,
    );
  }
  const why = `HTTP status ${status}`;
  if (!isRead) return ambiguous({ what, kind }, why);
  if (status >= 500) return transient(`The API failed at ${what}: ${why}`, wait);
  if (status >= 300) return rejected({ what, kind }, `${why}, and redirects are not followed`);
  return strange({ what, kind }, why);
}

/**
 * The API's refusal of a request that it understood.
 *
 * @example
 * ```ts
 * import { rejected } from "gatehouse/hosts/mikrus/failure.ts";
 *
 * if (rejected({ what: "POST /info", kind: "read" }, "no").code !== "UPSTREAM_REJECTED") throw new Error("code");
 * ```
 */
export function rejected({ what }: Asked, words: string): ToolError {
  return new ToolError("UPSTREAM_REJECTED", `The API refused ${what}: ${oneLine(words, MAX_WORDS)}`, {
    next: "Read what it says; where it names the key or the server, check key and srv of this target",
  });
}

/**
 * The failure of a reply that cannot be read.
 *
 * @example
 * ```ts
 * import { unreadable } from "gatehouse/hosts/mikrus/failure.ts";
 *
 * if (unreadable({ what: "POST /info", kind: "read" }, "it is no JSON").code !== "UPSTREAM_PROTOCOL") {
 *   throw new Error("code");
 * }
 * ```
 */
export function unreadable(asked: Asked, why: string): ToolError {
  return asked.kind === "change" ? ambiguous(asked, why) : strange(asked, why);
}

/**
 * The failure of a request that the local limit held back: nothing was sent.
 *
 * @param seconds Until one may be sent.
 *
 * @example
 * ```ts
 * import { heldBack } from "gatehouse/hosts/mikrus/failure.ts";
 *
 * const failure = heldBack({ what: "POST /info", kind: "read" }, 2);
 * if (failure.code !== "RATE_LIMITED" || failure.retryAfterSeconds !== 2) throw new Error("not told when");
 * ```
 */
export function heldBack({ what, kind }: Asked, seconds: number): ToolError {
  return new ToolError("RATE_LIMITED", `The API key was used 5 times in a minute; ${what} was not sent`, {
    retryable: kind === "read",
    retryAfterSeconds: seconds,
    next: `Call again in ${seconds} s`,
  });
}

/**
 * Seconds of a `Retry-After` header (RFC 9110, section 10.2.3), at most 60; null when it has none that can be read.
 *
 * @example
 * ```ts
 * import { retryAfterSeconds } from "gatehouse/hosts/mikrus/failure.ts";
 *
 * if (retryAfterSeconds("7") !== 7 || retryAfterSeconds("soon") !== null) throw new Error("not read");
 * ```
 */
export function retryAfterSeconds(header: string | null): number | null {
  if (header === null) return null;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Math.min(60, Number(header));
  if (!/GMT\s*$/.test(header)) return null;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.min(60, Math.max(0, Math.ceil((at - Date.now()) / 1_000)));
}

function transient(message: string, wait: { readonly retryAfterSeconds?: number } = {}): ToolError {
  return new ToolError("TRANSIENT_UPSTREAM", message, {
    retryable: true,
    next: "Try again in a minute",
    ...wait,
  });
}

function strange({ what }: Asked, why: string): ToolError {
  return new ToolError("UPSTREAM_PROTOCOL", `Could not read the reply to ${what}: ${why}`, {
    next: "Try again later; if it stays so, the API has changed",
  });
}

function ambiguous({ what }: Asked, why: string): ToolError {
  return new ToolError("AMBIGUOUS_OUTCOME", `${what} was sent, and what came of it is not known: ${why}`, {
    next: "Look at the server before anything else; do not simply call again",
  });
}
