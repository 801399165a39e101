/**
 * The configured roots. All of this runs in the program itself, before a worker is started: the worker may look at
 * nothing above its roots, so that no component of their paths is a link has to be known by then.
 */
import { isRecord } from "../../core/record.ts";
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";
import { pathPrefixes } from "../../core/file_checks.ts";
import { readTrusted } from "../../core/files.ts";
import { LIMITS } from "../contract/limits.ts";
import { rootKey } from "../identity.ts";
import { byCodeUnit } from "../text/canonical_json.ts";
import { caseFold } from "../text/fold.ts";
import { parseJson } from "../text/strict_json.ts";
import type { Root } from "../types.ts";

/** A root as a configuration names it. */
export interface RootEntry {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  /** Default `phases`. */
  readonly format?: Root["format"];
  /** Default false. */
  readonly followLinks?: boolean;
}

/** Bytes of a file of roots. */
const MAX_FILE_BYTES = 65_536;
/** Characters of a path. */
const MAX_PATH = 32_767;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;
const VERSION = "1.0";

/**
 * The roots of a file of the form `{"config_version":"1.0","roots":[{"id":"demo","path":"/srv/skills"}]}`.
 *
 * @param path Absolute.
 * @throws ToolError `SKILL_ROOT_CONFIG`, or what `readTrusted` throws.
 *
 * @example
 * ```ts
 * import { readRootsFile } from "gatehouse/skills/registry/roots.ts";
 *
 * const path = await Deno.realPath(await Deno.makeTempFile());
 * await Deno.writeTextFile(path, `{"config_version":"1.0","roots":[{"id":"demo","path":"/srv/skills"}]}`);
 * const [root] = await readRootsFile(path);
 * if (root?.id !== "demo") throw new Error("not read");
 * ```
 */
export async function readRootsFile(path: string): Promise<RootEntry[]> {
  if (!isAbsolute(path)) {
    throw refused(`${oneLine(path, 300)} is no absolute path`, "Name the file by its full path");
  }
  return parseRoots(await readTrusted(path, { maxBytes: MAX_FILE_BYTES }));
}

function parseRoots(bytes: Uint8Array): RootEntry[] {
  const parsed = parseJson(bytes, { file: "the roots' file", maxBytes: MAX_FILE_BYTES });
  if (!parsed.ok) {
    const { message, mend, line } = parsed.issue;
    throw refused(`${message}${line === undefined ? "" : `, line ${line}`}`, mend);
  }
  const next = `Write {"config_version":"${VERSION}","roots":[{"id":"…","path":"/…"}]}`;
  const { value } = parsed;
  if (!isRecord(value) || !hasExactly(value, ["config_version", "roots"])) {
    throw refused("the roots' file must have exactly config_version and roots", next);
  }
  if (value["config_version"] !== VERSION) throw refused(`config_version must be "${VERSION}"`, next);
  const roots = value["roots"];
  if (!Array.isArray(roots)) throw refused("roots must be a list", next);
  return roots.map((root: unknown, at) => {
    if (!isRecord(root) || !hasExactly(root, ["id", "path"])) {
      throw refused(`root ${at + 1} must have exactly id and path`, next);
    }
    const { id, path } = root;
    if (typeof id !== "string" || typeof path !== "string") {
      throw refused(`id and path of root ${at + 1} must be texts`, next);
    }
    return { id, path };
  });
}

/**
 * The roots as they are handed to the worker: sorted by key, every path a real directory without a link in it.
 *
 * @throws ToolError `SKILL_ROOT_CONFIG`; `SKILL_ROOT_DUPLICATE` for two ids of one key and for one directory twice.
 *
 * @example
 * ```ts
 * import { configuredRoots } from "gatehouse/skills/registry/roots.ts";
 *
 * const path = await Deno.realPath(await Deno.makeTempDir());
 * const [root] = configuredRoots([{ id: "ＤＥＭＯ", path }]);
 * if (root?.key !== "demo" || root.format !== "phases") throw new Error("another root");
 * ```
 */
export function configuredRoots(entries: readonly RootEntry[]): Root[] {
  if (entries.length === 0 || entries.length > LIMITS.roots) {
    throw refused(`${entries.length} roots are configured`, `Configure 1 to ${LIMITS.roots}`);
  }
  const keys = new Set<string>();
  const places = new Set<string>();
  const roots = entries.map(({ id, path, format = "phases", followLinks = false }) => {
    const key = rootKey(id);
    if (key === null) {
      throw refused(`${shown(id)} is no identifier`, "Use letters, digits, - and _, at most 64 of them");
    }
    const place = realDirectory(id, path);
    for (const name of place.names) {
      if (places.has(name)) throw twice(`The directory of root ${shown(id)} is configured twice`);
      places.add(name);
    }
    if (keys.has(key)) throw twice(`Two roots are named ${shown(id)}`);
    keys.add(key);
    return { id: id.normalize("NFKC"), key, path: place.path, format, followLinks };
  });
  return roots.sort((a, b) => byCodeUnit(a.key, b.key));
}

/** The directory's path without `.` and `..`, and the names under which it would be found a second time. */
function realDirectory(
  id: string,
  path: string,
): { readonly path: string; readonly names: readonly string[] } {
  const next = "Name an existing directory by its full real path";
  if (!isAbsolute(path) || path !== path.trim() || path.length > MAX_PATH || INVISIBLE.test(path)) {
    throw refused(`the path of root ${shown(id)}, ${shown(path)}, is not absolute and plain`, next);
  }
  let real = path;
  let info: Deno.FileInfo | null = null;
  try {
    for (const prefix of pathPrefixes(path)) {
      info = Deno.lstatSync(prefix);
      if (info.isSymlink) {
        throw refused(`${shown(prefix)}, in the path of root ${shown(id)}, is a link`, next);
      }
      real = prefix;
    }
    if (real === "/") {
      throw refused(`root ${shown(id)} is the whole file system`, "Name a directory of skills");
    }
    if (info?.isDirectory !== true) throw refused(`${shown(path)}, root ${shown(id)}, is no directory`, next);
    const name = caseFold(Deno.realPathSync(real).normalize("NFKC"));
    return {
      path: real,
      names: [`path ${name}`, ...info.ino === null ? [] : [`inode ${info.dev}:${info.ino}`]],
    };
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const reason = error instanceof Deno.errors.NotFound ? "does not exist" : "cannot be looked at";
    throw refused(`${shown(path)}, root ${shown(id)}, ${reason}`, next);
  }
}

function isAbsolute(path: string): boolean {
  if (/^(?:\\\\|\/\/)/.test(path)) return false;
  return Deno.build.os === "windows" ? /^[A-Za-z]:[\\/]/.test(path) : path.startsWith("/");
}

function hasExactly(value: object, keys: readonly string[]): boolean {
  return Object.keys(value).sort(byCodeUnit).join() === keys.join();
}

function shown(text: string): string {
  return JSON.stringify(oneLine(text, 300));
}

function refused(problem: string, next: string): ToolError {
  return new ToolError("SKILL_ROOT_CONFIG", `Invalid skills configuration: ${problem}`, { next });
}

function twice(problem: string): ToolError {
  return new ToolError("SKILL_ROOT_DUPLICATE", problem, { next: "Configure each root once" });
}
