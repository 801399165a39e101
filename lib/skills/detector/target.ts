/**
 * The way to a target, looked at before a worker is started that may read the target alone: a worker sees nothing of
 * what lies above it.
 */
import type { Profile } from "../types.ts";
import { blockedProfile, missingProfile } from "./blocked.ts";

/** A target that may be profiled, or the profile that there is without looking any further. */
export type TargetCheck =
  | {
    readonly ok: true;
    /** Absolute, without links, `.` and `..`: what the worker may read, and what it is asked about. */
    readonly path: string;
  }
  | { readonly ok: false; readonly profile: Profile };

const MAX_LENGTH = 32_767;

/** Control, format and half characters (Unicode general categories Cc, Cf and Cs). */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;

/**
 * Whether the text can name a target: absolute on this system, visible characters only, at most 32,767 of them, and no
 * network path.
 *
 * @example
 * ```ts
 * import { isTargetPath } from "gatehouse/skills/detector/target.ts";
 *
 * if (isTargetPath("project") || isTargetPath("//host/share")) throw new Error("taken");
 * ```
 */
export function isTargetPath(text: string): boolean {
  if (text.trim() === "" || text.length > MAX_LENGTH || INVISIBLE.test(text)) return false;
  if (/^(?:\\\\|\/\/)/.test(text)) return false;
  return Deno.build.os === "windows" ? /^[A-Za-z]:[\\/]/.test(text) : text.startsWith("/");
}

/**
 * Looks at the target and at everything above it, up to the root of the file system. A link anywhere blocks it, as
 * does whatever cannot be looked at: behind it there may be another place than the one that was named.
 *
 * @param target As the caller gave it; what cannot name a target is taken not to exist.
 *
 * @example
 * ```ts
 * import { inspectTarget } from "gatehouse/skills/detector/target.ts";
 *
 * const folder = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.symlink(folder, `${folder}/link`);
 * const [plain, link] = [await inspectTarget(folder), await inspectTarget(`${folder}/link/x`)];
 * if (!plain.ok || link.ok || link.profile.issues[0] !== "REPARSE_POINT") throw new Error("wrong answer");
 * ```
 */
export async function inspectTarget(target: string): Promise<TargetCheck> {
  if (!isTargetPath(target)) return { ok: false, profile: missingProfile() };
  const blocked: TargetCheck = { ok: false, profile: blockedProfile("REPARSE_POINT", { exists: false }) };
  try {
    const path = await plainPath(target);
    if (path === null) return blocked;
    const real = await Deno.realPath(path);
    // Only a link that came meanwhile, or a file system with another idea of letters, makes a difference.
    return folded(real) === folded(path) ? { ok: true, path: real } : blocked;
  } catch (error) {
    return isAbsent(error) ? { ok: false, profile: missingProfile() } : blocked;
  }
}

/** The path without `.` and `..`; null where a link is met. What is looked at is no link, so that `..` leads back. */
async function plainPath(target: string): Promise<string | null> {
  const isWindows = Deno.build.os === "windows";
  const root = isWindows ? `${target.slice(0, 2)}\\` : "/";
  const passed: string[] = [];
  const path = () => root + passed.join(isWindows ? "\\" : "/");
  let info = await Deno.lstat(root);
  for (const segment of target.slice(root.length).split(isWindows ? /[\\/]/ : "/")) {
    if (info.isSymlink) return null;
    // The system says so only of some paths; Deno shortens others before it asks.
    if (!info.isDirectory) throw new Deno.errors.NotADirectory(path());
    if (segment === "..") passed.pop();
    else if (segment !== "" && segment !== ".") passed.push(segment);
    info = await Deno.lstat(path());
  }
  return info.isSymlink ? null : path();
}

function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

function isAbsent(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
    error instanceof Error && "code" in error && error.code === "ENAMETOOLONG";
}
