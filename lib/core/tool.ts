/**
 * What a tool is: one declaration, one run function, and the family that both belong to.
 *
 * A declaration is the only place where a tool's name, schemas and limits are written; the catalogue, the docs, the
 * annotations and the command line's help derive from it.
 */
import type { z } from "zod";
import type { Facts } from "./audit.ts";
import type { Catalogue } from "./catalogue.ts";
import type { CommandJudge } from "./command_judge.ts";
import type { Encoded, Questioned, Settled } from "./encode.ts";
import type { Backends, BackendSpec } from "./backend.ts";
import type { Policy } from "./policy.ts";
import type { Confirmation, Exchange } from "./question.ts";
import type { Target, Targeting } from "./target.ts";

/** What a call may do to the world: look, change, or change beyond repair. */
export type Access = "read" | "write" | "destroy";

/** How confidential an answer is. Answers above `public` pass the redactor before they leave. */
export type Confidentiality = "public" | "internal" | "personal" | "sensitive" | "credential";

/** Severity of a log line, as MCP names them (RFC 5424). */
export type LogLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/** Something that may or may not be configured. */
export interface Need {
  /** As the configuration calls it. */
  readonly has: string;
  /** Why the tool is not served without it: stable, upper snake case. */
  readonly code: string;
  /** The same for a person. */
  readonly message: string;
}

/** A declared tool: everything that is known of it without running it. */
export interface Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  /** Unique over all families; what a client calls. 1–64 characters of `a-z A-Z 0-9 _ -`. */
  readonly name: string;
  /** A few words for people. */
  readonly title: string;
  /** When to use the tool and when not; becomes the published description. */
  readonly description: { readonly use: string; readonly avoid: string };
  /** What a call may do. */
  readonly access: Access;
  /** How confidential its answers are. */
  readonly confidentiality: Confidentiality;
  /** Milliseconds from look-up to answer; what misses it is a failure. 1–3,700,000. */
  readonly timeoutMs: number;
  /** The arguments; every limit is a schema keyword. */
  readonly input: I;
  /** The answer. */
  readonly output: O;
  /**
   * What has to be there for the tool to be served, in the order in which it is looked for. A tool that changes its
   * target also needs that changes are allowed.
   */
  readonly needs?: readonly Need[];
  /** What on its target a call acts on, in one spelling; a tool without it acts on the target as a whole. */
  resource?(args: z.output<I>): string;
  /** Codes after which a call that only reads is tried again, at most twice. */
  readonly retryOn?: readonly string[];
  /** Published as they stand for argument headers (`x-mcp-header`): argument name → header suffix. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * May the call go on, or must somebody be asked first? Changes nothing. Called again, with the answers, on the retry;
   * and once more, as if nothing had come back, when the state that came back was spent before.
   */
  confirm?(
    args: z.output<I>,
    exchange: Exchange,
    context: RunContext,
  ): Confirmation | Promise<Confirmation>;
  /**
   * What a change would do, a line each, for the person who is to approve it. Asked before every such call, also when the
   * approval is there already.
   *
   * @throws ToolError for a change that no approval allows.
   */
  foresee?(args: z.output<I>, context: RunContext): readonly string[] | Promise<readonly string[]>;
}

/** What a run function is given besides its arguments. */
export interface RunContext {
  /** Aborted when the caller cancels or the deadline passes; made on first use. */
  readonly signal: AbortSignal;
  /** Milliseconds until that deadline. */
  readonly leftMs: number;
  /** The answers a person or client gave to `confirm`'s question; empty when nothing was asked. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Who calls. */
  readonly principal: string;
  /** What the call acts on; null for a tool without a target, and until it is known. */
  readonly target: Target | null;
  /** What `confirm` handed on; undefined when the tool has none or handed nothing on. */
  readonly carried: unknown;
  /** What the family's `open` gave; undefined when it has none. */
  readonly service: unknown;
  /** Tells the caller how far the call is; nothing when nobody asked. */
  progress(done: number, total?: number, message?: string): void;
  /** Tells the caller a log line; nothing unless the request asked for that level. */
  log(level: LogLevel, text: string): void;
  /** Shows whoever watches what happens, as plain data with its secrets masked; nothing when nobody does. */
  step(step: Readonly<Record<string, unknown>>): void;
}

/** The same value, not to be changed: what a run function may hand over without giving it away. */
export type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

/** A tool's run function, bound to its declaration. */
export interface Runner<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  readonly tool: Tool<I, O>;
  run(args: z.output<I>, context: RunContext): Frozen<z.input<O>> | Promise<Frozen<z.input<O>>>;
}

/** A tool in its family's list: the declaration, and where its run function is when it is needed. */
export interface ToolEntry {
  readonly tool: Tool;
  readonly load: () => Promise<{ readonly default: Runner }>;
}

/** A text that a family publishes for reading. */
export interface ResourceEntry {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /**
   * The text as it is now.
   *
   * @param service What the family's `open` gave; undefined when it has none.
   */
  readonly read: (service: unknown) => Promise<string>;
  /** The text depends on how this server is configured, so that no cache may hand it on. Default: it does not. */
  readonly isPrivate?: (service: unknown) => boolean;
}

/** What a prompt can be asked with; a person may leave it out. */
export interface PromptArgument {
  /** 1–64 characters of `a-z A-Z 0-9 _ -`; unique in its prompt. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /**
   * What it may be, in the order in which it is proposed: whoever calls may know all of it. Any other value is refused.
   *
   * @param service What the family's `open` gave; undefined when it has none.
   */
  readonly values: (service: unknown) => readonly string[] | Promise<readonly string[]>;
}

