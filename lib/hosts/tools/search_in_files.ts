/** `search_in_files`: which lines hold a text? */
import { z } from "zod";
import { pattern, readPath } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Finds at most 100 lines. */
export const searchInFiles = hostTool({
  name: "search_in_files",
  title: "Search in files",
  description: {
    use: "Find the lines that hold a fixed text below a path",
    avoid: "Regular expressions: there are none",
  },
  access: "read",
  confidentiality: "sensitive",
  timeoutMs: 30_000,
  on: "any",
  args: { path: readPath, pattern },
  data: z.strictObject({
    output: z.string().describe("A line path:number:text for each match"),
    matches: z.array(z.strictObject({ path: z.string(), line: z.int().min(1), text: z.string() })),
    files_searched: z.int().min(0),
    skipped: z.int().min(0).describe("Binary, denied or too deep"),
    unreadable: z.int().min(0),
    state: z.enum(["complete", "partial"]),
    truncated: z.boolean(),
  }),
  resource: "path",
});
