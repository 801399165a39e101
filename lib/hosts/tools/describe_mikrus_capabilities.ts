/** `describe_mikrus_capabilities`: what can be done, and under which policy? */
import { z } from "zod";
import { hostTool } from "./define.ts";

/** Tells the whole catalogue with its policy. */
export const describeMikrusCapabilities = hostTool({
  name: "describe_mikrus_capabilities",
  title: "Describe the capabilities",
  description: {
    use: "Learn what each tool may do, what it binds to, and why one is not served",
    avoid: "Learning what is on a server",
  },
  access: "read",
  confidentiality: "public",
  timeoutMs: 1_000,
  on: "none",
  args: {},
  data: z.strictObject({
    schema_version: z.int(),
    server_version: z.string(),
    supported_transports: z.array(z.string()),
    supported: z.array(z.looseObject({})).describe("Every tool of the family"),
    active: z.array(z.string()).describe("Names of the tools that are served"),
    provenance: z.looseObject({}),
  }),
});
