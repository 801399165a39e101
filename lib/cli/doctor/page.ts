/** The lines as a person reads them: in columns, what to do under each. */
import type { Io } from "../io.ts";
import { coloured } from "../print.ts";
import type { Check, Status } from "./check.ts";

const COLOURS = { ok: "green", warn: "yellow", fail: "red" } as const;
const WORDS: Readonly<Record<Status, string>> = {
  ok: "ok",
  warn: "with a warning",
  fail: "failed",
  skip: "skipped",
};

/** Columns of a name; a longer one pushes its own line only. */
const MAX_NAME = 24;

/**
 * The page.
 *
 * @param checks Safe texts.
 *
 * @example
 * ```ts
 * import { pageOf } from "gatehouse/cli/doctor/page.ts";
 *
 * const io = { environment: {}, terminal: { stdin: false, stdout: false } };
 * const page = pageOf(io, [{ name: "clock", status: "ok", detail: "It is right", next: "Nothing to do" }]);
 * if (page !== "ok    clock  It is right\n             -> Nothing to do\n\n1 ok\n") throw new Error(page);
 * ```
 */
export function pageOf(io: Pick<Io, "environment" | "terminal">, checks: readonly Check[]): string {
  const width = Math.min(MAX_NAME, Math.max(0, ...checks.map(({ name }) => name.length)));
  const lines = checks.map(({ name, status, detail, next }) => {
    const word = status.padEnd(4);
    const shown = status === "skip" ? word : coloured(word, { io, colour: COLOURS[status] });
    return `${shown}  ${name.padEnd(width)}  ${detail}\n${" ".repeat(width + 8)}-> ${next}\n`;
  });
  const counts = (["ok", "warn", "fail", "skip"] as const)
    .map((status) => [checks.filter((check) => check.status === status).length, WORDS[status]] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`);
  return `${lines.join("")}\n${counts.join(", ")}\n`;
}
