/** A file that is read is cut at the end of a line, and says where to read on. */
import type { ToolResult } from "../types.ts";
import { countLines } from "../workspace/text.ts";
import { cutToEncoded, MAX_RESULT_CHARS } from "./results.ts";

/** Characters of JSON that the other fields of a read take at most, the longest path included. */
const AROUND = 4_000;

/**
 * The result of a read, with as many whole lines as one message can bear. `next_offset` is the first line that was left
 * out; a single line that is too long is left to the cut that every result gets.
 *
 * @example
 * ```ts
 * import { fittedRead } from "gatehouse/flow/roles/read_fit.ts";
 *
 * const read = fittedRead({ status: "ok", path: "a", content: "line\n".repeat(20_000), total_lines: 20_000 });
 * if (read["truncated"] !== true || read["next_offset"] !== Number(read["limit"]) + 1) throw new Error("not cut");
 * ```
 */
export function fittedRead(result: ToolResult): ToolResult {
  const { content, offset } = result;
  if (typeof content !== "string" || JSON.stringify(content).length <= MAX_RESULT_CHARS - AROUND) {
    return result;
  }
  const cut = cutToEncoded(content, MAX_RESULT_CHARS - AROUND);
  const lines = cut.slice(0, cut.lastIndexOf("\n") + 1);
  if (lines === "") return result;
  const first = typeof offset === "number" ? offset : 1;
  const limit = countLines(lines);
  return { ...result, content: lines, offset: first, limit, next_offset: first + limit, truncated: true };
}
