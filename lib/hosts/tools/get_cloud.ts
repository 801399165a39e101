/** `get_cloud`: which cloud services does the account have? */
import { z } from "zod";
import { hostTool } from "./define.ts";

/** The API does not say what it answers, so that is passed on as it comes, within bounds. */
export const getCloud = hostTool({
  name: "get_cloud",
  title: "Look at an account's cloud services",
  description: {
    use: "See the cloud services of a mikr.us account and their use",
    avoid: "What runs on the server: list_docker_containers and list_processes tell that",
  },
  access: "read",
  confidentiality: "personal",
  timeoutMs: 30_000,
  on: "mikrus",
  args: {},
  data: z.strictObject({
    cloud: z.unknown().describe("As the provider has it"),
    truncated: z.boolean().describe("Something was too deep or too long and is missing"),
  }),
});
