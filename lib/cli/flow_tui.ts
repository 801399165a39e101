/** `flow tui`: one line in, one report out, and what happens in between; the same with and without a terminal. */
import { readLineGroups } from "./input.ts";
import { TuiCommands, type TuiIo } from "./flow_tui_commands.ts";
import { answerText, bannerText } from "./flow_tui_text.ts";
import type { Session } from "./session.ts";

/** Asks for a task or a command. */
const PROMPT = "flow > ";

/**
 * Works line by line until `/quit`, the input's end, or a signal. An interrupt (SIGINT) ends the task that goes on, and
 * without one only the line that was begun.
 *
 * @param open Opens the session; `model`: with this model for all roles.
 * @returns The exit code: 0, also after tasks that failed.
 * @throws ToolError `CONFIG_INVALID` for a mistake in the configuration, `CANCELLED` by a signal.
 *
 * @example
 * ```ts
 * import { tui } from "gatehouse/cli/flow_tui.ts";
 *
 * if (tui.length !== 2) throw new Error("other arguments");
 * ```
 */
export async function tui(io: TuiIo, open: (model?: string) => Promise<Session>): Promise<number> {
  await using commands = new TuiCommands(io, open);
  try {
    io.out(bannerText(await commands.status()));
    prompt(io);
    for await (const lines of readLineGroups(io)) {
      for (const line of lines) {
        // A terminal has shown the line and its end already.
        if (!io.terminal.stdin) io.out("\n");
        const report = await commands.answer(line);
        if (report === null) return 0;
        if (!io.out(answerText(report, io))) return 0;
        prompt(io);
      }
      // A blank line, or the input's end, which must not show a second one.
      if (lines.length === 0 && io.terminal.stdin) io.out(`\r${PROMPT}`);
    }
    io.out("\n");
    return 0;
  } finally {
    io.onInterrupt?.(null);
  }
}

function prompt(io: TuiIo): void {
  io.onInterrupt?.(() => void io.out(`\n${PROMPT}`));
  io.out(PROMPT);
}
