/**
 * Masks secrets and paths of this machine in a public answer, and counts what it masked, so that nothing is rewritten
 * silently.
 */
import { PATH_MASK, SECRET_MASK } from "../contract/vocabularies.ts";
import { localPathsIn } from "./local_paths.ts";
import { secretsIn } from "./secrets.ts";

/** Keys whose texts are words of the contract, ids and codes, in lists as well: what a program compares stays as it is. */
const EXEMPT: ReadonlySet<string> = new Set([
  "action",
  "capability",
  "client_capabilities",
  "codes",
  "error_codes",
  "facts",
  "fatal_codes",
  "gap_id",
  "gate",
  "issues",
  "limitations",
  "missing_capabilities",
  "optional_capabilities",
  "plan_status",
  "plan_version",
  "position",
  "reason_code",
  "reason_codes",
  "required_capabilities",
  "required_facts",
  "severity",
  "skill_id",
  "state",
  "validation_level",
  "warnings",
]);

/** How an answer is masked. */
export interface MaskOptions {
  /** Absolute paths of this machine: the configured roots, the target. */
  readonly prefixes?: readonly string[];
}

/**
 * A JSON value with its texts masked, and how many parts were. Keys and the texts under exempt keys stay; an object
 * under an exempt key is judged key by key. The value itself is not changed.
 *
 * @example
 * ```ts
 * import { maskPayload } from "gatehouse/skills/text/mask.ts";
 *
 * const { value, masked } = maskPayload({ content: "GET /api/users reads /home/ada/users.db" });
 * if (masked !== 1 || value.content !== "GET /api/users reads <chemin-local-masque>") throw new Error(value.content);
 * ```
 */
export function maskPayload<T>(payload: T, options: MaskOptions = {}): { value: T; masked: number } {
  let masked = 0;
  const walk = (node: unknown, exempt: boolean): unknown => {
    if (typeof node === "string") {
      if (exempt) return node;
      const found = maskText(node, options);
      masked += found.masked;
      return found.text;
    }
    if (Array.isArray(node)) return node.map((inner) => walk(inner, exempt));
    if (typeof node !== "object" || node === null) return node;
    const entries = Object.entries(node).map(([key, inner]) => [key, walk(inner, EXEMPT.has(key))] as const);
    return Object.fromEntries(entries);
  };
  // The walk keeps every key and type: texts stay texts, so the shape is still T.
  return { value: walk(payload, false) as T, masked };
}

/** The text with each secret and each path of this machine replaced by its mask, and how many were. */
function maskText(text: string, options: MaskOptions): { text: string; masked: number } {
  const paths = localPathsIn(text, options.prefixes).map((span) => ({ ...span, mask: PATH_MASK }));
  const secrets = secretsIn(text).map(({ start, end }) => ({ start, end, mask: SECRET_MASK }));
  if (paths.length + secrets.length === 0) return { text, masked: 0 };
  const spans = [...paths, ...secrets].sort((a, b) => a.start - b.start || b.end - a.end);
  let out = "", at = 0, masked = 0;
  for (const { start, end, mask } of spans) {
    if (start >= at) {
      out += text.slice(at, start) + mask;
      masked++;
    }
    at = Math.max(at, end);
  }
  return { text: out + text.slice(at), masked };
}
