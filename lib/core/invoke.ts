/**
 * The one path of a call, for every family, transport and command.
 *
 * 1 look up, and the deadline starts · 2 validate · 3 authorise by name · 4 write policy · 5 resolve the target ·
 * 6 authorise by identity and resource · 7 confirm, or the approval · 8 lock · 9 spend · 10 run, once for changes ·
 * 11 redact, bound, check the answer · 12 audit. Phases 4 to 6, 8 and the approval belong to tools with a target.
 */
import type { Approvals } from "./approval.ts";
import { attempts } from "./attempts.ts";
import type { AuditEntry, AuditLog, Facts } from "./audit.ts";
import { authorise, type Claim } from "./authorise.ts";
import { oneLine } from "./bounds.ts";
import type { Catalogue } from "./catalogue.ts";
import { change, limitOf } from "./change.ts";
import { type Asking, confirm, permit } from "./confirm.ts";
import { Deadline } from "./deadline.ts";
import type { Encoded, Settled, Trail } from "./encode.ts";
import { ToolError, toToolError } from "./errors.ts";
import { finish } from "./finish.ts";
import { once } from "./frozen.ts";
import type { Ongoing } from "./ongoing.ts";
import type { Policy } from "./policy.ts";
import type { InputRequest } from "./question.ts";
import { redactText, redactValue } from "./redact.ts";
import type { Seal } from "./seal.ts";
import { type Soon, soon } from "./soon.ts";
import type { SpentNonces } from "./spent.ts";
import type { Target } from "./target.ts";
import type { Family, RunContext, Runner, ToolEntry } from "./tool.ts";
import { type CallTrace, traced, type TraceOrigin, type Tracer } from "./trace.ts";
import { validate } from "./validate.ts";
import { within } from "./within.ts";

