/** `gate`: may this shell command run? */
import { z } from "zod";
import { type Soon, soon } from "../../core/soon.ts";
import { defineTool } from "../../core/tool.ts";

const decision = z.enum(["allow", "deny", "ask"]);
const text = z.string().max(20_000);

const part = z.strictObject({
  text,
  start: z.int().min(0).describe("First byte, in the UTF-8 form of the command"),
  end: z.int().min(0).describe("Byte after the last"),
});

const effect = z.strictObject({
  kind: z.enum(["read", "write", "delete", "execute", "network", "privilege", "persist"]),
  path: text.optional(),
  host: text.optional(),
  program: text.optional(),
  below: z.literal(true).optional().describe("The entries below the path, not the path itself"),
  recursive: z.literal(true).optional(),
  unknown: z.literal(true).optional().describe("What is touched is not known"),
});

const finding = z.strictObject({
  rule: z.string().max(128),
  verdict: z.enum(["allow", "ask", "grey", "deny"]),
  reason: z.string().max(2_000),
  part: part.nullable(),
  safer: z.string().max(2_000).nullable(),
});

/** One command of the line, for `explain`. */
const call = z.strictObject({
  part,
  depth: z.int().min(0),
  origin: z.string().max(32),
  program: text,
  via: z.array(z.string().max(256)).max(64),
  rules: z.array(finding).max(64),
  effects: z.array(effect).max(64),
});

/** Judges a shell command before it runs. */
export const gate = defineTool({
  name: "gate",
  title: "May this command run",
  description: {
    use:
      "Learn before running a shell command whether it may run: allow, deny, or ask a person and show them " +
      "command and reason",
    avoid: "Running the command; judging anything but bash, or the intent behind a command",
  },
  access: "read",
  confidentiality: "public",
  // The time of a consultation is a setting of at most 300 s; this is its bound, and the time to start a worker.
  timeoutMs: 310_000,
  input: z.strictObject({
    command: text.min(1).regex(/\S/, "Expected a command, not blanks").describe(
      "The whole line as the shell would get it",
    ),
    cwd: z.string().min(1).max(4_096).regex(/^(?:\/|[A-Za-z]:[\\/])/, "Expected an absolute path").optional()
      .describe(
        "Absolute directory it would run in; paths resolve against it",
      ),
    server: z.string().max(2_048).optional().describe(
      "Decision service to prefer; never makes an answer milder",
    ),
    explain: z.boolean().optional().describe("Also list each command's effects and rules"),
  }),
  output: z.object({
    command: text,
    cwd: z.string().max(4_096).nullable(),
    decision,
    layer: z.enum(["L0", "L1", "fail_closed", "human_confirm"]),
    grey: z.boolean().describe("Refused only because nobody could judge its effect"),
    rule: z.string().min(1).max(128),
    reason: z.string().max(2_000),
    part: part.nullable().describe("What is to blame"),
    safer: z.string().max(2_000).nullable(),
    effects: z.array(effect).max(64),
    findings: z.array(finding).max(64).describe("Every rule that fired, strictest first"),
    calls: z.array(call).max(2_000).optional(),
    noul: z.number().nullable(),
    score: z.number().nullable(),
    noul_state: z.enum(["true", "false", "wavering"]).nullable(),
    engine: z.string().max(512),
    server: z.string().max(2_048).nullable(),
    model: z.string().max(256).nullable(),
    error: z.enum(["unavailable", "malformed"]).optional().describe("Why no model's answer could be used"),
    confirmation: z.enum(["accepted", "declined", "cancelled"]).nullable().describe(
      "What a person said to it",
    ),
    fail_closed: z.literal("deny"),
    tool: z.string().max(64),
  }),
  confirm(args, exchange, context) {
    confirmation ??= import("../confirmation.ts").then((loaded) => confirmation = loaded);
    return soon(confirmation, ({ confirm }) => confirm(args, { exchange, context }));
  },
});

/** Asked for once: each `import()` costs a look-up. */
let confirmation: Soon<typeof import("../confirmation.ts")> | undefined;
