/**
 * The fields that the reports share. What a report must have is strict; what carries evidence, of models, editors and
 * checks, is open: a field more is no reason to lose a run.
 */
import { z } from "zod";

const text = z.string();
const texts = z.array(text);
const count = z.int().min(0);

/** How anything ended. */
export const status = z.enum(["ok", "failed", "unverified", "error", "stale", "unavailable", "timeout"]);

const kind = z.enum(["check", "test", "lint", "typecheck", "diagnostics", "build"]);

/** Why it is not verified, for a program; the first one stood in its way first. */
export const reasons = z.array(z.looseObject({
  code: text,
  message: text,
  role: text.optional(),
  path: text.optional(),
  check: text.optional(),
})).optional().describe("Why it is not verified; the first one stood in its way first");

/** How one check ended. */
export const checkEntry = z.looseObject({
  name: text,
  status,
  source: z.literal("flow.check"),
  error: text.optional(),
  cmd: texts.optional(),
  timeout: count.optional().describe("Milliseconds"),
  required: z.boolean().optional(),
  filetypes: texts.optional(),
  kind: kind.optional(),
  workspace: text.optional(),
  revision: count.optional(),
  returncode: z.int().optional().describe("Negative: the number of a signal"),
  stdout: text.optional().describe("The last 16,000 bytes"),
  stdout_truncated: z.boolean().optional(),
  stderr: text.optional().describe("The last 16,000 bytes"),
  stderr_truncated: z.boolean().optional(),
  duration_ms: z.number().min(0).optional(),
  escaped: count.optional(),
  rewrote: texts.optional(),
});

/** The host's verification of one cycle; empty when it was never reached. */
export const verification = z.looseObject({
  status: status.optional(),
  verified: z.boolean().optional(),
  checks: z.array(checkEntry).optional(),
  coverage: z.array(z.looseObject({
    path: text,
    language: text,
    status: z.enum(["ok", "unverified"]),
    source: text,
    checks: texts,
    evidence: z.array(z.record(text, z.unknown())),
    scope: text,
  })).optional(),
  revision: count.optional(),
  reason: text.optional(),
  error: text.optional(),
  source: text.optional(),
});

/** One run of one role. */
export const roleState = z.looseObject({
  role: z.enum(["planner", "coder", "reviewer"]),
  model: text,
  status: z.enum(["ok", "unverified", "error"]),
  turns: count,
  summary: text,
  tool_errors: count,
  error: text.optional(),
  approved: z.boolean().optional(),
  issues: z.array(z.unknown()).optional(),
});

/** One tool call of a role. */
export const callEvent = z.looseObject({
  role: z.enum(["planner", "coder", "reviewer"]),
  tool: text,
  tool_call_id: text,
  status,
  error: text.optional(),
});

/** What a report has when it says why there is none. */
export const failure = {
  error: text.optional().describe("Why there is no result, when there is none"),
  code: text.optional().describe("The same for a program: stable, upper snake case"),
  next: text.optional().describe("The next step after a failure"),
} as const;

/** Why the tools are not served. */
export const needs = [{
  has: "workspace",
  code: "NO_WORKSPACE",
  message: "no workspace is configured: give --workspace, or workspace_dir in the configuration",
}] as const;
