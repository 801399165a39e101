/** Reads the operator's files: the configuration, which others may read, and the bearer token, which they may not. */
import { ToolError } from "../core/errors.ts";
import { configError, type Origin, shown } from "./source.ts";

/** Bytes a configuration file may have: 64 KiB. */
const MAX_CONFIG_BYTES = 65_536;
/** Bytes a token file may have. */
const MAX_TOKEN_BYTES = 4_096;

/**
 * The configuration file's text, or null when there is no such file.
 *
 * @throws ToolError `CONFIG_INVALID` when it is no regular file, others may write to it, or it is too large.
 *
 * @example
 * ```ts
 * import { readConfig } from "gatehouse/config/read.ts";
 *
 * if (await readConfig("/nowhere/gatehouse.toml") !== null) throw new Error("read from nothing");
 * ```
 */
export async function readConfig(path: string): Promise<string | null> {
  if (isMissing(path)) return null;
  const { readTrusted } = await import("../core/files.ts");
  const bytes = await asConfigError(() => readTrusted(path, { maxBytes: MAX_CONFIG_BYTES }));
  return decoded(bytes) ??
    fail(`Could not use ${shown(path)}: it is no UTF-8`, "Write it again as UTF-8");
}

/**
 * The bearer token in a file: one line of 32 to 4096 characters that an `Authorization` header can carry
 * (RFC 6750, section 2.1).
 *
 * @param path Absolute.
 * @param options `origin`: where the path came from.
 * @throws ToolError `CONFIG_INVALID` when the file is not private or holds no such token. The token is never shown.
 *
 * @example
 * ```ts
 * import { readToken } from "gatehouse/config/read.ts";
 *
 * const code = await readToken("/nowhere/token", { origin: "--token-file" }).then(() => "", (error) => error.code);
 * if (code !== "CONFIG_INVALID") throw new Error(code);
 * ```
 */
export async function readToken(path: string, { origin }: { origin: Origin }): Promise<string> {
  const { readPrivate } = await import("../core/files.ts");
  const bytes = await asConfigError(() => readPrivate(path, { maxBytes: MAX_TOKEN_BYTES }));
  const token = decoded(bytes)?.replace(/\r?\n$/, "") ?? "";
  if (/^[A-Za-z0-9._~+/-]{32,}={0,2}$/.test(token)) return token;
  return fail(
    `Could not use the token in ${shown(path)} (from ${
      shown(origin)
    }): it has ${token.length} characters, or others than A-Z a-z 0-9 -._~+/`,
    "Write one line of at least 32 such characters, or have gatehouse token new make the file",
  );
}

/**
 * Is there nothing? A place that cannot be looked at is not missing: reading it says why.
 *
 * @example
 * ```ts
 * import { isMissing } from "gatehouse/config/read.ts";
 *
 * if (!isMissing("/nowhere/at/all") || isMissing("/")) throw new Error("looked wrongly");
 * ```
 */
export function isMissing(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return false;
  } catch (error) {
    return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
  }
}

async function asConfigError<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw configError(error.message, error.next ?? "Check the file");
  }
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function fail(message: string, next: string): never {
  throw configError(message, next);
}
