/** `find_system_errors`: which errors happened? */
import { hours } from "./arguments.ts";
import { journalData } from "./journal_data.ts";
import { hostTool } from "./define.ts";

/** Asks journalctl for priority err and worse. */
export const findSystemErrors = hostTool({
  name: "find_system_errors",
  title: "Find recent errors",
  description: {
    use: "See the errors that the journal holds of the last hours",
    avoid: "Reading one unit: get_journal_logs does that",
  },
  access: "read",
  confidentiality: "sensitive",
  timeoutMs: 30_000,
  on: "any",
  args: { hours },
  data: journalData,
});
