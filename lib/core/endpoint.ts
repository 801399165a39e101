/** Where a configured service stands, and whether that is this machine. */

/** A service's address, read once. */
export interface Endpoint {
  /** The URL without a slash at its end; the same text for every spelling of the same URL. */
  readonly base: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** The host to connect to: an IP literal as it is, an IPv6 one without brackets; `localhost` as 127.0.0.1. */
  readonly hostname: string;
  readonly port: number;
  /** True for 127.0.0.0/8, ::1 and localhost: only this machine can answer there. */
  readonly loopback: boolean;
}

/**
 * Reads a service's base URL.
 *
 * What the name `localhost` resolves to is not ours to decide, so it stands for the IPv4 literal. Other names are never
 * taken for this machine, whatever they resolve to.
 *
 * @param text An http or https URL.
 * @returns Null when it is none, or has a user, password, query or fragment.
 *
 * @example
 * ```ts
 * import { endpointOf } from "gatehouse/core/endpoint.ts";
 *
 * const endpoint = endpointOf("http://localhost:8155/");
 * if (endpoint?.base !== "http://127.0.0.1:8155" || !endpoint.loopback) throw new Error("not read");
 * if (endpointOf("http://127.0.0.1.example.com")?.loopback !== false) throw new Error("a name is no address");
 * ```
 */
export function endpointOf(text: string): Endpoint | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const secure = url.protocol === "https:";
  if (!secure && url.protocol !== "http:") return null;
  if (url.username + url.password + url.search + url.hash !== "") return null;
  // The parser has written every form of an IPv4 address, such as `127.1` or `0x7f000001`, in its dotted form.
  if (url.hostname === "localhost") url.hostname = "127.0.0.1";
  return {
    base: `${url.origin}${url.pathname}`.replace(/\/+$/, ""),
    origin: url.origin,
    hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
    loopback: /^127(?:\.\d{1,3}){3}$/.test(url.hostname) || url.hostname === "[::1]",
  };
}
