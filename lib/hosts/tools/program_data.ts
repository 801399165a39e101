/** A program's end, and a started program, as they are told. */
import { z } from "zod";
import { redacted } from "./redacted.ts";

/** What a program did. */
export const programResult = z.strictObject({
  output: z.string(),
  stderr: z.string(),
  exit_code: z.int().describe("Negative: ended by that signal"),
  truncated: z.boolean().describe("It wrote more than is shown, and was ended"),
  encoding: z.enum(["utf-8", "lossy"]).describe("lossy: bytes that are no UTF-8 were replaced"),
  controls_escaped: z.int().min(0),
  leftovers_ended: z.int().min(0).describe("Processes that it left behind, which were ended"),
  redacted,
});

/** A program that was started and not waited for. */
export const programJob = z.strictObject({
  job_id: z.string(),
  status: z.enum(["queued", "running", "succeeded", "failed", "cancelled"]),
  target: z.string(),
  target_identity: z.string(),
  result_available: z.boolean(),
});
