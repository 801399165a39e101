import { operates } from "../operate.ts";
import { searchJournalLogs } from "./search_journal_logs.ts";

/** The machine does it. */
export default operates(searchJournalLogs);
