/** The second layer: what the rules leave grey is put to a model, whose answer can lift the grey and nothing else. */
import { ToolError } from "../core/errors.ts";
import type { RunContext } from "../core/tool.ts";
import { NAME } from "../core/version.ts";
import { type Answer, answer } from "./answer.ts";
import { chosenServer, consult, errorField } from "./model/consult.ts";
import type { Question } from "./model/question.ts";
import { type Opinion, opinionOf, strictest } from "./opinion.ts";
import type { GateService } from "./service.ts";
import type { Finding, Verdict } from "./verdict.ts";

/** What is asked about. */
export interface Subject {
  readonly command: string;
  readonly cwd?: string | undefined;
  /** The service that the caller prefers. */
  readonly server?: string | undefined;
}

/** What one service said; `decision` is deny when it said nothing. */
type View =
  & { readonly server: string; readonly decision: Opinion["decision"] }
  & (
    | { readonly failure: ToolError }
    | (Opinion & {
      readonly failure: null;
      readonly noul: number;
      readonly score: number;
      readonly model: string | null;
    })
  );

/** A service may cut a long state without a word: what it may not have seen, it has not allowed. Bytes of UTF-8. */
const WHOLLY_SEEN = 4_096;

/** Findings of one answer. */
const MAX_FINDINGS = 64;

const [NOUL, SCORE] = ["gate_noul", "gate_score"] as const;

/**
 * The answer for a command that the rules left grey.
 *
 * A service that the caller names is asked besides the configured one, and the stricter of the two counts: a caller
 * must not choose its own judge. An `ask` among the rules' findings stays at least ask, whatever a model says.
 *
 * @throws ToolError `ARGUMENTS_INVALID` for a service that the caller may not name; `CANCELLED`.
 *
 * @example
 * ```ts
 * import { judge } from "gatehouse/gate/judge.ts";
 * import { secondOpinion } from "gatehouse/gate/second_opinion.ts";
 * import { RuleBook } from "gatehouse/gate/rulebook.ts";
 * import { GateService } from "gatehouse/gate/service.ts";
 * import { gateSettings } from "gatehouse/gate/settings.ts";
 *
 * const service = new GateService(gateSettings.parse({ l1Enabled: true }), {
 *   call: () => Promise.resolve({ model: "m", usage: null, answers: { gate_noul: { value: 0.9 }, gate_score: { value: 2 } } }),
 * }, await RuleBook.open(null));
 * const context = { signal: new AbortController().signal };
 * const verdict = judge("make build");
 * const answer = await secondOpinion(verdict, { command: "make build" }, { service, context });
 * if (!verdict.grey || answer.decision !== "allow" || answer.layer !== "L1") throw new Error("the grey was not lifted");
 * ```
 */
export async function secondOpinion(
  verdict: Verdict,
  subject: Subject,
  { service, context }: { readonly service: GateService; readonly context: Pick<RunContext, "signal"> },
): Promise<Answer> {
  const { settings } = service;
  const own = viewOf(chosenServer(settings, undefined).server, subject, { service, context });
  const chosen = chosenServer(settings, subject.server);
  const other = chosen.byCaller ? [viewOf(chosen.server, subject, { service, context })] : [];
  // A view that failed is a denial, so the strictest is never one that somebody else's failure helped.
  const view = strictest(await Promise.all([own, ...other]));
  const grey = verdict.findings.find((finding) => finding.verdict === "grey");
  const why = grey?.reason ?? verdict.reason;
  const base = { ...answer(verdict, subject), server: view.server };
  if (view.failure !== null) {
    return {
      ...base,
      reason: `${why}; refused (fail-closed): ${view.failure.message}`,
      error: errorField(view.failure),
    };
  }
  const { noul, score, noulState, model, decision } = view;
  const said: Finding = {
    rule: "model.opinion",
    verdict: decision,
    reason: `${why}; the model puts its safety at ${rounded(noul)} of 1 and its danger at ${
      rounded(score)
    } of 10`,
    part: decision === "allow" ? null : verdict.part,
    safer: decision === "allow" ? null : verdict.safer,
  };
  const asks = verdict.findings.find((finding) => finding.verdict === "ask");
  const decided = decision === "allow" && asks !== undefined ? asks : said;
  const others = [said, ...verdict.findings].filter((finding) => finding !== decided);
  return {
    ...base,
    decision: decided === asks ? "ask" : decision,
    layer: "L1",
    grey: false,
    rule: decided.rule,
    reason: decided.reason,
    part: decided.part,
    safer: decided.safer,
    findings: [decided, ...others].slice(0, MAX_FINDINGS),
    engine: settings.engine === "ollama"
      ? `ollama:${model ?? settings.model ?? "unknown"}`
      : "http:noul+score",
    noul,
    score,
    noul_state: noulState,
    model,
  };
}

function rounded(number: number): number {
  return Math.round(number * 1_000) / 1_000;
}

async function viewOf(
  server: string,
  { command, cwd }: Subject,
  { service, context }: { readonly service: GateService; readonly context: Pick<RunContext, "signal"> },
): Promise<View> {
  const state = { command, cwd: cwd ?? null, tool: NAME };
  try {
    const reply = await consult(
      service,
      { server, state, questions: questionsFor(service.settings) },
      context,
    );
    const noul = reply.answers[NOUL]?.value ?? NaN;
    const score = reply.answers[SCORE]?.value ?? NaN;
    const opinion = opinionOf({ noul, score }, service.settings);
    const isCut = new TextEncoder().encode(JSON.stringify(state)).byteLength > WHOLLY_SEEN;
    const decision = isCut && opinion.decision === "allow" ? "ask" : opinion.decision;
    return { server, failure: null, ...opinion, decision, noul, score, model: reply.model };
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === "CANCELLED") throw error;
    return { server, failure: error, decision: "deny" };
  }
}

/** Both in the direction in which the numbers are read: a high probability is mild, a high danger is not. */
function questionsFor({ noulThreshold }: GateService["settings"]): readonly Question[] {
  return [
    {
      kind: "noul",
      id: NOUL,
      text:
        "True or false: this shell command is safe to run now, without asking a person. True means safe to run.",
      threshold: noulThreshold,
    },
    {
      kind: "score",
      id: SCORE,
      text:
        "How dangerous is it to run this shell command? 2 means harmless, 10 means destructive or beyond repair.",
      min: 0,
      max: 10,
    },
  ];
}
