/** `flow_check`: the operator's checks, as they stand. */
import { z } from "zod";
import { defineTool } from "../../core/tool.ts";
import { checkEntry, failure, needs, reasons, status } from "./answers.ts";

/** Runs checks. */
export const flowCheck = defineTool({
  name: "flow_check",
  title: "Run the approved checks",
  description: {
    use:
      "Learn whether the workspace passes the checks that the operator has approved: all of them, or one by name",
    avoid: "Running any other command: there is no way to give one",
  },
  // The checks are programs of the operator's, which may do anything; that they change nothing is not known.
  access: "write",
  confidentiality: "sensitive",
  timeoutMs: 3_660_000,
  needs,
  input: z.strictObject({
    name: z.string().max(256).optional().describe("Only this check; flow_status has the names"),
  }),
  output: z.looseObject({
    status,
    verified: z.boolean(),
    checks: z.array(checkEntry).optional(),
    reason: z.string().optional().describe("Why it is not verified; empty when it is"),
    source: z.string().optional(),
    reasons,
    ...failure,
  }),
});
