/** Phase 11 of a call: the answer is checked against its schema, redacted and bounded. */
import { checkAnswerSize } from "./bounds.ts";
import { ToolError } from "./errors.ts";
import { once } from "./frozen.ts";
import { redactValue } from "./redact.ts";
import type { Tool } from "./tool.ts";

/**
 * The answer as it may leave. The caller's own words and our verdict on them (`public`) leave as they are,
 * and such an answer that is frozen, and passed before, has passed.
 *
 * @param options `answer`: what the run gave. `secrets`: texts of the configuration that must not leave, wherever they stand.
 * `isChange`: the run changed its target, so that its caller must not take an answer that cannot be sent for a failure.
 * @returns `masked`: how many secrets were masked.
 * @throws ToolError `ANSWER_TOO_LARGE`; Error for an answer against the tool's own schema; after a change, `AMBIGUOUS_OUTCOME`
 * for both.
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
  { isChange = false, ...given }: {
    readonly answer: unknown;
    readonly secrets: readonly string[];
    readonly isChange?: boolean;
  },
): { readonly value: Value; readonly masked: number } {
  if (!isChange) return finished(tool, given);
  try {
    return finished(tool, given);
  } catch (cause) {
    throw new ToolError("AMBIGUOUS_OUTCOME", "The change was made, but its answer could not be sent", {
      next: "Look at the target before anything else; do not simply call again",
      cause,
    });
  }
}

function finished(
  tool: Tool,
  { answer, secrets }: { readonly answer: unknown; readonly secrets: readonly string[] },
): { readonly value: Value; readonly masked: number } {
  if (tool.confidentiality === "public") {
    const checkedBefore = checks.get(tool) ?? once((given: object) => bounded(checked(tool, given)));
    checks.set(tool, checkedBefore);
    // The schema refuses what is no object.
    return { value: checkedBefore(answer as object), masked: 0 };
  }
  const { value, masked } = redactValue(checked(tool, answer), secrets);
  return { value: bounded(value), masked };
}

type Value = Readonly<Record<string, unknown>>;

const checks = new WeakMap<Tool, (answer: object) => Value>();

function checked(tool: Tool, answer: unknown): Value {
  const parsed = tool.output.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new Error(`${tool.name} answered against its own schema: ${parsed.error.issues[0]?.message ?? ""}`);
}

function bounded(value: Value): Value {
  checkAnswerSize(value);
  return value;
}
