/** `flow_run`: a task, carried out within its bounds. */
import { z } from "zod";
import { defineTool } from "../../core/tool.ts";
import {
  callEvent,
  checkEntry,
  failure,
  needs,
  reasons,
  roleState,
  status,
  verification,
} from "./answers.ts";

const count = z.int().min(0).optional();

/** Carries out a task. */
export const flowRun = defineTool({
  name: "flow_run",
  title: "Carry out a coding task",
  description: {
    use:
      "Have local models plan, write and review a change in the configured workspace. Only verified: true means that " +
      "the operator's checks proved it; otherwise read reasons",
    avoid:
      "Asking questions about code, or work outside that workspace; a run takes minutes, and one goes at a time",
  },
  access: "write",
  // What checks print may hold secrets.
  confidentiality: "sensitive",
  timeoutMs: 3_660_000,
  needs,
  input: z.strictObject({
    task: z.string().max(100_000).describe("What to do, in words"),
  }),
  output: z.looseObject({
    status,
    verified: z.boolean(),
    reasons,
    task: z.string().optional(),
    roles: z.array(roleState).optional(),
    events: z.array(callEvent).optional().describe("The models' tool calls, in order"),
    changed_files: z.array(z.string()).optional(),
    changed_tests: z.array(z.string()).optional().describe("Changed files that decide what passes"),
    checks: z.array(checkEntry).optional().describe("Of the last verification"),
    verification: verification.optional(),
    verification_history: z.array(verification).optional(),
    model_calls: count,
    tool_calls: count,
    cycles: count,
    summary: z.string().optional().describe("The coder's last words"),
    ...failure,
  }),
});
