/** What the model service says when it is asked before a run: whether each role's model is there and fit. */
import { ToolError } from "../../core/errors.ts";
import { withoutTools } from "../model/failure.ts";
import type { FlowSettings, ModelClient, Role } from "../types.ts";

/** What is known of one model. */
export interface ProbedModel {
  readonly model: string;
  /** The roles that it plays. */
  readonly roles: readonly Role[];
  readonly status: "ok" | "error";
  /** Null when the service does not say. */
  readonly tools: boolean | null;
  readonly thinking: boolean | null;
  /** Tokens that it can take; null when the service does not say. */
  readonly context_length: number | null;
  /** Of the failure. */
  readonly code?: string;
  readonly error?: string;
  readonly next?: string;
}

/** The answer of a probe. */
export interface ProbeReport {
  readonly status: "ok" | "error";
  readonly base_url: string;
  /** Whether anybody answered as a model service does. */
  readonly reachable: boolean;
  readonly models: readonly ProbedModel[];
}

const ROLES: readonly Role[] = ["planner", "coder", "reviewer"];
/** Codes of failures that say nothing of the model: nobody answered, or not as a model service. */
const UNREACHED: ReadonlySet<string> = new Set(["MODEL_UNAVAILABLE", "MODEL_MALFORMED"]);

/**
 * Asks for the model of each role, without letting one say anything.
 *
 * @param settings Address and models.
 * @param client The service.
 * @param options `signal`: the caller's.
 *
 * @example
 * ```ts
 * import { probe } from "gatehouse/flow/run/probe.ts";
 *
 * const client = {
 *   turn: () => Promise.reject(new Error("not asked")),
 *   preflight: () => Promise.resolve({ tools: true, thinking: false, contextLength: 32_768 }),
 *   list: () => Promise.resolve([]),
 * };
 * const settings = { endpoint: { baseUrl: "http://127.0.0.1:1" }, models: { planner: "a", coder: "b", reviewer: "b" } };
 * const { signal } = new AbortController();
 * const { status, models } = await probe(settings, client, { signal });
 * if (status !== "ok" || models[1]?.roles.join() !== "coder,reviewer") throw new Error("not probed");
 * ```
 */
export async function probe(
  settings: {
    readonly endpoint: Pick<FlowSettings["endpoint"], "baseUrl">;
    readonly models: FlowSettings["models"];
  },
  client: ModelClient,
  { signal }: { readonly signal: AbortSignal },
): Promise<ProbeReport> {
  const models: ProbedModel[] = [];
  for (const model of new Set(ROLES.map((role) => settings.models[role]))) {
    const roles = ROLES.filter((role) => settings.models[role] === model);
    models.push({ model, roles, ...await probeModel(model, client, { signal }) });
  }
  return {
    status: models.every(({ status }) => status === "ok") ? "ok" : "error",
    base_url: settings.endpoint.baseUrl,
    reachable: models.some(({ code }) => code === undefined || !UNREACHED.has(code)),
    models,
  };
}

/**
 * Asks for one model.
 *
 * @param model Its name.
 * @param client The service.
 * @param options `signal`: the caller's, whose abort is all that is thrown.
 *
 * @example
 * ```ts
 * import { ToolError } from "gatehouse/core/errors.ts";
 * import { probeModel } from "gatehouse/flow/run/probe.ts";
 *
 * const missing = () => Promise.reject(new ToolError("MODEL_MISSING", "There is no such model"));
 * const client = { turn: missing, preflight: missing, list: missing };
 * const { signal } = new AbortController();
 * if ((await probeModel("m", client, { signal })).code !== "MODEL_MISSING") throw new Error("not told");
 * ```
 */
export async function probeModel(
  model: string,
  client: ModelClient,
  { signal }: { readonly signal: AbortSignal },
): Promise<Omit<ProbedModel, "model" | "roles">> {
  try {
    const { tools, thinking, contextLength } = await client.preflight(model, signal);
    if (tools === false) throw withoutTools(model);
    return { status: "ok", tools, thinking, context_length: contextLength };
  } catch (error) {
    if (!(error instanceof ToolError) || signal.aborted) throw error;
    const { code, message, next } = error;
    const unknown = { tools: null, thinking: null, context_length: null } as const;
    return { status: "error", ...unknown, code, error: message, ...(next === undefined ? {} : { next }) };
  }
}
