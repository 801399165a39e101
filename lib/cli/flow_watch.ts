/** What a person or a program sees of the work of `flow` while it goes on. */
import { asciiJson } from "../core/ascii_json.ts";
import { oneLine } from "../core/bounds.ts";
import type { Call } from "../core/invoke.ts";
import { askFlow, type FlowReport, interruptible } from "./flow_session.ts";
import { stepText } from "./flow_tui_text.ts";
import type { Io } from "./io.ts";
import type { Session } from "./session.ts";

/** How steps are shown while the work goes on. */
export interface Watching {
  readonly step: NonNullable<Call["step"]>;
  /** Leaves nothing behind that is no line. */
  readonly end: () => void;
}

/**
 * Shows steps on stderr: as lines of JSON when they are asked for, else as one changing line where a person looks.
 *
 * @returns Undefined when nobody is to see them.
 *
 * @example
 * ```ts
 * import { watching } from "gatehouse/cli/flow_watch.ts";
 *
 * let err = "";
 * const io = { terminal: { stdin: false, stdout: false }, err: (text: string) => void (err += text) };
 * watching(io, { events: true })?.step({ kind: "check", name: "tests" });
 * if (err !== '{"kind":"check","name":"tests"}\n') throw new Error(err);
 * if (watching(io, {}) !== undefined) throw new Error("nobody looks");
 * ```
 */
export function watching(
  io: Pick<Io, "terminal" | "err">,
  { events }: { readonly events?: boolean | undefined },
): Watching | undefined {
  if (events === true) return { step: (step) => io.err(`${asciiJson(step)}\n`), end() {} };
  if (io.terminal.stderr !== true) return undefined;
  return {
    step(step) {
      const text = stepText(step);
      if (text !== null) io.err(`${CLEAR}${oneLine(text.trim(), COLUMNS)}`);
    },
    end: () => io.err(CLEAR),
  };
}

/**
 * Calls a tool of the family, and shows its steps until it ends.
 *
 * @param asked `events`: as lines of JSON.
 * @throws ToolError as `askFlow`.
 *
 * @example
 * ```ts
 * import { askWatched } from "gatehouse/cli/flow_watch.ts";
 *
 * if (askWatched.length !== 3) throw new Error("other arguments");
 * ```
 */
export async function askWatched(
  io: Pick<Io, "terminal" | "err" | "signal">,
  session: Session,
  { tool, args, events }: {
    readonly tool: string;
    readonly args: Readonly<Record<string, unknown>>;
    readonly events: boolean | undefined;
  },
): Promise<FlowReport> {
  const watch = watching(io, { events });
  try {
    const step = watch === undefined ? {} : { step: watch.step };
    return await interruptible(io, () => askFlow(session, { tool, args, ...step }));
  } finally {
    watch?.end();
  }
}

/** To the line's beginning, and the rest of it away (ECMA-48, EL). */
const CLEAR = "\r\x1b[K";

/** Narrower than any terminal that is in use. */
const COLUMNS = 76;
