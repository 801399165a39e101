/**
 * Finds paths of the machine in text that leaves it.
 *
 * Only what names a place of this machine counts: home and scratch directories, drives, network shares, `file:` URIs,
 * and the prefixes that the caller knows (its roots, its target). Routes (`GET /api/users`), comments (`// note`), slash
 * commands and the paths of documentation (`/path/to/project`, `/etc/hosts`) are no such places.
 */
import type { TextSpan } from "./random_words.ts";

/** Where a path ends: at a space, a quote, a bracket, or the like. */
const REST = String.raw`[^\s"'\x60<>|()[\]{},;*?\u0000-\u001f]`;
/** A path does not begin within another word, a route or a URL; but behind an option's letter, as in `-I/home/me`. */
const BEGIN = String.raw`(?:(?<![A-Za-z0-9_./~$%)\]}>*@#?&\\-])|(?<=\s-[A-Za-z]))`;
const PLACES = "home|Users|root|tmp|var|private|mnt|Volumes";
const PATTERNS: readonly RegExp[] = [
  // Without a directory it names nothing of a machine: tools take `file://input.json` for a file of where they run.
  new RegExp(
    String.raw`\bfile:\/\/(?=[^\s"'\x60<>|()[\]{},;*?\u0000-\u001f/]{0,255}\/)${REST}{1,4096}`,
    "gi",
  ),
  new RegExp(String.raw`${BEGIN}\/(?:${PLACES})\/${REST}{1,4096}`, "g"),
  new RegExp(String.raw`(?<![A-Za-z0-9\\])[A-Za-z]:[\\/](?=[\w.$~])${REST}{1,4096}`, "g"),
  new RegExp(String.raw`(?<![\w\\:])\\\\[A-Za-z][A-Za-z0-9._-]{1,63}\\[\w.$-]{2}${REST}{0,4096}`, "g"),
];
const TO_THE_END = new RegExp(`${REST}{0,4096}`, "y");
/** A request line, whose path is a route whatever it is called. */
const METHOD_BEFORE = /\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE)\s{1,4}$/;
const LONGEST_METHOD = 16;

/**
 * Where paths of this machine stand, in order, none within another. Linear in the text for each prefix.
 *
 * @param text Any text.
 * @param prefixes Absolute paths that the caller knows to be of this machine.
 *
 * @example
 * ```ts
 * import { localPathsIn } from "gatehouse/skills/text/local_paths.ts";
 *
 * if (localPathsIn("see /home/ada/notes.md").length !== 1) throw new Error("not found");
 * if (localPathsIn("GET /api/v1/users // then /review").length > 0) throw new Error("a route");
 * if (localPathsIn("in /srv/skills/x.", ["/srv/skills"])[0]?.end !== 16) throw new Error("not the prefix");
 * ```
 */
export function localPathsIn(text: string, prefixes: readonly string[] = []): TextSpan[] {
  if (!/[/\\]/.test(text)) return [];
  const spans = prefixes.flatMap((prefix) => underPrefix(text, prefix));
  for (const pattern of PATTERNS) {
    for (const { 0: path, index } of text.matchAll(pattern)) {
      if (METHOD_BEFORE.test(text.slice(Math.max(0, index - LONGEST_METHOD), index))) continue;
      spans.push({ start: index, end: index + ended(path) });
    }
  }
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return spans.filter((span) => {
    if (span.start < end) return false;
    end = span.end;
    return true;
  });
}

function underPrefix(text: string, given: string): TextSpan[] {
  const prefix = given.replace(/[/\\]+$/, "");
  const segments = prefix.split(/[/\\]/).length - 1;
  if (segments < 1) return [];
  const spans: TextSpan[] = [];
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + prefix.length)) {
    const behind = at + prefix.length;
    if (/[A-Za-z0-9_./\\-]/.test(text[at - 1] ?? " ") || /[\p{L}\p{N}_-]/u.test(text[behind] ?? " ")) {
      continue;
    }
    TO_THE_END.lastIndex = behind;
    const rest = TO_THE_END.exec(text)?.[0] ?? "";
    // One segment alone may as well be a route or a slash command.
    if (segments === 1 && !/^[/\\]./.test(rest)) continue;
    spans.push({ start: at, end: at + ended(prefix + rest) });
  }
  return spans;
}

/** The path's length without the marks that end a sentence. */
function ended(path: string): number {
  return path.replace(/[.:!]{1,8}$/, "").length;
}