/** What a call needs of the process that serves it. */
export interface House {
  readonly catalogue: Catalogue;
  readonly audit: AuditLog;
  readonly seal: Seal;
  readonly spent: SpentNonces;
  readonly policy: Policy;
  /** Null where none can be kept: then nothing is changed on any target. */
  readonly approvals: Approvals | null;
  readonly ongoing: Ongoing;
  /** What the family's `open` gave, made on the first call. */
  readonly serviceOf: (family: Family) => unknown;
  /** Takes a defect's trace; the caller sees only a code. */
  readonly onDefect: (error: unknown) => void;
  /** Told how long each phase took; absent where nobody traces. */
  readonly tracer?: Tracer;
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
  /** How it came in from a client, for a trace. */
  readonly origin?: TraceOrigin;
  readonly progress?: RunContext["progress"];
  readonly log?: RunContext["log"];
  readonly step?: RunContext["step"];
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
 * import { bareHouse } from "gatehouse/core/bare_house.ts";
 *
 * const house = bareHouse(openCatalogue({ families: [], tools: [], resources: [] }, {}));
 * const failure = await invoke(house, { tool: "none", args: {}, principal: "loopback", via: "cli" })
 *   .then(() => null, (error) => error.code);
 * if (failure !== "TOOL_NOT_FOUND") throw new Error(String(failure));
 * ```
 */
export function invoke(house: House, call: Call): Promise<Outcome> {
  const trace = house.tracer?.begin({ via: call.via, origin: call.origin }) ?? null;
  return trace === null ? taken(house, call, null) : traced(trace, () => taken(house, call, trace));
}

async function taken(house: House, call: Call, trace: CallTrace | null): Promise<Outcome> {
  const clock = { at: Date.now(), from: performance.now() };
  const found = await lookUp(house.catalogue, call.tool);
  if (found === null) {
    house.audit.record(entryOf(call, { ...clock, outcome: TOOL_NOT_FOUND, facts: {} }));
    throw new ToolError(TOOL_NOT_FOUND, `Unknown tool: ${oneLine(call.tool, 64)}`, {
      next: "List the tools to see the names",
    });
  }
  const { family, entry } = found;
  using deadline = new Deadline(limitOf(entry.tool, house.policy.maxMs), call.signal);
  const way: Way = {
    call,
    clock,
    family,
    entry,
    deadline,
    trace,
    reached: { args: call.args ?? {}, target: null },
  };
  const ended = await settle(house, way);
  trace?.phase("audit");
  const { reached } = way;
  const trail = {
    requestId: requestId(),
    ms: Math.round(performance.now() - clock.from),
    target: reached.target,
    masked: ended.kind === "question" ? 0 : ended.masked,
  };
  const settled = ended.kind === "settled" ? { ...ended.settled, trail } : null;
  const outcome = settled === null ? asSent(ended as Asking) : family.encode(settled, reached.service);
  const own = family.facts(settled ?? questioned(way, ended as Asking), reached.service);
  const about = factsOf(way, trail);
  const facts = masked(about === null ? own : { ...about, ...own }, family.secrets?.(reached.service));
  house.audit.record(entryOf(call, { ...clock, outcome: outcomeOf(settled), facts }));
  const { name: tool } = entry.tool;
  trace?.end({ outcome: outcomeOf(settled), tool, family: family.name, requestId: trail.requestId });
  // Whoever went away is not answered, and the record has how the call ended.
  if (settled !== null && !settled.ok && deadline.failure()?.code === "CANCELLED") {
    throw new ToolError("CANCELLED", "The caller cancelled the call");
  }
  const degraded = [house.audit.degraded, family.degraded?.(reached.service) ?? null].filter((why) =>
    why !== null
  );
  return degraded.length === 0 ? outcome : { ...outcome, degraded: degraded.join("; ") };
}

/** A call on its way, and what it has reached. */
interface Way {
  readonly call: Call;
  readonly clock: { readonly at: number; readonly from: number };
  readonly family: Family;
  readonly entry: ToolEntry;
  readonly deadline: Deadline;
  readonly trace: CallTrace | null;
  readonly reached: {
    /** As they came, then as they were accepted. */
    args: unknown;
    target: Target | null;
    service?: unknown;
  };
}

/** A call that ran to its end, or one that must ask first. */
type Ended = { readonly kind: "settled"; readonly settled: Settled; readonly masked: number } | Asking;

/** A question without what stays here. */
function asSent({ kind, requests, state }: Asking): Outcome {
  return { kind, requests, state };
}

function questioned({ entry: { tool }, reached: { args } }: Way, { judged }: Asking) {
  return { tool, args, ok: null, ...(judged === undefined ? {} : { value: judged }) } as const;
}

function lookUp(catalogue: Catalogue, name: string): Soon<{ family: Family; entry: ToolEntry } | null> {
  const known = catalogue.find(name);
  if (known === undefined) return null;
  return soon(catalogue.load(known.family), (family) => {
    const entry = family.tools.find(({ tool }) => tool.name === name);
    return entry === undefined ? null : { family, entry };
  });
}

/** Loading is asked for once: each `import()` costs a look-up, however often the module was loaded. */
const runners = new WeakMap<ToolEntry, Runner>();

async function loaded(entry: ToolEntry): Promise<Runner> {
  const { default: runner } = await entry.load();
  runners.set(entry, runner);
  return runner;
}

async function settle(house: House, way: Way): Promise<Ended> {
  const { family, entry: { tool }, reached } = way;
  try {
    way.trace?.phase("validate");
    reached.args = validate(tool, reached.args);
    way.trace?.phase("open");
    reached.service = await within(way.deadline, house.serviceOf(family));
    const answer = await run(house, way);
    if (answer.kind === "question") return answer;
    way.trace?.phase("finish");
    const { value, masked } = finish(tool, {
      answer: answer.value,
      secrets: family.secrets?.(reached.service) ?? [],
      isChange: answer.isChange,
    });
    return { kind: "settled", settled: { tool, args: reached.args, ok: true, value }, masked };
  } catch (error) {
    const known = error instanceof ToolError ? error : toToolError(error);
    way.trace?.failed(known.code);
    const cause = known.code === "AMBIGUOUS_OUTCOME" ? known.cause : error;
    if (!(cause instanceof ToolError) && cause !== undefined) house.onDefect(cause);
    return { kind: "settled", settled: { tool, args: reached.args, ok: false, error: known }, masked: 0 };
  }
}

/** Phases 3 to 10. */
async function run(
  house: House,
  way: Way,
): Promise<{ readonly kind: "ran"; readonly value: unknown; readonly isChange: boolean } | Asking> {
  const { call, family, entry, deadline, reached, trace } = way;
  const { tool } = entry;
  const context = new CallContext(way, undefined);
  // Accepted arguments are an object: every tool's schema is one.
  const args = reached.args as Readonly<Record<string, unknown>>;
  const { principal } = call;
  const accepted = { family, tool, args, principal, service: reached.service, deadline, context, trace };
  const claim = await authorise(house.policy, accepted);
  reached.target = claim?.target ?? null;

  const asked = { call, tool, args, deadline, context, trace };
  const confirmed = tool.confirm === undefined ? GO : await confirm(house, asked);
  if (confirmed.kind === "question") return confirmed;
  const permitted = claim === null || tool.access === "read" ? null : await permit(house, {
    ...asked,
    // The one before was made when no target was known.
    context: new CallContext(way, undefined),
    claim,
    secrets: family.secrets?.(reached.service) ?? [],
  });
  if (permitted?.kind === "question") return permitted;

  trace?.phase("run");
  const runner = runners.get(entry) ?? await loaded(entry);
  const work = () => runner.run(args as never, new CallContext(way, confirmed.carried));
  if (claim !== null && permitted !== null) {
    const value = await changed(house, way, { claim, agreed: permitted.agreed, work });
    return { kind: "ran", value, isChange: true };
  }
  const value = tool.retryOn === undefined
    ? await within(deadline, work())
    : await attempts(tool, { deadline, work: () => within(deadline, work()) });
  // A synchronous run cannot be raced; a late answer is still the unsafe answer.
  const failure = deadline.failure();
  if (failure !== null) throw failure;
  return { kind: "ran", value, isChange: false };
}

const GO = { kind: "go", carried: undefined } as const;

/** Phases 8 to 10 of a change. */
function changed(
  house: House,
  way: Way,
  { claim, agreed, work }: { claim: Claim; agreed: boolean; work: () => unknown },
): Promise<unknown> {
  const { call, clock, family, entry: { tool }, deadline } = way;
  const { targets } = family;
  if (house.approvals === null || targets === undefined) {
    throw new Error(`${tool.name} was permitted by nobody`);
  }
  const { resource, argumentsDigest } = claim.binding;
  const facts = masked(
    { ...factsOf(way, { target: claim.target }), resource, arguments_sha256: argumentsDigest },
    family.secrets?.(way.reached.service),
  );
  return change({
    tool,
    claim,
    deadline,
    trace: way.trace,
    approvals: house.approvals,
    ongoing: house.ongoing,
    agreed,
    intent: () => house.audit.commit(entryOf(call, { ...clock, outcome: "intent", facts })),
    again: () => targets.resolve(claim.alias, { tool, context: new CallContext(way, undefined) }),
    run: work,
  });
}

/** A class, because a literal with a getter takes a multiple of its time and room. */
class CallContext implements RunContext {
  readonly #way: Way;
  readonly answers: RunContext["answers"];
  readonly principal: string;
  readonly target: Target | null;
  readonly carried: unknown;
  readonly service: unknown;
  // Whoever takes these out of their object can still call them.
  readonly progress: RunContext["progress"] = (...step) => this.#way.call.progress?.(...step);
  readonly log: RunContext["log"] = (level, text) => this.#way.call.log?.(level, redactText(text).text);
  readonly step: RunContext["step"] = (step) => {
    const { call, family, reached } = this.#way;
    call.step?.(redactValue(step, family.secrets?.(reached.service)).value);
  };

  constructor(way: Way, carried: unknown) {
    this.#way = way;
    this.answers = way.call.answers ?? {};
    this.principal = way.call.principal;
    this.target = way.reached.target;
    this.carried = carried;
    this.service = way.reached.service;
  }

  get signal(): AbortSignal {
    return this.#way.deadline.signal;
  }

  get leftMs(): number {
    return this.#way.deadline.leftMs;
  }
}

/** 32 hexadecimal digits. */
function requestId(): string {
  return crypto.randomUUID().replaceAll("-", "");
}

function outcomeOf(settled: Settled | null): string {
  if (settled === null) return "question";
  return settled.ok ? "ok" : settled.error.code;
}

/** What the house itself finds worth keeping: which target it was. */
function factsOf({ family }: Way, { target }: Pick<Trail, "target">): Facts | null {
  return family.targets === undefined || target === null
    ? null
    : { target: target.alias, target_identity: target.identity };
}

/** Without the configuration's own secrets; those of a known shape are masked with everything else. */
function masked(facts: Facts, secrets: readonly string[] = []): Facts {
  return secrets.length === 0 ? facts : redactValue(facts, secrets).value;
}

/** Characters of one text fact that the audit keeps. */
const MAX_FACT = 2_000;

function entryOf(
  call: Call,
  { at, from, outcome, facts }: { at: number; from: number; outcome: string; facts: Facts },
): AuditEntry {
  return {
    at,
    principal: call.principal,
    via: call.via,
    tool: oneLine(call.tool, 64),
    outcome,
    ms: Math.round(performance.now() - from),
    facts: redacted(facts),
  };
}

const redacted = once((facts: Facts): Facts => {
  const kept = Object.entries(facts).map(([name, fact]) =>
    [name, typeof fact === "string" ? redactText(fact).text.slice(0, MAX_FACT) : fact] as const
  );
  return Object.fromEntries(kept);
});
