/** `list_configured_servers`: which servers are there? */
import { z } from "zod";
import { hostTool } from "./define.ts";

/** Tells of the configuration and of the connections that stand; reaches no server. */
export const listConfiguredServers = hostTool({
  name: "list_configured_servers",
  title: "List the configured servers",
  description: {
    use: "Learn which servers there are and which one is meant by default, before any other call",
    avoid: "Learning what a server is like: the other tools ask it",
  },
  access: "read",
  confidentiality: "sensitive",
  timeoutMs: 1_000,
  on: "none",
  args: {},
  data: z.strictObject({
    default_target: z.string().nullable(),
    targets: z.array(z.strictObject({
      name: z.string().describe("The alias that the argument server takes"),
      type: z.enum(["mikrus", "ssh"]),
      configured_identity: z.string(),
      resolved_identity: z.string().nullable().describe("Null until the server was reached"),
      status: z.enum(["connected", "not_connected", "unavailable"]),
      is_default: z.boolean(),
      facts: z.looseObject({}).nullable().describe(
        "What was found on it: python, uid, systemd, docker, compose, crontab",
      ),
    })),
  }),
});
