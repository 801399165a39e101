/** `analyze_disk`: how full is it, and with what? */
import { z } from "zod";
import { readPath } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Weighs the entries of a directory, within its time. */
export const analyzeDisk = hostTool({
  name: "analyze_disk",
  title: "Analyse disk use",
  description: {
    use: "See how full a file system is and what takes most room below a path",
    avoid: "Listing files: list_directory does that",
  },
  access: "read",
  confidentiality: "internal",
  timeoutMs: 30_000,
  on: "any",
  args: { path: readPath.default("/") },
  data: z.strictObject({
    state: z.enum(["complete", "partial"]),
    path: z.string(),
    filesystem: z.strictObject({
      device: z.string().nullable(),
      mount_point: z.string().nullable(),
      type: z.string().nullable(),
      total_bytes: z.int(),
      used_bytes: z.int(),
      available_bytes: z.int(),
      use_percent: z.int(),
      inodes_total: z.int(),
      inodes_used: z.int(),
    }),
    entries: z.array(z.strictObject({ path: z.string(), bytes: z.int() })).describe("The largest first"),
    unreadable: z.int().min(0),
    filesystemSummary: z.strictObject({ state: z.string(), output: z.string() }),
    largeFiles: z.strictObject({ state: z.string(), output: z.string() }),
    observedAt: z.string(),
  }),
  resource: "path",
});
