/** `update_system`: installs the waiting updates. */
import { z } from "zod";
import { hostTool } from "./define.ts";

/** Fetches first, and installs only when enough time is left. */
export const updateSystem = hostTool({
  name: "update_system",
  title: "Update the system",
  description: {
    use: "Install the waiting updates with the package manager, without a question",
    avoid: "Learning what would be updated",
  },
  access: "destroy",
  confidentiality: "internal",
  timeoutMs: 120_000,
  on: "any",
  args: {},
  data: z.strictObject({
    package_manager: z.enum(["apt", "dnf", "yum", "apk"]),
    upgraded: z.int().nullable(),
    reboot_required: z.boolean().nullable(),
    output: z.string(),
    stderr: z.string(),
    exit_code: z.int(),
    truncated: z.boolean(),
  }),
});
