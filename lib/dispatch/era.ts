/**
 * Which of the two protocol generations a message belongs to. Decided for each message by its body, so that one
 * connection can carry both.
 */
import { isRecord } from "../core/record.ts";
import type { Params } from "./frames.ts";

/** `modern`: 2026-07-28, every request carries its context. `legacy`: the revisions that open with `initialize`. */
export type Era = "modern" | "legacy";

/** The prefix of the keys that the protocol reserves in `_meta`. */
export const META_PREFIX = "io.modelcontextprotocol/";

/**
 * The era of a request or a notification. A cancellation has no sign of its era: it goes by the id that it names.
 *
 * @param message The message's method and parameters.
 * @param initialized True when an `initialize` came earlier on the connection; over HTTP, which has none, when the
 * version header names a legacy revision.
 *
 * @example
 * ```ts
 * import { eraOf } from "gatehouse/dispatch/era.ts";
 *
 * if (eraOf({ method: "tools/list" }, false) !== "legacy") throw new Error("a bare request is legacy");
 * if (eraOf({ method: "server/discover" }, true) !== "modern") throw new Error("only one era has discover");
 * ```
 */
export function eraOf(
  message: { readonly method: string; readonly params?: Params },
  initialized: boolean,
): Era {
  if (carriesEnvelope(message.params) || message.method === "server/discover") return "modern";
  return message.method.startsWith("resources/") && !initialized ? "modern" : "legacy";
}

function carriesEnvelope(params: Params | undefined): boolean {
  const meta = params?.["_meta"];
  if (!isRecord(meta)) return false;
  for (const key in meta) if (key.startsWith(META_PREFIX)) return true;
  return false;
}
