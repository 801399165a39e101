/** `assign_domain`: gives a port of a mikr.us server a domain. */
import { z } from "zod";
import { apiText } from "./account_data.ts";
import { domain, port } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** The provider's own suffixes, or a domain that points there. */
export const assignDomain = hostTool({
  name: "assign_domain",
  title: "Assign a domain to a port",
  description: {
    use:
      "Publish a port of a mikr.us server under a domain of the provider, such as name.tojest.dev, or a generated one",
    avoid: "Changing a web server on the machine: that is not touched",
  },
  access: "write",
  confidentiality: "internal",
  timeoutMs: 70_000,
  on: "mikrus",
  args: { port, domain },
  data: z.strictObject({
    status: apiText.describe("gotowe when it is done"),
    domain: apiText,
    port: apiText,
  }),
  resource: "domain",
});
