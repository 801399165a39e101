/** The certificate authority of an API that is not publicly trusted. Runs where the configuration is read, in no worker. */
import { ToolError } from "../../core/errors.ts";
import { readTrusted } from "../../core/files.ts";

/** Bytes of the file: a few certificates. */
const MAX_BYTES = 262_144;

/**
 * The text of the PEM file.
 *
 * @param path Absolute; null when the runtime's own authorities are trusted and no others.
 * @throws ToolError `FILE_MISSING`, `FILE_UNSAFE`, `FILE_UNREADABLE`; `CONFIG_INVALID` when it holds no certificate.
 *
 * @example
 * ```ts
 * import { readAuthority } from "gatehouse/hosts/mikrus/authority.ts";
 *
 * if (await readAuthority(null) !== null) throw new Error("an authority from nowhere");
 * ```
 */
export async function readAuthority(path: string | null): Promise<string | null> {
  if (path === null) return null;
  const text = new TextDecoder().decode(await readTrusted(path, { maxBytes: MAX_BYTES }));
  if (/-----BEGIN CERTIFICATE-----[\s\S]{1,}?-----END CERTIFICATE-----/.test(text)) return text;
  throw new ToolError("CONFIG_INVALID", `The file ${path} holds no certificate in PEM`, {
    next: "Name the certificate authority's own file in api_ca_file",
  });
}
