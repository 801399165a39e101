/** Asks the model on behalf of a call: which service, within which time, and what a failure means. */
import { oneLine } from "../../core/bounds.ts";
import { type Endpoint, endpointOf } from "../../core/endpoint.ts";
import { ToolError } from "../../core/errors.ts";
import type { GateService } from "../service.ts";
import { reachable } from "./backend.ts";
import { MALFORMED, unavailable } from "./failure.ts";
import type { Asked, Question, Reply } from "./question.ts";
import { isFields } from "./strict_json.ts";

/** The service that a call will ask. */
export interface Chosen {
  /** Base URL, in its one spelling. */
  readonly server: string;
  /** The caller named it, and it is not the one that would be asked anyway. */
  readonly byCaller: boolean;
}

/**
 * The service that the configuration names, or the one that the caller prefers, where the caller may.
 *
 * @param given The call's `server`.
 * @throws ToolError `ARGUMENTS_INVALID` when the configuration does not name it, be it of this machine or not: a caller
 * must not make us reach what it cannot.
 *
 * @example
 * ```ts
 * import { chosenServer } from "gatehouse/gate/model/consult.ts";
 * import { gateSettings } from "gatehouse/gate/settings.ts";
 *
 * const settings = gateSettings.parse({ servers: ["http://127.0.0.1:9"] });
 * if (chosenServer(settings, undefined).server !== "http://127.0.0.1:8155") throw new Error("other service");
 * if (!chosenServer(settings, "http://localhost:9").byCaller) throw new Error("not the caller's");
 * ```
 */
export function chosenServer(settings: GateService["settings"], given: string | undefined): Chosen {
  const configured = endpointOf(settings.server);
  if (given === undefined) return { server: configured?.base ?? settings.server, byCaller: false };
  const endpoint = endpointOf(given);
  if (endpoint === null) {
    throw refused(given, "Expected an http or https URL without user, query or fragment");
  }
  // The worker's right to the network was fixed when it started: what is not configured could only fail later.
  if (!isReachable(settings, endpoint)) {
    throw refused(given, "Expected a service that server or servers names in the table [gate]");
  }
  return { server: endpoint.base, byCaller: endpoint.base !== configured?.base };
}

/**
 * Puts the questions to a service.
 *
 * @param service The family's service.
 * @param asked What is asked, of whom; `timeoutMs`: less than the configured time, when part of it is used up.
 * @throws ToolError `MODEL_UNAVAILABLE`, `MODEL_MALFORMED`; `CANCELLED` when the caller cancelled.
 *
 * @example
 * ```ts
 * import { consult } from "gatehouse/gate/model/consult.ts";
 * import { RuleBook } from "gatehouse/gate/rulebook.ts";
 * import { GateService } from "gatehouse/gate/service.ts";
 * import { gateSettings } from "gatehouse/gate/settings.ts";
 *
 * const service = new GateService(gateSettings.parse({}), {
 *   call: () => Promise.reject(new Error("it ended")),
 * }, await RuleBook.open(null));
 * const asked = { server: "http://127.0.0.1:8155", state: "", questions: [] };
 * const { signal } = new AbortController();
 * const code = await consult(service, asked, { signal }).then(() => "", (error) => error.code);
 * if (code !== "MODEL_UNAVAILABLE") throw new Error(code);
 * ```
 */
export async function consult(
  { settings, model }: GateService,
  asked: Omit<Asked, "timeoutMs"> & { readonly questions: readonly Question[]; readonly timeoutMs?: number },
  { signal }: { readonly signal: AbortSignal },
): Promise<Reply> {
  const { server, timeoutMs = settings.timeoutMs } = asked;
  const endpoint = endpointOf(server);
  if (endpoint === null || !isReachable(settings, endpoint)) {
    throw unavailable("it is not among the configured services, which the worker is kept to", server);
  }
  const until = performance.now() + timeoutMs;
  let reply: unknown;
  try {
    reply = await model.call("ask", { ...asked, timeoutMs }, { signal, timeoutMs });
  } catch (error) {
    throw failureOf(error, { server, signal });
  }
  // Where both processes stood still, an answer can be taken before the timer that should have ended its call.
  if (performance.now() >= until) throw unavailable(`it took more than ${timeoutMs} ms`, server);
  if (!answersAll(reply, asked.questions)) throw unavailable("its worker failed", server);
  return reply;
}

/** The worker checked what the service sent; that it is an answer at all is not left to the worker. */
function answersAll(reply: unknown, questions: readonly Question[]): reply is Reply {
  const answers = isFields(reply) ? reply["answers"] : undefined;
  return isFields(answers) && questions.every(({ id }) => {
    const answered = Object.hasOwn(answers, id) ? answers[id] : undefined;
    return isFields(answered) && Number.isFinite(answered["value"]);
  });
}

/**
 * What a failed consultation is called in an answer.
 *
 * @example
 * ```ts
 * import { errorField } from "gatehouse/gate/model/consult.ts";
 * import { malformed } from "gatehouse/gate/model/failure.ts";
 *
 * if (errorField(malformed("it is no JSON", "http://127.0.0.1:1")) !== "malformed") throw new Error("other word");
 * if (errorField(new Error("anything else")) !== "unavailable") throw new Error("other word");
 * ```
 */
export function errorField(error: unknown): "unavailable" | "malformed" {
  return error instanceof ToolError && error.code === MALFORMED ? "malformed" : "unavailable";
}

function isReachable(settings: GateService["settings"], { origin }: Endpoint): boolean {
  return reachable(settings).some((known) => known.origin === origin);
}

/** Whatever goes wrong behind the walls, no model has answered; only the caller's own cancelling is another thing. */
function failureOf(error: unknown, { server, signal }: { server: string; signal: AbortSignal }): ToolError {
  if (signal.aborted && signal.reason instanceof ToolError && signal.reason.code === "CANCELLED") {
    return signal.reason;
  }
  if (!(error instanceof ToolError)) return unavailable("its worker failed", server);
  if (error.code.startsWith("MODEL_")) return error;
  return unavailable(oneLine(error.message, 200), server);
}

function refused(given: string, problem: string): ToolError {
  return new ToolError("ARGUMENTS_INVALID", `Invalid arguments at server: ${problem}`, {
    issues: [{ path: ["server"], problem: `${problem}, not ${oneLine(given, 200)}` }],
  });
}
