/** `get_docker_stats`: what do the containers use? */
import { z } from "zod";
import { hostTool } from "./define.ts";

/** Asks docker, once. */
export const getDockerStats = hostTool({
  name: "get_docker_stats",
  title: "Measure the containers",
  description: {
    use: "See what the running containers use",
    avoid: "Listing stopped ones: list_docker_containers does that",
  },
  access: "read",
  confidentiality: "internal",
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
