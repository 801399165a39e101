import { operates } from "../operate.ts";
import { getJournalLogs } from "./get_journal_logs.ts";

/** The machine does it. */
export default operates(getJournalLogs);
