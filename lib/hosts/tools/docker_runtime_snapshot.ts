/** `docker_runtime_snapshot`: how does a compose service run? */
import { z } from "zod";
import { composeName, container } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Names of environment variables, never their values. */
export const dockerRuntimeSnapshot = hostTool({
  name: "docker_runtime_snapshot",
  title: "Look at a compose service",
  description: {
    use: "See how a compose service or a container runs: image, mounts, networks, health",
    avoid: "Logs: get_docker_logs reads them",
  },
  access: "read",
  confidentiality: "sensitive",
  timeoutMs: 30_000,
  on: "ssh",
  args: { service: composeName.optional(), container: container.optional() },
  data: z.strictObject({
    containers: z.array(z.looseObject({})).max(8),
    more: z.int().min(1).optional().describe("Containers of the service that are not shown"),
  }),
  resource: "service",
});
