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
    let path = "";
    for (const step of stepsTo(target)) {
      path = step;
      if ((await Deno.lstat(path)).isSymlink) return blocked;
    }
    const real = await Deno.realPath(path);
    // Only a link that came meanwhile, or a file system with another idea of letters, makes a difference.
    return folded(real) === folded(path) ? { ok: true, path: real } : blocked;
  } catch (error) {
    return isAbsent(error) ? { ok: false, profile: missingProfile() } : blocked;
  }
}

/**
 * The path of each component, from the root on. `..` leads back to what was looked at already, which is no link, so
 * that dropping the pair is exact.
 */
function stepsTo(target: string): string[] {
  const isWindows = Deno.build.os === "windows";
  const root = isWindows ? `${target.slice(0, 2)}\\` : "/";
  const separator = isWindows ? "\\" : "/";
  const steps = [root];
  let segments: string[] = [];
  for (const segment of target.slice(root.length).split(isWindows ? /[\\/]/ : "/")) {
    if (segment === "" || segment === ".") continue;
    // A file is no way up either: `file/..` is looked at as it stands, and fails as it must.
    if (segment === "..") steps.push([root + segments.join(separator), "."].join(separator));
    segments = segment === ".." ? segments.slice(0, -1) : [...segments, segment];
    steps.push(root + segments.join(separator));
  }
  return steps;
}

function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

function isAbsent(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
    error instanceof Error && "code" in error && error.code === "ENAMETOOLONG";
}
