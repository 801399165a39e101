/** Which addresses a program may be sent to. The machine judges once more what a name leads to. */

// Narrower than RFC 3986: what readers of URLs read in different ways (user names, backslashes, blanks, braces that
// curl expands) is left out.
const FORM =
  /^https?:\/\/(?:(?<name>[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?\.?)|\[(?<six>[0-9A-Fa-f:.]{2,45})\])(?::\d{1,5})?(?:[\/?][A-Za-z0-9._~!$&'()*+,;=:@%\/?-]*)?$/;

/** Names that lead inside, and those of services that hand out a machine's own credentials. */
const INSIDE = [
  "localhost",
  "local",
  "internal",
  "localdomain",
  "home.arpa",
  "metadata",
  "lan",
  "intranet",
  "corp",
  "home",
];

/**
 * Whether it is an http or https URL without a user, whose host is no address or name of a private network.
 *
 * @example
 * ```ts
 * import { isPublicUrl } from "gatehouse/hosts/programs/url.ts";
 *
 * if (!isPublicUrl("https://example.com/a?b=c")) throw new Error("refused");
 * for (const url of ["http://127.1/", "http://a@b/", "ftp://a/", "http://metadata.google.internal/"]) {
 *   if (isPublicUrl(url)) throw new Error(url);
 * }
 * ```
 */
export function isPublicUrl(value: string): boolean {
  if (value.length > 2_048) return false;
  const { groups } = FORM.exec(value) ?? {};
  if (groups === undefined || !URL.canParse(value)) return false;
  // Read by the rules of the web, which know the old spellings of IPv4 addresses.
  const { hostname, port } = new URL(value);
  if (port !== "" && Number(port) === 0) return false;
  if (hostname.startsWith("[")) return isPublicSix(hostname.slice(1, -1));
  if (/^\d+(?:\.\d+){3}$/.test(hostname)) return isPublicFour(hostname.split(".").map(Number));
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return !INSIDE.some((inside) => name === inside || name.endsWith(`.${inside}`));
}

/** IANA's special-purpose registry (RFC 6890 and what came after). */
function isPublicFour([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  return !(a === 0 || a === 10 || a === 127 || a >= 224 || (a === 100 && b >= 64 && b <= 127) ||
    (a === 169 && b === 254) || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168) ||
    (a === 192 && b === 0 && (c === 0 || c === 2)) || (a === 192 && b === 88 && c === 99) ||
    (a === 198 && (b === 18 || b === 19)) || (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113));
}

/** Global unicast is 2000::/3; of it, what carries an IPv4 address in itself or is for documents is left out. */
function isPublicSix(address: string): boolean {
  return /^[23][0-9a-f]{3}:/i.test(address) &&
    !/^(?:2002:|2001:(?::|1?[0-9a-f]{1,2}:|db8:))/i.test(address);
}
