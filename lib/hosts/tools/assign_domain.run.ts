import { asksAccount } from "../ask_account.ts";
import { assignDomain } from "./assign_domain.ts";

/** Sent once. */
export default asksAccount(assignDomain, {
  endpoint: "domain",
  fields: ({ port, domain }) => ({ port: String(port), domain }),
});
