/**
 * Relative paths that mean the same file on every system: what a package may name, and nothing that a file system, a
 * shell or a reader would take for something else.
 */
import { WINDOWS_DEVICES } from "../contract/vocabularies.ts";
import { caseFold } from "./fold.ts";

/** A path that may be used, with `/` between its segments; or why not, to be put behind the path's name. */
export type PortablePath = { readonly ok: true; readonly path: string } | {
  readonly ok: false;
  readonly why: string;
};

/** UTF-16 units that a path may have. */
const MAX_LENGTH = 4096;
/** Encoded forms, and characters that look like a dot or a slash: ․ ． 。 ／ ⁄ ∕ ＼ */
const LOOKALIKE = /[%\u2024\uff0e\u3002\uff0f\u2044\u2215\uff3c]/u;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const OTHER_SPACE = /(?! )\p{Zs}/u;

/**
 * Judges a relative path. Backslashes are taken as separators when no slash stands beside them.
 *
 * @example
 * ```ts
 * import { portablePath } from "gatehouse/skills/text/portable_path.ts";
 *
 * const good = portablePath("references\\api.md");
 * if (!good.ok || good.path !== "references/api.md") throw new Error("refused");
 * if (portablePath("../secrets").ok || portablePath("nul.txt").ok) throw new Error("accepted");
 * ```
 */
export function portablePath(text: unknown): PortablePath {
  if (typeof text !== "string") return refused("is not text");
  if (text.trim() === "") return refused("is blank");
  if (text.length > MAX_LENGTH) return refused(`is longer than ${MAX_LENGTH} characters`);
  if (HIDDEN.test(text)) return refused("holds a control or invisible character");
  if (LOOKALIKE.test(text)) {
    return refused("holds a percent sign or a character that looks like a dot or a slash");
  }
  if (OTHER_SPACE.test(text)) return refused("holds a space other than the plain one");
  if (text !== text.normalize("NFKC")) return refused("is not in the normal form NFKC");
  if (text.includes("/") && text.includes("\\")) return refused("mixes slashes and backslashes");
  const path = text.replaceAll("\\", "/");
  if (path.startsWith("/")) return refused("is not relative");
  if (path.startsWith("~")) return refused("begins with a tilde");
  for (const segment of path.split("/")) {
    const why = problemOf(segment);
    if (why !== null) return refused(why);
  }
  return { ok: true, path };
}

/**
 * The key under which two paths meet that some file system keeps for one: slashes, form and case folded away.
 *
 * @example
 * ```ts
 * import { pathKey } from "gatehouse/skills/text/portable_path.ts";
 *
 * if (pathKey("References\\API.md") !== pathKey("references/api.md")) throw new Error("two files");
 * ```
 */
export function pathKey(path: string): string {
  return caseFold(path.replaceAll("\\", "/").replace(/\/$/, ""));
}

function problemOf(segment: string): string | null {
  if (segment === "") return "has an empty segment";
  if (segment === "." || segment === "..") return `has the segment ${segment}`;
  if (segment.includes(":")) return "has a colon";
  if (/[ .]$/.test(segment)) return "has a segment that ends with a space or a dot";
  const stem = (segment.split(".", 1)[0] ?? "").trimEnd();
  if (WINDOWS_DEVICES.includes(caseFold(stem))) return `has a device name of Windows: ${stem}`;
  return null;
}

function refused(why: string): PortablePath {
  return { ok: false, why };
}
