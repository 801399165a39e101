/** `gate check --lines`: one JSON object per line in, one JSON line out, in order. */
import { z } from "zod";
import { resolve } from "../config/place.ts";
import { ToolError } from "../core/errors.ts";
import { once } from "../core/frozen.ts";
import { MAX_INPUT_BYTES, readLineGroups } from "./input.ts";
import type { Io } from "./io.ts";
import { jsonText } from "./print.ts";
import type { Session } from "./session.ts";
import { answerOn } from "./verdict.ts";

/** Lines whose answers are written in one go, when that many have come; no more rows wait for the audit log at once. */
const AT_ONCE = 256;

/** Other keys are let pass: a line may carry the caller's own notes. */
const request = z.object({ command: z.string(), cwd: z.string().min(1).optional() });

/**
 * Judges every line.
 *
 * @returns 0; 3 when a line could not be judged, which has an error object in its place.
 *
 * @example
 * ```ts
 * import { checkLines } from "gatehouse/cli/gate_lines.ts";
 *
 * if (checkLines.length !== 2) throw new Error("other arguments");
 * ```
 */
export async function checkLines(
  io: Io,
  { session, cwd }: { session: Session; cwd: string },
): Promise<number> {
  let bad = 0;
  const answerTo = async (line: string | null): Promise<object> => {
    try {
      return await judged(line, { session, cwd });
    } catch (error) {
      if (!(error instanceof ToolError) || error.code === "CANCELLED") throw error;
      bad++;
      return { error: { code: error.code, message: error.message, next: error.next ?? null } };
    }
  };
  for await (const lines of readLineGroups(io)) {
    for (let from = 0; from < lines.length; from += AT_ONCE) {
      let text = "";
      for (const line of lines.slice(from, from + AT_ONCE)) {
        text += textOf(await answerTo(line));
      }
      if (!io.out(text)) return 1;
      // What was answered is on record before more is: a list is judged faster than a disk takes its rows.
      await session.house.audit.room();
    }
  }
  return bad === 0 ? 0 : 3;
}

const textOf = once((answer: object) => jsonText(answer, { indent: 0 }));

async function judged(
  line: string | null,
  { session, cwd }: { session: Session; cwd: string },
): Promise<object> {
  if (line === null) {
    throw lineError(`The line has more than ${MAX_INPUT_BYTES} bytes or is no UTF-8`);
  }
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw lineError("The line is no JSON");
  }
  const parsed = request.safeParse(value);
  if (!parsed.success) throw lineError("The line is no object with a text `command`");
  const place = parsed.data.cwd === undefined ? cwd : resolve(cwd, parsed.data.cwd);
  return await answerOn(session, { command: parsed.data.command, cwd: place }) ?? {};
}

function lineError(message: string): ToolError {
  return new ToolError("LINE_INVALID", message, { next: 'Give {"command": "…", "cwd": "…"}' });
}
