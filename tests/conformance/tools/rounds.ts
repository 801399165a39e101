/** Tools whose call ends with a question and starts again with the answer (MCP 2026-07-28, multi round-trip requests). */
import { z } from "zod";
import { ToolError } from "../../../lib/core/errors.ts";
import type { Exchange, InputRequest, Question } from "../../../lib/core/question.ts";
import type { ToolEntry } from "../../../lib/core/tool.ts";
import { decided, fixture, text } from "./declare.ts";
import { form, sampling } from "./forms.ts";

const ROUNDS = "test_input_required_result_";
const NAME = { name: { type: "string" } };
const OK = { ok: { type: "boolean" } };
const roots: InputRequest = { method: "roots/list", params: {} };

/** A form that was filled in. */
const accepted = z.object({ action: z.literal("accept"), content: z.record(z.string(), z.unknown()) });

function asking(name: string, confirm: (exchange: Exchange) => Question | null): ToolEntry {
  return fixture({
    name: ROUNDS + name,
    confirm: (_args, exchange) => decided(confirm(exchange)),
    run: (_args, { answers }) => [text(`state-ok ${JSON.stringify(answers)}`)],
  });
}

/** Asks until every key has an answer. */
function until(requests: Readonly<Record<string, InputRequest>>, state?: unknown) {
  return ({ answers, state: echoed }: Exchange): Question | null => {
    const all = Object.keys(requests).every((key) => typeof answers[key] === "object");
    if (all && (state === undefined || echoed !== undefined)) return null;
    return state === undefined ? { requests } : { requests, state };
  };
}

const confirmState = until({ confirm: form("Please confirm", OK) }, { round: 1 });

export const roundTools = [
  asking(
    "elicitation",
    ({ answers }) =>
      accepted.safeParse(answers["user_name"]).success
        ? null
        : { requests: { user_name: form("What is your name?", NAME) } },
  ),
  asking("sampling", until({ capital_question: sampling("What is the capital of France?") })),
  asking("list_roots", until({ client_roots: roots })),
  asking("request_state", confirmState),
  asking(
    "multiple_inputs",
    until({
      user_name: form("What is your name?", NAME),
      greeting: sampling("Generate a greeting"),
      client_roots: roots,
    }, { round: 1 }),
  ),
  asking("multi_round", ({ answers, state }) => {
    const step = z.object({ step: z.int() }).safeParse(state).data?.step ?? 0;
    if (step === 2 && "step2" in answers) return null;
    return step === 1 && "step1" in answers
      ? {
        requests: { step2: form("Step 2: What is your favorite color?", { color: { type: "string" } }) },
        state: { step: 2 },
      }
      : { requests: { step1: form("Step 1: What is your name?", NAME) }, state: { step: 1 } };
  }),
  asking("tampered_state", (exchange) => {
    if (exchange.forged) throw new ToolError("STATE_INVALID", "The request's state does not hold");
    return confirmState(exchange);
  }),
  asking("capabilities", ({ capabilities, answers }) => {
    if (Object.keys(answers).length > 0) return null;
    return {
      requests: {
        ...("sampling" in capabilities ? { greeting: sampling("Generate a greeting") } : {}),
        ...("elicitation" in capabilities ? { user_name: form("What is your name?", NAME) } : {}),
      },
    };
  }),
];