/** A text that a person may have put before the model. */
export interface PromptEntry {
  /** 1–64 characters of `a-z A-Z 0-9 _ -`; unique over all families. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** In the order in which they are listed. Default: none. */
  readonly arguments?: readonly PromptArgument[];
  /**
   * As the person says it.
   *
   * @param args Those arguments that were given, each one of its values.
   */
  readonly text: string | ((args: Readonly<Record<string, string>>) => string);
}

/** A set of tools that share one wire shape. The dispatcher knows families only through this type. */
export interface Family {
  /** Lower case, as in `--families`. */
  readonly name: string;
  /** What the family does, in one sentence, for the server's instructions. */
  readonly instructions: string;
  /** What its tools are drawn as: the data of one SVG path in a square of 16 by 16, without blanks. */
  readonly icon: string;
  /** In the order in which they are listed. */
  readonly tools: readonly ToolEntry[];
  /** In the order in which they are listed. */
  readonly resources: readonly ResourceEntry[];
  /** In the order in which they are listed. */
  readonly prompts?: readonly PromptEntry[];
  /**
   * How its tools come to their targets. A tool of such a family that changes something needs that changes are allowed, and
   * an approval for exactly that call.
   */
  readonly targets?: Targeting;
  /** The workers that the family needs behind the walls. */
  readonly backends?: readonly BackendSpec[];
  /**
   * Makes, once per process and before the first call, what the run functions find in `context.service`.
   *
   * @param settings The family's own part of the configuration, checked by the configuration's schema.
   * @param backend Gives the family's workers.
   * @param house What is served, and what callers may do, for a family that tells of it; who judges commands, for one that
   * starts programs.
   */
  open?(
    settings: unknown,
    backend: Backends,
    house: { readonly catalogue: Catalogue; readonly policy: Policy; readonly judge: CommandJudge },
  ): unknown | Promise<unknown>;
  /**
   * The one place where the family's results and failures become its wire shape.
   *
   * @param service What `open` gave; undefined when it gave nothing, or failed.
   */
  encode(settled: Settled, service: unknown): Encoded;
  /**
   * What of an ended call is worth an audit row, beyond tool, caller and outcome. Texts are redacted and bounded by the
   * audit.
   *
   * @param service What `open` gave; undefined when it gave nothing, or failed.
   */
  facts(ended: Settled | Questioned, service: unknown): Facts;
  /**
   * Why the family does not work as it is configured to, when it does not; its answers then say so.
   *
   * @param service What `open` gave; undefined when it gave nothing, or failed.
   */
  degraded?(service: unknown): string | null;
  /**
   * Secrets of the configuration, which are masked wherever they turn up in an answer.
   *
   * @param service What `open` gave; undefined when it gave nothing, or failed.
   */
  secrets?(service: unknown): readonly string[];
  /** Work that only the command line, or another family through the house, asks for, by name. */
  readonly commands?: Readonly<Record<string, FamilyCommand>>;
}

/** Where such work is when it is needed: it takes plain values, which it checks itself, and gives plain ones. */
export type FamilyCommand = () => Promise<{
  readonly default: (asked: unknown, service: unknown) => Promise<unknown>;
}>;

/** Milliseconds that any call may take: an hour of work, and what is needed around it. */
const MAX_MS = 3_700_000;

/**
 * Declares a tool. Checked here: what no schema can say, so that a wrong declaration fails when it is loaded.
 *
 * @throws RangeError when the name or the time limit is out of range.
 *
 * @example
 * ```ts
 * import { z } from "zod";
 * import { defineTool } from "gatehouse/core/tool.ts";
 *
 * const echo = defineTool({
 *   name: "echo",
 *   title: "Echo",
 *   description: { use: "Get a text back", avoid: "Anything else" },
 *   access: "read",
 *   confidentiality: "public",
 *   timeoutMs: 1_000,
 *   input: z.strictObject({ text: z.string().max(100) }),
 *   output: z.strictObject({ text: z.string().max(100) }),
 * });
 * if (echo.name !== "echo") throw new Error("not declared");
 * ```
 */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(tool: Tool<I, O>): Tool<I, O> {
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(tool.name)) {
    throw new RangeError(`Tool name ${tool.name} is out of range`);
  }
  if (!(tool.timeoutMs >= 1 && tool.timeoutMs <= MAX_MS)) {
    throw new RangeError(`Time limit of ${tool.name} is out of range: ${tool.timeoutMs} ms`);
  }
  return Object.freeze(tool);
}

/**
 * Binds a run function to its declaration.
 *
 * @example
 * ```ts
 * import { z } from "zod";
 * import { defineTool, runs } from "gatehouse/core/tool.ts";
 *
 * const length = defineTool({
 *   name: "length",
 *   title: "Length",
 *   description: { use: "Count the characters of a text", avoid: "Counting bytes" },
 *   access: "read",
 *   confidentiality: "public",
 *   timeoutMs: 1_000,
 *   input: z.strictObject({ text: z.string().max(100) }),
 *   output: z.strictObject({ length: z.int() }),
 * });
 * const runner = runs(length, ({ text }) => ({ length: text.length }));
 * if (runner.tool !== length) throw new Error("not bound");
 * ```
 */
export function runs<I extends z.ZodObject, O extends z.ZodObject>(
  tool: Tool<I, O>,
  run: Runner<I, O>["run"],
): Runner<I, O> {
  return { tool, run };
}
