/** Commands that once were allowed and should not have been, and near them harmless ones that must stay allowed. */
import { testRows } from "./parts/rows.ts";

await testRows("escapes.jsonl", ({ topic }) => `${topic}: every line is judged as it must be`);
