/**
 * The one path of a call, for every family, transport and command.
 *
 * 1 look up, and the deadline starts · 2 validate · 7 confirm · 9 spend the confirmation · 10 run · 11 redact, bound,
 * check the answer · 12 audit. The numbers are the house's: the phases between them (authorise, write policy, resolve,
 * approve, lock) belong to tools that change something, and arrive with the first of those.
 */
import type { AuditEntry, AuditLog } from "./audit.ts";
import { checkAnswerSize, oneLine } from "./bounds.ts";
import type { Catalogue } from "./catalogue.ts";
import { Deadline } from "./deadline.ts";
import type { Encoded, Settled } from "./encode.ts";
import { ToolError, toToolError } from "./errors.ts";
import type { Confirmation, InputRequest } from "./question.ts";
import { redactText, redactValue } from "./redact.ts";
import type { Opened, Seal } from "./seal.ts";
import type { SpentNonces } from "./spent.ts";
import type { Family, LogLevel, RunContext, Runner, Tool, ToolEntry } from "./tool.ts";

/** What a call needs of the process that serves it. */
export interface House {
  readonly catalogue: Catalogue;
  readonly audit: AuditLog;
  readonly seal: Seal;
  readonly spent: SpentNonces;
  /** What the family's `open` gave, made on the first call. */
  readonly serviceOf: (family: Family) => unknown;
  /** Takes a defect's trace; the caller sees only a code. */
  readonly onDefect: (error: unknown) => void;
}

/** One call as a transport hands it over. */
export interface Call {
  /** The tool's name as it was called. */
  readonly tool: string;
  /** The arguments as they came; `undefined` and `null` stand for none. */
  readonly args: unknown;
  /** Who calls. */
  readonly principal: string;
  /** How the call came in. */
  readonly via: AuditEntry["via"];
  /** Aborted when the caller cancels or goes away. */
  readonly signal?: AbortSignal;
  /** The client's declared capabilities; none when it declared none. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** Answers to an earlier question, by the question's keys. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** The sealed state that came with the earlier question. */
  readonly state?: string;
  readonly progress?: RunContext["progress"];
  readonly log?: RunContext["log"];
}

/** How a call ended, as a transport sends it. */
export type Outcome =
  & {
    /** Why the audit log is not being written, or the family does not work as configured, when that is so. */
    readonly degraded?: string;
  }
  & (Encoded | {
    readonly kind: "question";
    readonly requests: Readonly<Record<string, InputRequest>>;
    readonly state: string | undefined;
  });

/** No tool of that name is served. The transport has its own wire shape for it. */
export const TOOL_NOT_FOUND = "TOOL_NOT_FOUND";

/**
 * Takes a call through every phase and gives what the transport sends.
 *
 * Never throws for anything a caller did, except:
 *
 * @throws ToolError `TOOL_NOT_FOUND` when no active tool has the name, `CANCELLED` when the caller cancelled: a
 * cancelled call gets no answer.
 *
 * @example
 * ```ts
 * import { invoke } from "gatehouse/core/invoke.ts";
 * import { openCatalogue } from "gatehouse/core/catalogue.ts";
 * import { createSeal } from "gatehouse/core/seal.ts";
 *
 * const house = {
 *   catalogue: openCatalogue({ families: [], tools: [], resources: [] }, {}),
 *   audit: { record() {}, room: () => Promise.resolve(), degraded: null, close: () => Promise.resolve() },
 *   seal: createSeal(),
 *   spent: { spend: () => Promise.resolve(false) },
 *   serviceOf() {},
 *   onDefect() {},
 * };
 * const failure = await invoke(house, { tool: "none", args: {}, principal: "loopback", via: "cli" })
 *   .then(() => null, (error) => error.code);
 * if (failure !== "TOOL_NOT_FOUND") throw new Error(String(failure));
 * ```
 */
