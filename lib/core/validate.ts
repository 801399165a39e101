/** Phase 2 of a call: the arguments against the tool's schema. */
import { oneLine } from "./bounds.ts";
import { ToolError } from "./errors.ts";
import type { Tool } from "./tool.ts";

/**
 * The arguments as the tool's schema accepts them, defaults filled in.
 *
 * @throws ToolError `ARGUMENTS_INVALID` with at most 16 issues.
 *
 * @example
 * ```ts
 * import { z } from "zod";
 * import { defineTool } from "gatehouse/core/tool.ts";
 * import { validate } from "gatehouse/core/validate.ts";
 *
 * const tool = defineTool({
 *   name: "echo",
 *   title: "Echo",
 *   description: { use: "Get a text back", avoid: "Anything else" },
 *   access: "read",
 *   confidentiality: "public",
 *   timeoutMs: 1_000,
 *   input: z.strictObject({ text: z.string().default("none") }),
 *   output: z.strictObject({ text: z.string() }),
 * });
 * if (JSON.stringify(validate(tool, {})) !== '{"text":"none"}') throw new Error("no default");
 * ```
 */
export function validate(tool: Tool, args: unknown): unknown {
  const parsed = tool.input.safeParse(args);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 16).map(({ code, path, message }) => ({
    path: path.map((key) => typeof key === "number" ? key : oneLine(String(key), 64)),
    // "Expected string, received undefined" says to nobody that nothing was given.
    problem: code === "invalid_type" && path.length > 0 && message.endsWith("received undefined")
      ? "It is missing"
      : oneLine(message, 200),
  }));
  const first = issues[0];
  const where = first === undefined || first.path.length === 0 ? "" : ` at ${first.path.join(".")}`;
  // A misspelt name is told with the argument that it was meant for: only one of them would be a riddle.
  const unknown = parsed.error.issues.findIndex(({ code }) => code === "unrecognized_keys");
  const also = unknown > 0 && issues[unknown] !== undefined ? `; ${issues[unknown].problem}` : "";
  throw new ToolError(
    "ARGUMENTS_INVALID",
    `Invalid arguments for ${tool.name}${where}: ${first?.problem ?? "refused"}${also}`,
    { issues },
  );
}
