/** Answers of the journal operations. */
import { fields, flag, list, maybe, oneOf, type Reader, text, whole } from "../shapes.ts";

const entries = fields({
  entries: list(
    fields({
      time_us: maybe(whole()),
      unit: maybe(text(256)),
      identifier: maybe(text(256)),
      pid: maybe(whole()),
      priority: maybe(whole(0, 7)),
      message: text(2_000),
    }),
    500,
  ),
  stderr: text(4_000),
  state: oneOf("complete", "partial"),
  truncated: flag,
});

/** All three: the oldest first; `output` has a line for each. */
const journalEntries: Reader<object> = (value, place) => {
  const read = entries(value, place);
  const shown = read.entries.map(({ time_us, ...entry }) => ({
    // Microseconds; a Date holds up to 8.64e15 milliseconds.
    time: time_us === null || time_us > 8.64e18 ? null : new Date(Math.floor(time_us / 1_000)).toISOString(),
    ...entry,
  }));
  const line = (entry: (typeof shown)[number]) =>
    `${entry.time ?? "-"} ${entry.identifier ?? "-"}${entry.pid === null ? "" : `[${entry.pid}]`}: ` +
    entry.message.replaceAll("\n", "\\n");
  return {
    output: shown.map(line).join("\n"),
    stderr: read.stderr,
    entries: shown,
    state: read.state,
    truncated: read.truncated,
  };
};

/** Reads the answers of the journal operations, by the name of the operation. */
export const JOURNAL_ANSWERS: Readonly<Record<string, Reader<object>>> = {
  get_journal_logs: journalEntries,
  find_system_errors: journalEntries,
  search_journal_logs: journalEntries,
};
