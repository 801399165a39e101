/** `file_patch_atomic`: replaces a file that nobody has changed. */
import { z } from "zod";
import { digest, writePath } from "./arguments.ts";
import { contentBase64 } from "./base64_content.ts";
import { hostTool } from "./define.ts";

/** Compares and replaces under a lock on the machine. */
export const filePatchAtomic = hostTool({
  name: "file_patch_atomic",
  title: "Replace a file if it is unchanged",
  description: {
    use: "Replace a file only when it still has the digest that was read",
    avoid: "Making a new file: write_file does that",
  },
  access: "write",
  confidentiality: "internal",
  timeoutMs: 70_000,
  on: "ssh",
  args: {
    path: writePath,
    expected_digest: digest,
    content_b64: contentBase64,
  },
  data: z.strictObject({
    status: z.literal("REPLACED"),
    before_digest: z.string(),
    after_digest: z.string(),
    before_size: z.int(),
    after_size: z.int(),
    not_kept: z.array(z.string()).optional().describe("What of the old file the new one lacks"),
  }),
  resource: "path",
});
