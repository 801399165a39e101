/** `get_journal_logs`: what did a unit log? */
import { lines, serviceName } from "./arguments.ts";
import { journalData } from "./journal_data.ts";
import { hostTool } from "./define.ts";

/** Asks journalctl. */
export const getJournalLogs = hostTool({
  name: "get_journal_logs",
  title: "Read the journal of a unit",
  description: {
    use: "Read the last journal lines of one unit",
    avoid: "Searching all units: search_journal_logs does that",
  },
  access: "read",
  confidentiality: "sensitive",
  timeoutMs: 30_000,
  on: "any",
  args: { unit: serviceName, lines },
  data: journalData,
  resource: "unit",
});
