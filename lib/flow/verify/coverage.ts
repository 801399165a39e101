/** Which of the changed files were looked at by static analysis that can vouch for them. */
import { isRecord } from "../../core/record.ts";
import type { CheckEntry, CheckSettings, Coverage, ToolResult } from "../types.ts";
import type { EditorEvidence } from "./checking.ts";
import { covers, kindOf } from "./language.ts";

/** Kinds of checks that read the code itself; that a test passes says nothing of what it does not reach. */
const STATIC: ReadonlySet<CheckSettings["kind"] | undefined> = new Set(["lint", "typecheck", "diagnostics"]);
const VETO: ReadonlySet<string> = new Set(["failed", "stale", "error", "timeout"]);
const ERROR_SEVERITIES: ReadonlySet<unknown> = new Set([1, "error", "Error"]);
/** Characters of JSON that one piece of evidence may have in a report. */
const MAX_EVIDENCE = 8_000;

const SCOPE =
  "What the named checks and linters are set up to find, in the files that they read; an editor without " +
  "findings proves nothing";

/**
 * The static analysis of each changed source file; documents and data need none. A file is covered by a required check
 * that passed and whose kind and file types fit, or by a linter of the editor that says that it is done. An error that
 * the editor knows of, or evidence of its that has failed or grown old, takes either away.
 *
 * @param paths The changed files.
 * @param options `checks`: how the checks ended. `editor`: null when there is none, or it cannot be trusted now.
 *
 * @example
 * ```ts
 * import { coverageOf } from "gatehouse/flow/verify/coverage.ts";
 *
 * const lint = { name: "lint", status: "ok", source: "flow.check", required: true, kind: "lint", filetypes: ["*"] } as const;
 * const signal = new AbortController().signal;
 * const [item] = await coverageOf(["a.py", "README.md"], { checks: [lint], editor: null, signal });
 * if (item?.status !== "ok" || item.checks[0] !== "lint") throw new Error("not covered");
 * ```
 */
export async function coverageOf(
  paths: readonly string[],
  options: {
    readonly checks: readonly CheckEntry[];
    readonly editor: EditorEvidence | null;
    readonly signal: AbortSignal;
  },
): Promise<readonly Coverage[]> {
  const coverage: Coverage[] = [];
  for (const path of paths) {
    if (kindOf(path).isSource) coverage.push(await coverageOfOne(path, options));
  }
  return coverage;
}

async function coverageOfOne(
  path: string,
  { checks, editor, signal }: {
    readonly checks: readonly CheckEntry[];
    readonly editor: EditorEvidence | null;
    readonly signal: AbortSignal;
  },
): Promise<Coverage> {
  const counting = checks.filter(({ status, required, kind, filetypes }) =>
    status === "ok" && required === true && STATIC.has(kind) && covers(filetypes ?? [], path)
  );
  const none: ToolResult = { status: "unavailable" };
  // The linter first: what it finds may be among the diagnostics then.
  const lint = editor === null ? none : await editor.lint(path, signal);
  const diagnostics = editor === null ? none : await editor.diagnostics(path, signal);
  const isLinted = lint.status === "ok" && lint["verified"] === true;
  const isVetoed = VETO.has(diagnostics.status) || lint.status === "failed" || lint.status === "stale" ||
    hasError(lint) || hasError(diagnostics);
  return {
    path,
    language: kindOf(path).language,
    status: (counting.length > 0 || isLinted) && !isVetoed ? "ok" : "unverified",
    source: counting.length > 0 ? "flow.check" : "rose.editor",
    checks: counting.map(({ name }) => name),
    evidence: [evidenceOf("editor_lint", lint), evidenceOf("editor_diagnostics", diagnostics)],
    scope: SCOPE,
  };
}

function hasError(result: ToolResult): boolean {
  const { diagnostics } = result;
  const items = Array.isArray(diagnostics)
    ? diagnostics
    : isRecord(diagnostics)
    ? Object.values(diagnostics)
    : [];
  return items.some((item) => isRecord(item) && ERROR_SEVERITIES.has(item["severity"]));
}

function evidenceOf(tool: string, result: ToolResult): Readonly<Record<string, unknown>> {
  if (JSON.stringify(result).length <= MAX_EVIDENCE) return { tool, ...result };
  const { status, verified } = result;
  return { tool, status, ...(typeof verified === "boolean" ? { verified } : {}), truncated: true };
}
