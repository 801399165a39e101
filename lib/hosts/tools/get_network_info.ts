/** `get_network_info`: which interfaces and listening sockets are there? */
import { z } from "zod";
import { socketData } from "./socket_data.ts";
import { hostTool } from "./define.ts";

/** Reads what the kernel tells. */
export const getNetworkInfo = hostTool({
  name: "get_network_info",
  title: "Look at the network",
  description: {
    use: "See the interfaces, their addresses, and what listens",
    avoid: "Checking one port: check_port does that",
  },
  access: "read",
  confidentiality: "sensitive",
  timeoutMs: 30_000,
  on: "any",
  args: {},
  data: z.strictObject({
    output: z.string(),
    interfaces: z.array(z.strictObject({
      name: z.string(),
      state: z.string().nullable(),
      mac: z.string().nullable(),
      mtu: z.int().nullable(),
      addresses: z.array(z.string()),
    })),
    listening: z.array(socketData),
    state: z.string(),
    truncated: z.boolean(),
  }),
});
