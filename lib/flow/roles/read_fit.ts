/** A file that is read is cut at the end of a line, and says where to read on. */
import type { ToolResult } from "../types.ts";
import { countLines } from "../workspace/text.ts";
import { cutToEncoded } from "./results.ts";

/** The part of the room that is for the text; the other fields and the longest path have the rest. */
const SHARE = 0.9;

/**
 * The result of a read of lines, with as many whole lines as there is room for. `next_offset` is then the first line that
 * was left out. Every other result, and a single line that is too long, is left to the cut that every result gets.
 *
 * @param result Of any tool; one that has `content` and `total_lines` is a read of lines.
 * @param room Characters of JSON.
 *
 * @example
 * ```ts
 * import { fittedRead } from "gatehouse/flow/roles/read_fit.ts";
 *
 * const whole = { status: "ok", path: "a", content: "line\n".repeat(20_000), total_lines: 20_000 } as const;
 * const read = fittedRead(whole, 40_000);
 * if (read["truncated"] !== true || read["next_offset"] !== Number(read["limit"]) + 1) throw new Error("not cut");
 * ```
 */
export function fittedRead(result: ToolResult, room: number): ToolResult {
  const { content, offset, total_lines: total } = result;
  if (typeof content !== "string" || typeof total !== "number") return result;
  if (JSON.stringify(content).length <= room * SHARE) return result;
  const cut = cutToEncoded(content, Math.floor(room * SHARE));
  const lines = cut.slice(0, cut.lastIndexOf("\n") + 1);
  if (lines === "") return result;
  const first = typeof offset === "number" ? offset : 1;
  const limit = countLines(lines);
  return { ...result, content: lines, offset: first, limit, next_offset: first + limit, truncated: true };
}
