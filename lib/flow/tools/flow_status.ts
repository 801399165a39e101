/** `flow_status`: what is configured, and whether it is there. */
import { z } from "zod";
import { defineTool } from "../../core/tool.ts";
import { failure, needs, status } from "./answers.ts";

const texts = z.array(z.string());

/** Tells how it stands. */
export const flowStatus = defineTool({
  name: "flow_status",
  title: "Show workspace, models and checks",
  description: {
    use: "Learn which workspace, models, checks and editor are configured, and whether a run is under way",
    avoid: "Learning whether the models answer: they are not asked",
  },
  access: "read",
  confidentiality: "internal",
  timeoutMs: 30_000,
  needs,
  input: z.strictObject({}),
  output: z.looseObject({
    status,
    workspace: z.string().optional(),
    trusted: z.boolean().optional().describe("Files may be written and checks run"),
    backend: z.looseObject({
      type: z.string(),
      base_url: z.string(),
      connectivity: z.string(),
      note: z.string(),
    }).optional(),
    models: z.strictObject({ planner: z.string(), coder: z.string(), reviewer: z.string() }).optional(),
    checks: z.array(z.strictObject({
      name: z.string(),
      required: z.boolean(),
      kind: z.string(),
      filetypes: texts,
    })).optional(),
    editor: z.looseObject({
      status: z.enum(["ok", "unavailable"]),
      tools: texts,
      error: z.string().nullable(),
      attached: z.boolean(),
    }).optional(),
    warnings: texts.optional(),
    capabilities: z.looseObject({
      single_writer: z.boolean(),
      read_only_concurrency: z.int(),
      arbitrary_commands: z.boolean(),
      plugins: z.boolean(),
      file_io: z.string(),
    }).optional(),
    busy: z.boolean().optional().describe("A run or a check is under way"),
    last_report: z.looseObject({
      status,
      verified: z.boolean(),
      changed_files: texts.optional(),
      cycles: z.int().min(0).optional(),
    }).nullable().optional(),
    ...failure,
  }),
});
