/**
 * A person's yes or no to a command that must be asked about.
 *
 * The first round ends in the question; the retry brings the answer and the sealed state. An answer counts once, for
 * this caller, these arguments and these rules, and only where a form was really asked for and filled in: anything else
 * asks anew. The rules judge again on the retry, and what they refuse no yes can lift; a model is not asked again.
 */
import { sha256 } from "../core/approval.ts";
import { z } from "zod";
import { showsForms } from "../core/approval_form.ts";
import type { Confirmation, Exchange } from "../core/question.ts";
import { type Soon, soon } from "../core/soon.ts";
import type { RunContext } from "../core/tool.ts";
import { type Answer, answer } from "./answer.ts";
import { confirmationForm, QUESTION_KEY } from "./confirmation_form.ts";
import { type Asked, deliberate } from "./deliberate.ts";
import { judgeWith } from "./judge.ts";
import type { RulesInForce } from "./rulebook.ts";
import { serviceOf } from "./service.ts";

/** What a model said of a command that the rules alone do not ask about. */
const modelled = z.strictObject({
  layer: z.literal("L1"),
  rule: z.string(),
  reason: z.string(),
  noul: z.number().nullable(),
  score: z.number().nullable(),
  noul_state: z.enum(["true", "false", "wavering"]).nullable(),
  engine: z.string(),
  server: z.string().nullable(),
  model: z.string().nullable(),
});

/** What the retry must know. Caller, tool and arguments are bound by the seal. */
const sealed = z.strictObject({
  /** Of the command, its circumstances and the rules that asked. */
  fingerprint: z.string(),
  modelled: modelled.nullable(),
});

/** An answer to the form, as far as it can be understood. */
const filled = z.object({ action: z.enum(["accept", "decline", "cancel"]), content: z.unknown().optional() });

/** Characters of a model's reason that travel in the state. */
const MAX_REASON = 500;

/**
 * Decides whether a person must be asked. What goes on carries its answer, so that nothing is judged twice.
 *
 * @param options `exchange` and `context`: as the call has them.
 *
 * @example
 * ```ts
 * import { confirm } from "gatehouse/gate/confirmation.ts";
 *
 * if (confirm.length !== 2) throw new Error("see the tests of the confirmation");
 * ```
 */
export function confirm(
  asked: Asked,
  { exchange, context }: { exchange: Exchange; context: RunContext },
): Soon<Confirmation> {
  if (showsForms(exchange.capabilities)) return confirmByForm(asked, { exchange, context });
  return soon(deliberate(asked, context), (judged) => ({ kind: "go", carried: judged }));
}

async function confirmByForm(
  asked: Asked,
  { exchange, context }: { exchange: Exchange; context: RunContext },
): Promise<Confirmation> {
  const answered = await answeredWith(asked, { exchange, context });
  if (answered !== null) return { kind: "go", carried: answered, spend: true };

  // Taken before the judgement: rules that change meanwhile make the answer ask anew, never count for other rules.
  const rules = await serviceOf(context).rules.current();
  const judged = await deliberate(asked, context);
  if (judged.decision !== "ask") return { kind: "go", carried: judged };
  const again = exchange.forged || exchange.state !== undefined || QUESTION_KEY in exchange.answers;
  const form = confirmationForm(judged, { again });
  if (form === null) return { kind: "go", carried: judged };
  const state: z.input<typeof sealed> = {
    fingerprint: await fingerprintOf(asked, rules),
    modelled: modelPart(judged),
  };
  return { kind: "ask", question: { requests: { [QUESTION_KEY]: form }, state, judged: { ...judged } } };
}

/** The answer that a person's answer leads to; null when none that counts came back. */
async function answeredWith(
  asked: Asked,
  { exchange: { answers, state }, context }: { exchange: Exchange; context: RunContext },
): Promise<Answer | null> {
  const before = sealed.safeParse(state);
  const reply = filled.safeParse(answers[QUESTION_KEY]);
  if (!before.success || !reply.success) return null;
  const rules = await serviceOf(context).rules.current();
  if (before.data.fingerprint !== await fingerprintOf(asked, rules)) return null;

  const { verdict, calls } = judgeWith(
    rules.policy,
    asked.command,
    asked.cwd === undefined ? {} : { cwd: asked.cwd },
  );
  const ruled: Answer = {
    ...answer(verdict, asked),
    ...(asked.explain === true ? { calls } : {}),
  };
  const { modelled } = before.data;
  const standsAsAsked = ruled.decision === "ask" || (ruled.grey && modelled !== null);
  if (!standsAsAsked) return ruled;

  const question = { ...ruled, ...modelled };
  return { ...question, ...outcomeOf(reply.data, question.reason), layer: "human_confirm", grey: false };
}

/** Only an explicit yes allows. */
function outcomeOf(
  { action, content }: z.output<typeof filled>,
  reason: string,
): Pick<Answer, "decision" | "reason" | "confirmation"> {
  const because = (text: string): string => `${text}; asked because: ${reason}`.slice(0, 2_000);
  if (action === "cancel") return { decision: "deny", reason: "not authorised", confirmation: "cancelled" };
  if (action === "decline") {
    return { decision: "deny", reason: because("A person declined"), confirmation: "declined" };
  }
  return z.object({ approve: z.literal(true) }).safeParse(content).success
    ? { decision: "allow", reason: because("A person approved"), confirmation: "accepted" }
    : { decision: "deny", reason: because("The form came back without a yes"), confirmation: "declined" };
}

function modelPart(judged: Answer): z.output<typeof modelled> | null {
  const { layer, rule, reason, noul, score, noul_state, engine, server, model } = judged;
  if (layer !== "L1") return null;
  return { layer, rule, reason: reason.slice(0, MAX_REASON), noul, score, noul_state, engine, server, model };
}

/** Of everything that the question was about; the digest stands for the rules, so that changed ones ask anew. */
async function fingerprintOf({ command, cwd, server }: Asked, { digest }: RulesInForce): Promise<string> {
  return await sha256(JSON.stringify([command, cwd ?? null, server ?? null, digest]));
}
