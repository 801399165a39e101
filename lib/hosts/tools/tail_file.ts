/** `tail_file`: what are the last lines of a file? */
import { z } from "zod";
import { lines, readPath } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Reads at most 500 lines and 256 KiB. */
export const tailFile = hostTool({
  name: "tail_file",
  title: "Read the end of a file",
  description: {
    use: "Read the last lines of a text file, such as a log",
    avoid: "Reading a whole file: read_file has ranges",
  },
  access: "read",
  confidentiality: "sensitive",
  timeoutMs: 30_000,
  on: "any",
  args: { path: readPath, lines },
  data: z.strictObject({
    output: z.string(),
    encoding: z.enum(["utf-8", "lossy", "base64"]),
    size: z.int().min(0).describe("Bytes of the whole file"),
    lines: z.int().min(0).max(500),
    truncated: z.boolean(),
    controls_escaped: z.int().min(0),
  }),
  resource: "path",
});
