/** Phase 11 of a call: the answer is checked against its schema, redacted and bounded. */
import { checkAnswerSize } from "./bounds.ts";
import { redactValue } from "./redact.ts";
import type { Tool } from "./tool.ts";

/**
 * The answer as it may leave. The caller's own words and our verdict on them (`public`) leave as they are.
 *
 * @param options `answer`: what the run gave. `secrets`: texts of the configuration that must not leave, wherever they stand.
 * @returns `masked`: how many secrets were masked.
 * @throws ToolError `ANSWER_TOO_LARGE`; Error for an answer against the tool's own schema.
 *
 * @example
 * ```ts
 * import { finish } from "gatehouse/core/finish.ts";
 *
 * if (finish.length !== 2) throw new Error("see the tests of the call's path");
 * ```
 */
export function finish(
  tool: Tool,
  { answer, secrets }: { readonly answer: unknown; readonly secrets: readonly string[] },
): { readonly value: Readonly<Record<string, unknown>>; readonly masked: number } {
  const checked = tool.output.safeParse(answer);
  if (!checked.success) {
    throw new Error(
      `${tool.name} answered against its own schema: ${checked.error.issues[0]?.message ?? ""}`,
    );
  }
  const { value, masked } = tool.confidentiality === "public"
    ? { value: checked.data, masked: 0 }
    : redactValue(checked.data, secrets);
  checkAnswerSize(value);
  return { value, masked };
}
