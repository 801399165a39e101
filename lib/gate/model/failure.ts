/** The two ways in which a model fails to answer. */
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";

/** Nobody answered: down, late, refused, or something else than an answer. */
const UNAVAILABLE = "MODEL_UNAVAILABLE";

/** Somebody answered, but nothing that can be used. */
export const MALFORMED = "MODEL_MALFORMED";

/**
 * The service did not answer.
 *
 * @param why What went wrong, without a word of the service's own.
 *
 * @example
 * ```ts
 * import { unavailable } from "gatehouse/gate/model/failure.ts";
 *
 * if (unavailable("it is down", "http://127.0.0.1:1").code !== "MODEL_UNAVAILABLE") throw new Error("other code");
 * ```
 */
export function unavailable(why: string, server: string): ToolError {
  return new ToolError(UNAVAILABLE, `The decision service ${oneLine(server, 200)} did not answer: ${why}`, {
    retryable: true,
    next: "Check that it runs, and the settings of the table [gate]",
  });
}

/**
 * The service's answer cannot be used.
 *
 * @param why What is wrong with it, without a word of the service's own.
 *
 * @example
 * ```ts
 * import { malformed } from "gatehouse/gate/model/failure.ts";
 *
 * if (malformed("it is no JSON", "http://127.0.0.1:1").code !== "MODEL_MALFORMED") throw new Error("other code");
 * ```
 */
export function malformed(why: string, server: string): ToolError {
  return new ToolError(MALFORMED, `The decision service ${oneLine(server, 200)} answered wrongly: ${why}`, {
    next: "Check that it is the service and the model that the settings name",
  });
}
