/** The answer of the tool `gate` as the command line shows it, and the one way to it: the path of every call. */
import { z } from "zod";
import { ToolError } from "../core/errors.ts";
import { invoke } from "../core/invoke.ts";
import { usageError } from "./failure.ts";
import type { Session } from "./session.ts";

const part = z.object({ text: z.string(), start: z.number(), end: z.number() });

const effect = z.object({
  kind: z.string(),
  path: z.string().optional(),
  host: z.string().optional(),
  program: z.string().optional(),
  below: z.boolean().optional(),
  recursive: z.boolean().optional(),
  unknown: z.boolean().optional(),
});

const finding = z.object({
  rule: z.string(),
  verdict: z.string(),
  reason: z.string(),
  part: part.nullable(),
  safer: z.string().nullable(),
});

const call = z.object({
  part,
  depth: z.number(),
  origin: z.string(),
  program: z.string(),
  via: z.array(z.string()),
  rules: z.array(finding),
  effects: z.array(effect),
});

const verdict = z.object({
  decision: z.enum(["allow", "deny", "ask"]),
  layer: z.string(),
  grey: z.boolean(),
  rule: z.string(),
  reason: z.string(),
  part: part.nullable(),
  safer: z.string().nullable(),
  effects: z.array(effect),
  findings: z.array(finding),
  calls: z.array(call).optional(),
});

/** What is shown of a verdict. */
export type ShownVerdict = z.output<typeof verdict>;

/** One effect of a command. */
export type ShownEffect = z.output<typeof effect>;

/** One rule that fired. */
export type ShownFinding = z.output<typeof finding>;

/** One command of the line, as `explain` shows it. */
export type ShownCall = z.output<typeof call>;

/** A verdict to show, and the tool's whole answer as an MCP client gets it. */
export interface Judged {
  readonly verdict: ShownVerdict;
  readonly answer: unknown;
}

/** What the tool is asked. */
export interface Question {
  readonly command: string;
  readonly cwd: string;
  readonly explain?: true;
}

/**
 * Asks the tool `gate`, as an MCP client would.
 *
 * @throws ToolError `USAGE` for a command that the tool does not take; whatever else fails is thrown as well, and is
 * no verdict.
 *
 * @example
 * ```ts
 * import { verdictOn } from "gatehouse/cli/verdict.ts";
 *
 * if (verdictOn.length !== 2) throw new Error("other arguments");
 * ```
 */
export async function verdictOn(asker: Asker, question: Question): Promise<Judged> {
  const answer = await answerOn(asker, question);
  return { verdict: verdict.parse(answer), answer };
}

/** Who asks, and whom. */
type Asker = Pick<Session, "house" | "principal" | "signal">;

/**
 * The same, for who passes the answer on as it is.
 *
 * @throws ToolError As `verdictOn`.
 *
 * @example
 * ```ts
 * import { answerOn } from "gatehouse/cli/verdict.ts";
 *
 * if (answerOn.length !== 2) throw new Error("other arguments");
 * ```
 */
export async function answerOn(
  { house, principal, signal }: Asker,
  question: Question,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const outcome = await invoke(house, { tool: "gate", args: question, principal, via: "cli", signal });
  if (outcome.kind === "error") throw usageError(outcome.message, "Give a shorter or other command");
  if (outcome.kind === "question") {
    throw new ToolError("CONFIRMATION_NEEDED", "The gate asked a question that the command line cannot put");
  }
  return outcome.structuredContent;
}

/** `gate check`'s exit code for each decision. */
const EXIT = { allow: 0, deny: 1, ask: 2 } as const;

/**
 * The exit code that tells the decision.
 *
 * @example
 * ```ts
 * import { exitOf } from "gatehouse/cli/verdict.ts";
 *
 * if (exitOf({ decision: "ask" }) !== 2) throw new Error("other exit code");
 * ```
 */
export function exitOf({ decision }: Pick<ShownVerdict, "decision">): number {
  return EXIT[decision];
}
