/** `read_file`: what stands in a file? */
import { z } from "zod";
import { readPath } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Reads a range of a file; the digest is of the whole. */
export const readFile = hostTool({
  name: "read_file",
  title: "Read a file",
  description: {
    use: "Read a text file, or a range of its bytes, and get its digest",
    avoid: "Following a log: tail_file reads its end",
  },
  access: "read",
  confidentiality: "sensitive",
  timeoutMs: 30_000,
  on: "any",
  args: {
    path: readPath,
    offset_bytes: z.int().min(0).max(2 ** 53 - 1).default(0).describe("First byte that is read"),
    max_bytes: z.int().min(1).max(500_000).default(65_536).describe("Bytes that are read at most"),
    encoding: z.enum(["auto", "base64"]).default("auto").describe("auto gives text where it is text"),
  },
  data: z.strictObject({
    output: z.string(),
    encoding: z.enum(["utf-8", "lossy", "base64"]).describe("lossy: bytes that are no UTF-8 were replaced"),
    size: z.int().min(0).describe("Bytes of the whole file"),
    sha256: z.string().nullable().describe(
      "Of the whole file; null above 16 MiB, and when anything was redacted",
    ),
    offset_bytes: z.int().min(0),
    bytes: z.int().min(0),
    next_offset: z.int().min(0).nullable().describe("Where to go on reading; null at the end"),
    truncated: z.boolean(),
    controls_escaped: z.int().min(0).describe("Control characters that are shown as \\u{…}"),
  }),
  resource: "path",
});
