/** `get_docker_logs`: what did a container write? */
import { z } from "zod";
import { container, lines } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Keeps its two streams apart. */
export const getDockerLogs = hostTool({
  name: "get_docker_logs",
  title: "Read the log of a container",
  description: {
    use: "Read the last lines that a container wrote",
    avoid: "Reading a service of systemd: get_journal_logs does that",
  },
  access: "read",
  confidentiality: "sensitive",
  timeoutMs: 30_000,
  on: "any",
  args: { container, lines },
  data: z.strictObject({
    output: z.string(),
    stderr: z.string(),
    exit_code: z.int(),
    truncated: z.boolean(),
  }),
  resource: "container",
});
