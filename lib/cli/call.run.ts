import { z } from "zod";
import { shown } from "../config/source.ts";
import { ToolError } from "../core/errors.ts";
import { invoke, type Outcome, TOOL_NOT_FOUND } from "../core/invoke.ts";
import { complaint } from "../core/log.ts";
import type { CallFlags } from "./call.ts";
import { usageError } from "./failure.ts";
import { readAll } from "./input.ts";
import { unneeded } from "./gate_session.ts";
import type { Io } from "./io.ts";
import { printJson } from "./print.ts";
import { working } from "./progress_line.ts";
import { openSession, type Session } from "./session.ts";
import { unknownTool } from "./unknown_tool.ts";

/** Exit 1 when the tool failed, 2 when it was called wrongly. */
export default async function call(io: Io, flags: CallFlags, tool: string, json = "{}"): Promise<number> {
  await using session = await openSession(io, { ...flags, modelOf: "served" });
  io.revoke(unneeded({ startsWorker: await mayStartWorker(session, tool) }));
  const args = argumentsOf(json === "-" ? await readAll(io) : json);
  const outcome = await answer(io, { session, tool, args, json: flags.json === true });
  if (outcome.kind === "result") {
    const text = outcome.content.map((item) => item["text"]).find((found) => typeof found === "string");
    if (outcome.structuredContent !== undefined) printJson(io, outcome.structuredContent);
    else if (outcome.isError === true && flags.json !== true) {
      io.err(complaint(told(String(text))));
    } else io.out(`${String(text)}\n`);
    return outcome.isError === true ? 1 : 0;
  }
  if (outcome.kind === "question") {
    throw new ToolError("CONFIRMATION_NEEDED", `${tool} asks a person before it goes on`, {
      next: "Call it from an MCP client that can ask",
    });
  }
  if (flags.json === true) printJson(io, { error: { ...outcome.data, message: outcome.message } });
  throw usageError(outcome.message, `Run gatehouse tools --json for the schema of ${tool}`);
}

/** What a failed result says to a person: its message and next step, where it has such; else all of it. */
function told(text: string): string {
  const shape = z.object({ message: z.string(), next: z.string().nullish() });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  const found = shape.safeParse(z.object({ error: shape }).safeParse(value).data?.error ?? value);
  if (!found.success) return text;
  return [found.data.message, found.data.next].filter((part) => typeof part === "string").join(". ");
}

/** A family's workers run in processes of their own. */
async function mayStartWorker({ house: { catalogue } }: Session, tool: string): Promise<boolean> {
  const known = catalogue.find(tool);
  return known !== undefined && ((await catalogue.load(known.family)).backends ?? []).length > 0;
}

async function answer(
  io: Io,
  { session, tool, args, json }: { session: Session; tool: string; args: unknown; json: boolean },
): Promise<Outcome> {
  const { house, principal } = session;
  try {
    return await working(io, {
      what: tool,
      work: (progress) =>
        invoke(house, {
          ...{ tool, args, principal, via: "cli", signal: io.signal },
          ...(progress === undefined ? {} : { progress }),
        }),
    });
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== TOOL_NOT_FOUND) throw error;
    const refused = unknownTool(house, tool, { message: error.message });
    const { code, message } = refused.code === "USAGE" ? error : refused;
    if (json) printJson(io, { error: { code, message } });
    throw refused;
  }
}

function argumentsOf(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return parsed;
  } catch {
    // Told below.
  }
  throw usageError(`Could not use the arguments ${shown(text)}`, "Give one JSON object");
}
