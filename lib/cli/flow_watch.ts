/** What a person or a program sees of the work of `flow` while it goes on. */
import { asciiJson } from "../core/ascii_json.ts";
import type { Call } from "../core/invoke.ts";
import { askFlow, type FlowReport, interruptible } from "./flow_session.ts";
import { stepText } from "./flow_tui_text.ts";
import type { Io } from "./io.ts";
import { progressLine } from "./progress_line.ts";
import type { Session } from "./session.ts";

/**
 * Calls a tool of the family, and shows its steps on stderr until it ends, where somebody is to see them.
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
  io: Pick<Io, "terminal" | "environment" | "err" | "signal">,
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

/** How steps are shown while the work goes on. */
interface Watching {
  readonly step: NonNullable<Call["step"]>;
  /** Leaves nothing behind that is no line. */
  readonly end: () => void;
}

/** As lines of JSON when they are asked for, else as one changing line where a person looks; undefined for nobody. */
function watching(
  io: Pick<Io, "terminal" | "environment" | "err">,
  { events }: { readonly events: boolean | undefined },
): Watching | undefined {
  if (events === true) return { step: (step) => io.err(`${asciiJson(step)}\n`), end() {} };
  const line = progressLine(io);
  if (line === null) return undefined;
  return {
    step(step) {
      const text = stepText(step);
      if (text !== null) line.show(text);
    },
    end: line.end,
  };
}
