/** Calls a tool of the decision model as an MCP client would, and prints what it chose. */
import { z } from "zod";
import { ToolError } from "../core/errors.ts";
import { invoke } from "../core/invoke.ts";
import { note, usageError } from "./failure.ts";
import type { ModelFlags } from "./gate_model.ts";
import type { Io } from "./io.ts";
import { columns, printJson } from "./print.ts";
import { openSession } from "./session.ts";

/** What is shown of an answer; each tool fills its own part. */
const shown = z.object({
  choice: z.number().optional(),
  label: z.string().optional(),
  tool: z.string().optional(),
  score: z.number().optional(),
  warning: z.string().optional(),
  confidence: z.number().nullable(),
  model: z.string().nullable(),
  server: z.string(),
});

/** What is told of a failure. */
const failed = z.object({ message: z.string(), next: z.string().nullable() });

/**
 * Asks, and prints what was chosen.
 *
 * @returns The exit code.
 * @throws ToolError `USAGE` for arguments that the tool does not take; `NO_ANSWER` when the model has none.
 *
 * @example
 * ```ts
 * import { askModel } from "gatehouse/cli/ask_model.ts";
 * import { systemIo } from "gatehouse/cli/io.ts";
 *
 * const io = { ...systemIo(new AbortController().signal), environment: {}, err() {}, revoke() {} };
 * const call = { tool: "score", args: { state: "", criteria: [] } };
 * const code = await askModel(io, {}, call).then(() => "", (error) => error.code);
 * if (code !== "USAGE") throw new Error(code);
 * ```
 */
export async function askModel(
  io: Io,
  flags: Omit<ModelFlags, "state">,
  { tool, args }: { readonly tool: string; readonly args: unknown },
): Promise<number> {
  const { config, server, timeout, model } = flags;
  await using session = await openSession(io, { config, server, timeout, model });
  // The model's worker runs in a process of its own, which has the network; this one only starts it.
  io.revoke(["net", "env"]);
  const { house, principal, signal } = session;
  const outcome = await invoke(house, { tool, args, principal, via: "cli", signal });
  if (outcome.kind === "error") throw usageError(outcome.message, "See gatehouse gate --help");
  if (outcome.kind === "question") throw new ToolError("CONFIRMATION_NEEDED", `${tool} asked a question`);
  if (outcome.isError === true) {
    const text = String(outcome.content[0]?.["text"]);
    if (flags.json === true) io.out(`${text}\n`);
    const { message, next } = failed.parse(JSON.parse(text));
    throw new ToolError("NO_ANSWER", message, next === null ? {} : { next });
  }
  if (flags.json === true) printJson(io, outcome.structuredContent);
  else io.out(textOf(io, shown.parse(outcome.structuredContent)));
  return 0;
}

function textOf(io: Io, answer: z.output<typeof shown>): string {
  const { choice, label, tool, score, warning, confidence, model, server } = answer;
  if (warning !== undefined) note(io, { level: "warning", text: warning });
  const what = score === undefined ? label ?? tool ?? "" : `${score} of 2 to 10`;
  return columns([
    ["answer", what],
    ...(choice === undefined ? [] : [["index", String(choice)]]),
    ...(confidence === null ? [] : [["sure", String(confidence)]]),
    ["model", `${model ?? "unnamed"} at ${server}`],
  ]);
}