export async function invoke(house: House, call: Call): Promise<Outcome> {
  const startedAt = Date.now();
  const from = performance.now();
  const found = await lookUp(house.catalogue, call.tool);
  if (found === null) {
    house.audit.record(entryOf(call, { at: startedAt, from, outcome: TOOL_NOT_FOUND, facts: {} }));
    throw new ToolError(TOOL_NOT_FOUND, `Unknown tool: ${oneLine(call.tool, 64)}`, {
      next: "List the tools to see the names",
    });
  }
  const { family, entry } = found;
  using deadline = new Deadline(entry.tool.timeoutMs, call.signal);
  const { ended, args, service } = await settle(house, call, { family, entry, deadline });
  const outcome = ended.kind === "settled" ? family.encode(ended.settled) : asSent(ended);
  const about = ended.kind === "settled"
    ? ended.settled
    : { tool: entry.tool, args, ok: null, ...(ended.judged === undefined ? {} : { value: ended.judged }) };
  const facts = family.facts(about, service);
  house.audit.record(entryOf(call, { at: startedAt, from, outcome: outcomeOf(ended), facts }));
  if (ended.kind === "settled" && !ended.settled.ok && ended.settled.error.code === "CANCELLED") {
    throw ended.settled.error;
  }
  const degraded = [house.audit.degraded, family.degraded?.(service) ?? null].filter((why) => why !== null);
  return degraded.length === 0 ? outcome : { ...outcome, degraded: degraded.join("; ") };
}

/** A call that ran to its end, or one that must ask first. */
type Ended =
  | { readonly kind: "settled"; readonly settled: Settled }
  | {
    readonly kind: "question";
    readonly requests: Readonly<Record<string, InputRequest>>;
    readonly state: string | undefined;
    readonly judged?: Readonly<Record<string, unknown>>;
  };

/** A question without what stays here. */
function asSent({ kind, requests, state }: Ended & { readonly kind: "question" }): Outcome {
  return { kind, requests, state };
}

/** How it ended, and what it had by then: the arguments, accepted or as they came, and the family's service. */
interface Settling {
  readonly ended: Ended;
  readonly args: unknown;
  readonly service: unknown;
}

async function lookUp(
  catalogue: Catalogue,
  name: string,
): Promise<{ family: Family; entry: ToolEntry } | null> {
  const known = catalogue.find(name);
  if (known === undefined) return null;
  const family = await catalogue.load(known.family);
  const entry = family.tools.find(({ tool }) => tool.name === name);
  return entry === undefined ? null : { family, entry };
}

/** Loading is asked for once: each `import()` costs a look-up, however often the module was loaded. */
const runners = new WeakMap<ToolEntry, Runner>();

async function loaded(entry: ToolEntry): Promise<Runner> {
  const { default: runner } = await entry.load();
  runners.set(entry, runner);
  return runner;
}

async function settle(
  house: House,
  call: Call,
  { family, entry, deadline }: { family: Family; entry: ToolEntry; deadline: Deadline },
): Promise<Settling> {
  const { tool } = entry;
  let args: unknown = call.args ?? {};
  let service: unknown;
  try {
    args = validate(tool, args);
    service = await within(deadline, house.serviceOf(family));
    const confirmed = await confirm(house, call, { tool, args, deadline, service });
    if (confirmed.kind === "question") return { ended: confirmed, args, service };
    const runner = runners.get(entry) ?? await loaded(entry);
    const value = runner.run(
      args as never,
      contextOf(call, { deadline, service, carried: confirmed.carried }),
    );
    const answer = await within(deadline, value);
    // A synchronous run cannot be raced; a late answer is still the unsafe answer.
    const failure = deadline.failure();
    if (failure !== null) throw failure;
    const settled = { tool, args, ok: true, value: finish(tool, answer) } as const;
    return { ended: { kind: "settled", settled }, args, service };
  } catch (error) {
    if (!(error instanceof ToolError)) house.onDefect(error);
    const settled = { tool, args, ok: false, error: toToolError(error) } as const;
    return { ended: { kind: "settled", settled }, args, service };
  }
}

/** Microtasks that work gets to end by itself before a clock is set for it. */
const TURNS = 32;

/**
 * Waits for work, and races it against the deadline if it takes time: what only passes through promises ends within a
 * few microtasks, and a timer and a signal for it would cost more than the work.
 */
async function within<T>(deadline: Deadline, work: T | Promise<T>): Promise<T> {
  if (!(work instanceof Promise)) return work;
  let isSettled = false;
  const note = (): void => {
    isSettled = true;
  };
  work.then(note, note);
  for (let turn = 0; turn < TURNS && !isSettled; turn++) await undefined;
  if (!isSettled) return await deadline.race(work);
  const failure = deadline.failure();
  if (failure !== null) throw failure;
  return await work;
}

