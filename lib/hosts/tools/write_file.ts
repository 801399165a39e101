/** `write_file`: puts a file in place. */
import { z } from "zod";
import { content, writePath } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Writes beside the file and renames, through directories none of which is a link. */
export const writeFile = hostTool({
  name: "write_file",
  title: "Write a file",
  description: {
    use: "Put a whole text file in place at once; the mode and owner of an existing one are kept",
    avoid: "Changing part of a file that others change too",
  },
  access: "write",
  confidentiality: "internal",
  timeoutMs: 70_000,
  on: "any",
  args: { path: writePath, content },
  data: z.strictObject({
    output: z.literal("WRITE_OK"),
    created: z.boolean(),
    size: z.int().min(0),
    sha256: z.string(),
    mode: z.string().describe("Octal"),
    not_kept: z.array(z.string()).describe("What of the old file the new one lacks"),
  }),
  resource: "path",
});
