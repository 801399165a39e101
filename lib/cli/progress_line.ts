/** One changing line on stderr while something takes its time, where a person looks; wiped before anything else is said. */
import { oneLine } from "../core/bounds.ts";
import { beforeLogLine } from "../core/log.ts";
import type { RunContext } from "../core/tool.ts";
import type { Io } from "./io.ts";

/** To the line's beginning, and the rest of it away (ECMA-48, EL). */
const CLEAR = "\r\x1b[K";

/** Columns where the terminal does not say: narrower than any that is in use. */
const COLUMNS = 76;

/** Milliseconds of work for which nothing is shown: most has ended by then. */
const QUIET_MS = 500;

/** Milliseconds between two lines, so that a busy tool does not flood a slow terminal. */
const REST_MS = 100;

/** Milliseconds after which the line tells how long it has taken, and again. */
const TICK_MS = 1_000;

/** Where a line is shown. */
type Shown = Pick<Io, "terminal" | "environment" | "err">;

/** The line. */
export interface ProgressLine {
  /** Shows this text in place of the last; control characters escaped, cut to the terminal's width. */
  show(text: string): void;
  /** Leaves nothing behind. */
  end(): void;
}

/**
 * The line; null where nobody looks at stderr, or where the cursor must not be moved: `TERM=dumb`, or `NO_COLOR` set, which
 * is taken as the wish for a stream without sequences.
 *
 * @example
 * ```ts
 * import { progressLine } from "gatehouse/cli/progress_line.ts";
 *
 * let err = "";
 * const terminal = { stdin: true, stdout: true, stderr: true };
 * const io = { terminal, environment: {}, err: (text: string) => void (err += text) };
 * const line = progressLine(io);
 * line?.show("half\tdone");
 * line?.end();
 * if (err !== "\r\x1b[Khalf\\u{9}done\r\x1b[K") throw new Error(err);
 * if (progressLine({ ...io, environment: { NO_COLOR: "1" } }) !== null) throw new Error("sequences are sent");
 * ```
 */
export function progressLine({ terminal, environment, err }: Shown): ProgressLine | null {
  if (terminal.stderr !== true || environment["NO_COLOR"] || environment["TERM"] === "dumb") return null;
  return {
    show(text) {
      beforeLogLine(() => err(CLEAR));
      err(`${CLEAR}${cut(oneLine(text.trim(), 1_000), (terminal.columns ?? COLUMNS + 1) - 1)}`);
    },
    end() {
      beforeLogLine(null);
      err(CLEAR);
    },
  };
}

/**
 * Does the work, and shows for as long as it takes what it is, how far it is and how long it has taken.
 *
 * @param options `what`: a word or two. `work` is given what takes its progress; undefined where nobody looks.
 *
 * @example
 * ```ts
 * import { working } from "gatehouse/cli/progress_line.ts";
 *
 * const io = { terminal: { stdin: false, stdout: false }, environment: {}, err() {} };
 * const given = await working(io, { what: "a tool", work: (progress) => Promise.resolve(progress) });
 * if (given !== undefined) throw new Error("progress is asked for, and nobody sees it");
 * ```
 */
export async function working<T>(
  io: Shown,
  { what, work, quietMs = QUIET_MS, tickMs = TICK_MS }: {
    readonly what: string;
    readonly work: (progress: RunContext["progress"] | undefined) => Promise<T>;
    /** Default: 500. */
    readonly quietMs?: number;
    /** Default: 1,000. */
    readonly tickMs?: number;
  },
): Promise<T> {
  const line = progressLine(io);
  if (line === null) return await work(undefined);
  const from = performance.now();
  let far = "";
  let shownAt = from + quietMs - REST_MS;
  let isShown = false;
  const show = (): void => {
    const now = performance.now();
    if (now < shownAt + REST_MS) return;
    shownAt = now;
    isShown = true;
    line.show(progressText({ what, far, seconds: Math.floor((now - from) / 1_000) }));
  };
  const timer = setInterval(show, tickMs);
  try {
    return await work((done, total, message) => {
      far = farText(done, { total, message });
      show();
    });
  } finally {
    clearInterval(timer);
    if (isShown) line.end();
  }
}

/** What goes on, how far it is, and how long it has taken. */
function progressText(
  { what, far, seconds }: { readonly what: string; readonly far: string; readonly seconds: number },
): string {
  const time = seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
  return far === "" ? `${what} (${time})` : `${what} (${time}): ${far}`;
}

function farText(
  done: number,
  { total, message }: { readonly total: number | undefined; readonly message: string | undefined },
): string {
  const count = total !== undefined ? `${done} of ${total}` : message === undefined ? `${done}` : "";
  return [count, message ?? ""].filter((part) => part !== "").join(" ");
}

/** Characters that terminals draw two columns wide (Unicode UAX #11), roughly: too narrow a line does no harm. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{10000}-\u{10ffff}]/u;

function cut(text: string, columns: number): string {
  let left = columns;
  let kept = "";
  for (const char of text) {
    left -= WIDE.test(char) ? 2 : 1;
    if (left < 0) return kept;
    kept += char;
  }
  return kept;
}