/** Phase 2. */
function validate(tool: Tool, args: unknown): unknown {
  const parsed = tool.input.safeParse(args);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 16).map(({ path, message }) => ({
    path: path.map((key) => typeof key === "number" ? key : oneLine(String(key), 64)),
    problem: oneLine(message, 200),
  }));
  const first = issues[0];
  const where = first === undefined || first.path.length === 0 ? "" : ` at ${first.path.join(".")}`;
  throw new ToolError(
    "ARGUMENTS_INVALID",
    `Invalid arguments for ${tool.name}${where}: ${first?.problem ?? "refused"}`,
    { issues },
  );
}

/** Phase 7, the half that asks, and phase 9 for what was answered. */
async function confirm(
  house: House,
  call: Call,
  { tool, args, deadline, service }: { tool: Tool; args: unknown; deadline: Deadline; service: unknown },
): Promise<Ended & { kind: "question" } | { readonly kind: "go"; readonly carried: unknown }> {
  if (tool.confirm === undefined) return { kind: "go", carried: undefined };
  const binding = () => JSON.stringify([call.principal, tool.name, args]);
  const context = contextOf(call, { deadline, service, carried: undefined });
  const decide = async (opened: Opened | null): Promise<Confirmation> => {
    const exchange = {
      capabilities: call.capabilities ?? {},
      answers: call.answers ?? {},
      state: opened?.state,
      forged: call.state !== undefined && opened === null,
    };
    return await within(deadline, tool.confirm?.(args as never, exchange, context) ?? { kind: "go" });
  };
  const opened = call.state === undefined ? null : await house.seal.open(call.state, binding());
  let decided = await decide(opened);
  if (decided.kind === "go" && decided.spend === true) {
    const spent = opened !== null && await within(deadline, house.spent.spend(opened.nonce, opened.until));
    // Spent before, by whomever: what came back counts for nothing.
    if (!spent) decided = await decide(null);
    if (!spent && decided.kind === "go" && decided.spend === true) {
      throw new Error(`${tool.name} authorises a call without a state`);
    }
  }
  if (decided.kind === "go") return { kind: "go", carried: decided.carried };
  const { requests, state, judged } = decided.question;
  const sealed = state === undefined ? undefined : await house.seal.close(state, binding());
  return { kind: "question", requests, state: sealed, ...(judged === undefined ? {} : { judged }) };
}

function contextOf(
  call: Call,
  { deadline, service, carried }: { deadline: Deadline; service: unknown; carried: unknown },
): RunContext {
  return {
    get signal() {
      return deadline.signal;
    },
    answers: call.answers ?? {},
    carried,
    service,
    progress: call.progress ?? (() => {}),
    log: (level: LogLevel, text: string) => call.log?.(level, redactText(text).text),
  };
}

/** Phase 11. The caller's own words and our verdict on them (`public`) leave as they are. */
function finish(tool: Tool, answer: unknown): Readonly<Record<string, unknown>> {
  const checked = tool.output.safeParse(answer);
  if (!checked.success) {
    throw new Error(
      `${tool.name} answered against its own schema: ${checked.error.issues[0]?.message ?? ""}`,
    );
  }
  const value = tool.confidentiality === "public" ? checked.data : redactValue(checked.data).value;
  checkAnswerSize(value);
  return value;
}

function outcomeOf(ended: Ended): string {
  if (ended.kind === "question") return "question";
  return ended.settled.ok ? "ok" : ended.settled.error.code;
}

/** Characters of one text fact that the audit keeps. */
const MAX_FACT = 2_000;

function entryOf(
  call: Call,
  { at, from, outcome, facts }: { at: number; from: number; outcome: string; facts: AuditEntry["facts"] },
): AuditEntry {
  const kept = Object.entries(facts).map(([name, fact]) =>
    [name, typeof fact === "string" ? redactText(fact).text.slice(0, MAX_FACT) : fact] as const
  );
  return {
    at,
    principal: call.principal,
    via: call.via,
    tool: oneLine(call.tool, 64),
    outcome,
    ms: Math.round(performance.now() - from),
    facts: Object.fromEntries(kept),
  };
}
