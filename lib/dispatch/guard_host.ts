/**
 * Who may reach the server: programs of this machine, and pages that this machine itself serves on our port.
 *
 * A page of any site can make a browser send requests to a loopback port, and a name that such a site owns can be made
 * to resolve to loopback (DNS rebinding). What the browser cannot forge is `Host` and `Origin`.
 */

/** `[::1]`, `127.0.0.1` or `localhost`, and a port where one is named. */
const AUTHORITY = /^(?:127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?$/i;

/** The schemes of an origin that a page can have, with the port each stands for when none is named. */
const DEFAULT_PORT: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/**
 * What is wrong with the request's target, `Host` or `Origin`, as one sentence, or null when all are ours. No `Origin`
 * is the rule for programs that are no browser. A target in absolute form names a host of its own, which counts before
 * the header's (RFC 9112, section 3.2.2).
 *
 * @param request `url`: as the server saw it, with the target's authority or else the header's.
 * @param port The port that the server listens on, 1–65535.
 *
 * @example
 * ```ts
 * import { originFault } from "gatehouse/dispatch/guard_host.ts";
 *
 * const from = (host: string) => ({ url: `http://${host}/mcp`, headers: new Headers({ host }) });
 * if (originFault(from("localhost:8255"), 8255) !== null) throw new Error("refused ourselves");
 * if (originFault(from("evil.example:8255"), 8255) === null) throw new Error("rebound");
 * ```
 */
export function originFault({ url, headers }: Pick<Request, "url" | "headers">, port: number): string | null {
  if (!isOurs(headers.get("host") ?? "", { port, unnamed: 80 })) {
    return "Host is not a loopback address with our port";
  }
  const target = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? "";
  if (!isOurs(target, { port, unnamed: 80 })) return "The target is not a loopback address with our port";
  const origin = headers.get("origin");
  if (origin === null) return null;
  const slashes = origin.indexOf("//");
  const unnamed = slashes < 0 ? undefined : DEFAULT_PORT[origin.slice(0, slashes).toLowerCase()];
  const ours = unnamed !== undefined && isOurs(origin.slice(slashes + 2), { port, unnamed });
  return ours ? null : "Origin is not a loopback page with our port";
}

function isOurs(authority: string, { port, unnamed }: { port: number; unnamed: number }): boolean {
  const match = AUTHORITY.exec(authority);
  return match !== null && (match[1] === undefined ? unnamed : Number(match[1])) === port;
}
