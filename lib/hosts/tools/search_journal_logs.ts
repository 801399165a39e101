/** `search_journal_logs`: where does the journal say this? */
import { lines, pattern } from "./arguments.ts";
import { journalData } from "./journal_data.ts";
import { hostTool } from "./define.ts";

/** Looks through the last 5000 entries. */
export const searchJournalLogs = hostTool({
  name: "search_journal_logs",
  title: "Search the journal",
  description: {
    use: "Find a fixed text in the last 5000 journal lines, whatever its case",
    avoid: "Searching files: search_in_files does that",
  },
  access: "read",
  confidentiality: "sensitive",
  timeoutMs: 30_000,
  on: "any",
  args: { term: pattern, lines },
  data: journalData,
});
