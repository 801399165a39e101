/** `get_db_info`: where are the account's databases, and under which names? */
import { z } from "zod";
import { databaseAccount } from "./account_data.ts";
import { hostTool } from "./define.ts";
import { redacted } from "./redacted.ts";

/** Null where the account has no database of the kind. */
export const getDbInfo = hostTool({
  name: "get_db_info",
  title: "Look at a mikr.us server's databases",
  description: {
    use: "Learn host, login and name of the shared databases of a mikr.us server",
    avoid: "Learning a password: it never leaves; the panel shows it",
  },
  access: "read",
  confidentiality: "credential",
  timeoutMs: 30_000,
  on: "mikrus",
  args: {},
  data: z.strictObject({ psql: databaseAccount, mysql: databaseAccount, mongo: databaseAccount, redacted }),
});
