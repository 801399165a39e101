/** Reads the operator's rule file, and tells whether it is still the file that was read. */
import { shownPath } from "../../core/file_checks.ts";
import { readTrusted } from "../../core/files.ts";
import { ToolError } from "../../core/errors.ts";
import { parseRules } from "./file.ts";
import { ruleProblem } from "./problem.ts";
import type { OperatorRule } from "./rule.ts";

/** Bytes a rule file may have: 256 KiB. */
const MAX_BYTES = 262_144;

/** A rule file as it was read. */
export interface RuleFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rules: readonly OperatorRule[];
}

/**
 * Reads and checks a rule file.
 *
 * @param path Absolute.
 * @throws ToolError `CONFIG_INVALID`: missing, unsafe to trust (no regular file, a link in its path, others may write to
 * it), too large, or with a mistake.
 *
 * ```ts
 * import { readRules } from "gatehouse/gate/operator/source.ts";
 *
 * const path = await Deno.realPath(await Deno.makeTempFile());
 * if ((await readRules(path)).rules.length !== 0) throw new Error("rules from nothing");
 * ```
 */
export async function readRules(path: string): Promise<RuleFile> {
  const bytes = await readTrusted(path, { maxBytes: MAX_BYTES }).catch((error: unknown) => {
    if (!(error instanceof ToolError)) throw error;
    throw new ToolError(
      "CONFIG_INVALID",
      `Refused the rules in ${shownPath(path)}: ${lowered(error.message)}`,
      {
        ...(error.next === undefined ? {} : { next: error.next }),
        cause: error,
      },
    );
  });
  return { bytes, rules: await parseRules(decoded(bytes, path), path) };
}

/** What tells one state of the file from another without reading it; null when there is none to be seen. */
export interface FileState {
  /** Equal for equal states. */
  readonly key: string;
  /** Milliseconds since 1970; null where the system does not say. */
  readonly changedAt: number | null;
}

/**
 * The file's state.
 *
 * ```ts
 * import { stateOf } from "gatehouse/gate/operator/source.ts";
 *
 * if (stateOf("/nowhere/rules.toml").key !== "missing") throw new Error("seen");
 * ```
 */
export function stateOf(path: string): FileState {
  try {
    const { dev, ino, size, mtime, ctime, mode, uid } = Deno.lstatSync(path);
    const key = [dev, ino, size, mtime?.getTime(), ctime?.getTime(), mode, uid].join(":");
    return { key, changedAt: mtime?.getTime() ?? null };
  } catch (error) {
    return { key: error instanceof Deno.errors.NotFound ? "missing" : "hidden", changedAt: null };
  }
}

function decoded(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw ruleProblem(path, { line: null, message: "it is no UTF-8", next: "Write it again as UTF-8" });
  }
}

function lowered(message: string): string {
  return message.slice(0, 1).toLowerCase() + message.slice(1);
}
