/**
 * What is checked of a request before its body is read: where it goes, where it comes from, who sends it, and whether
 * its form can be read and answered at all. The first fault answers.
 */
import type { Accepted } from "./accept.ts";
import type { Bearer } from "./bearer.ts";
import { originFault } from "./guard_host.ts";
import { refusal } from "./reply.ts";

/** The one path that is served. */
const ENDPOINT = "/mcp";

/**
 * The response that refuses the request unread, or null when its body may be read.
 *
 * @param options `port`: ours. `bearer`: the token's check, or null when none is needed. `accepted`: what the request's
 * `Accept` allows.
 *
 * @example
 * ```ts
 * import { refuseUnread } from "gatehouse/dispatch/ladder.ts";
 *
 * const foreign = new Request("http://localhost:8255/mcp", { headers: { host: "evil.example" } });
 * const reply = await refuseUnread(foreign, { port: 8255, bearer: null, accepted: { json: true, sse: true } });
 * if (reply?.status !== 403) throw new Error("let in");
 * ```
 */
export async function refuseUnread(
  request: Request,
  { port, bearer, accepted }: { port: number; bearer: Bearer | null; accepted: Accepted },
): Promise<Response | null> {
  const { headers } = request;
  if (pathOf(request.url) !== ENDPOINT) return refusal(404, `Nothing is served here but ${ENDPOINT}`);
  const fault = originFault(request, port);
  if (fault !== null) return refusal(403, fault);
  if (bearer !== null) {
    const authorization = headers.get("authorization");
    if (!(await bearer.opens(authorization))) return unauthorised(authorization !== null);
  }
  if (request.method !== "POST") return refusal(405, "Only POST is served", { headers: { allow: "POST" } });
  if (!isJson(headers.get("content-type"))) return refusal(415, "Content-Type is not application/json");
  if (!accepted.json && !accepted.sse) {
    return refusal(406, "Accept allows neither application/json nor text/event-stream");
  }
  return null;
}

/** RFC 6750, section 3: a request without credentials is told only how to bring some. */
function unauthorised(tried: boolean): Response {
  const challenge = tried ? 'Bearer realm="gatehouse", error="invalid_token"' : 'Bearer realm="gatehouse"';
  return refusal(401, "A bearer token is required", { headers: { "www-authenticate": challenge } });
}

function isJson(type: string | null): boolean {
  return type?.split(";", 1)[0]?.trim().toLowerCase() === "application/json";
}

/** By hand: the text before the path is the `Host` header, which may be no valid authority. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return start < 0 ? "" : url.slice(start).split(/[?#]/, 1)[0] ?? "";
}
