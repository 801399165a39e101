/** `list_docker_containers`: which containers are there? */
import { z } from "zod";
import { hostTool } from "./define.ts";

/** Asks docker. */
export const listDockerContainers = hostTool({
  name: "list_docker_containers",
  title: "List the containers",
  description: {
    use: "See all containers and their state",
    avoid: "Reading what one writes: get_docker_logs does that",
  },
  access: "read",
  confidentiality: "sensitive",
  timeoutMs: 30_000,
  on: "any",
  args: {},
  data: z.strictObject({
    output: z.string(),
    stderr: z.string(),
    exit_code: z.int(),
    containers: z.array(z.record(z.string(), z.string())).describe("Under the names that docker gives"),
    parseState: z.enum(["complete", "partial"]),
    parseDiagnostics: z.array(z.string()),
  }),
});
