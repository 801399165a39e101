/** Published ports as compose writes them: as text or as a map. */
import { isRecord } from "../../core/record.ts";
import { unsupported } from "./unsupported.ts";

const EVERYWHERE = new Set(["0.0.0.0", "::", "[::]"]);

/**
 * The ports, as `host:port->port/protocol`, sorted.
 *
 * @throws ToolError `VALIDATION_FAILED` for a form that is not known.
 *
 * @example
 * ```ts
 * import { declaredPorts } from "gatehouse/hosts/compose/declared_ports.ts";
 *
 * const ports = declaredPorts(["127.0.0.1:8080:80/tcp", { target: 53, protocol: "udp", published: "53" }]);
 * if (ports.join() !== "127.0.0.1:8080->80/tcp,:53->53/udp") throw new Error(ports.join());
 * ```
 */
export function declaredPorts(entries: unknown): readonly string[] {
  if (!Array.isArray(entries)) throw unknown();
  return entries.map(portOf).toSorted();
}

function portOf(entry: unknown): string {
  if (isRecord(entry)) {
    const { target, published = null, protocol = "tcp", host_ip = "" } = entry;
    return shown(String(host_ip ?? ""), String(published ?? ""), `${target}/${protocol ?? "tcp"}`);
  }
  // An address of IPv6 stands in brackets.
  const match = /^(?:(?:(\[[0-9a-fA-F:.]+\]|[^:]*):)?([0-9-]*):)?([0-9-]+)(?:\/([a-z]+))?$/.exec(
    String(entry),
  );
  if (match === null) throw unknown();
  const [, host = "", published = "", target = "", protocol = "tcp"] = match;
  return shown(host.replace(/^\[|\]$/g, ""), published, `${target}/${protocol}`);
}

function shown(host: string, published: string, inner: string): string {
  return `${EVERYWHERE.has(host) ? "" : host}:${published === "0" ? "" : published}->${inner}`;
}

function unknown() {
  return unsupported("one of its ports has a form that is not known");
}
