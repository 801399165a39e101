/** `check_port`: who listens on a port? */
import { z } from "zod";
import { port } from "./arguments.ts";
import { socketData } from "./socket_data.ts";
import { hostTool } from "./define.ts";

/** The process is null where the account may not see it. */
export const checkPort = hostTool({
  name: "check_port",
  title: "Check a port",
  description: {
    use: "See whether a TCP port listens, and who holds it",
    avoid: "Trying to connect from elsewhere: this asks the server itself",
  },
  access: "read",
  confidentiality: "internal",
  timeoutMs: 30_000,
  on: "any",
  args: { port },
  data: z.strictObject({
    output: z.string(),
    port: z.int(),
    listening: z.boolean(),
    address: z.string().nullable(),
    pid: z.int().nullable(),
    process: z.string().nullable(),
    sockets: z.array(socketData),
  }),
  resource: "port",
});
