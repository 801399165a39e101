/** `list_directory`: what is in a directory? */
import { z } from "zod";
import { readPath } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Lists at most 500 entries. */
export const listDirectory = hostTool({
  name: "list_directory",
  title: "List a directory",
  description: {
    use: "See what is in a directory",
    avoid: "Looking for a text in files: search_in_files does that",
  },
  access: "read",
  confidentiality: "sensitive",
  timeoutMs: 30_000,
  on: "any",
  args: { path: readPath },
  data: z.strictObject({
    output: z.string().describe("A line for each entry"),
    path: z.string().describe("Where the path really leads"),
    entries: z.array(z.strictObject({
      name: z.string(),
      type: z.enum(["file", "directory", "link", "pipe", "socket", "device", "other"]),
      size: z.int().min(0),
      mode: z.string(),
      owner: z.string(),
      group: z.string(),
      modified: z.string(),
      target: z.string().nullable().describe("Of a link"),
    })),
    total: z.int().min(0),
    truncated: z.boolean(),
  }),
  resource: "path",
});
