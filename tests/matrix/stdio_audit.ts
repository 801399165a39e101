/** The last sentence of every flow over stdio. */
import type { Check } from "./parts/checks.ts";
import type { StdioSession } from "./parts/stdio_session.ts";

/** Ends the session. */
export const stdioAudit: Check<StdioSession> = {
  name: "every line of stdout was a JSON-RPC frame, no log leaked into it, and no trace was logged",
  prove: (session) => session.audit(),
};
