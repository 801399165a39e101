/**
 * What each agent client sends to its pre-tool hook and what it reads from it.
 *
 * Both Claude Code and Codex run the tool when a hook answers nothing, or something they do not take: a decision is
 * never left out, and none is written that the client would call unsupported.
 */
import { z } from "zod";

/** What the hook is asked. */
export type HookQuestion =
  | { readonly kind: "command"; readonly command: string; readonly cwd: string | undefined }
  /** No shell command: the hook has no say. */
  | { readonly kind: "other" }
  /** A question that the hook cannot answer, which is an answer of its own. */
  | { readonly kind: "unknown"; readonly decision: "ask" | "deny"; readonly reason: string };

/** What the hook answers; `none` leaves it to the client's own rules. */
export interface HookAnswer {
  readonly decision: "allow" | "ask" | "deny" | "none";
  /** One safe line. */
  readonly reason: string;
  readonly rule: string | null;
  readonly safer: string | null;
}

/** A client's side of the hook. */
export interface HookClient {
  /** Reads the JSON document that came on stdin. */
  readonly read: (input: unknown) => HookQuestion;
  /** The JSON document to answer with. */
  readonly write: (answer: HookAnswer) => Readonly<Record<string, unknown>>;
}

const EVENT = "PreToolUse";

const toolCall = z.object({
  hook_event_name: z.string().optional(),
  tool_name: z.string(),
  tool_input: z.record(z.string(), z.unknown()),
  cwd: z.string().optional(),
});

/**
 * Claude Code and Codex send the same shape.
 *
 * @param texts Tools whose `command` is no shell command.
 */
function readToolCall(input: unknown, texts: readonly string[]): HookQuestion {
  const parsed = toolCall.safeParse(input);
  if (!parsed.success) return unreadable();
  const { hook_event_name: event, tool_name: tool, tool_input: args, cwd } = parsed.data;
  if (event !== undefined && event !== EVENT) {
    return unknown("deny", `The hook was called for the event ${event}: register it for ${EVENT}`);
  }
  const { command } = args;
  if (tool === "Bash") {
    return typeof command === "string" ? { kind: "command", command, cwd } : unreadable();
  }
  // A list of words, or `cmd`: shells of other names have had both.
  const runs = command !== undefined || args["cmd"] !== undefined;
  if (!runs || texts.includes(tool) || tool.startsWith("mcp__")) return { kind: "other" };
  return unknown("ask", `The tool ${tool} runs a command, and only those of Bash can be judged`);
}

function unknown(decision: "ask" | "deny", reason: string): HookQuestion {
  return { kind: "unknown", decision, reason };
}

function unreadable(): HookQuestion {
  return unknown("deny", "The hook did not get what it knows as a tool call");
}

function decided(decision: string, reason: string): Readonly<Record<string, unknown>> {
  return {
    hookSpecificOutput: {
      hookEventName: EVENT,
      permissionDecision: decision,
      permissionDecisionReason: reason,
    },
  };
}

const claudeCode: HookClient = {
  read: (input) => readToolCall(input, []),
  write: ({ decision, reason }) => decision === "none" ? {} : decided(decision, reason),
};

/** Codex takes `deny` and nothing else: on `allow` or `ask` it reports a failed hook and runs the tool. */
const codex: HookClient = {
  read: (input) => readToolCall(input, ["apply_patch"]),
  write({ decision, reason }) {
    if (decision === "none" || decision === "allow") return {};
    const how = "Codex cannot ask from a hook: show a person the command, and let them run it themselves. ";
    return decided("deny", decision === "ask" ? how + reason : reason);
  },
};

const genericInput = z.object({ command: z.string(), cwd: z.string().optional() });

const generic: HookClient = {
  read(input) {
    const parsed = genericInput.safeParse(input);
    if (!parsed.success) return unknown("deny", "The hook did not get an object with a text `command`");
    return { kind: "command", command: parsed.data.command, cwd: parsed.data.cwd };
  },
  write: ({ decision, reason, rule, safer }) => ({
    // Whoever reads this form knows three words.
    decision: decision === "none" ? "deny" : decision,
    reason,
    rule,
    safer,
  }),
};

/** Refuses in every client's form at once; Claude Code and Codex read `hookSpecificOutput` first. */
const anyone: HookClient = {
  read: () => unreadable(),
  write: ({ reason }) => ({ decision: "block", reason, ...decided("deny", reason) }),
};

/** The clients, by the name on the command line. */
const CLIENTS: Readonly<Record<string, HookClient>> = { "claude-code": claudeCode, codex, generic };

/** The names that `gate hook` takes. */
export const hookClients: readonly string[] = Object.keys(CLIENTS);

/**
 * The client of that name; for any other name one that can only refuse, in a form that each of them takes.
 *
 * @example
 * ```ts
 * import { hookClientOf } from "gatehouse/cli/hook_clients.ts";
 *
 * const written = hookClientOf("codex").write({ decision: "ask", reason: "-", rule: null, safer: null });
 * if (!JSON.stringify(written).includes("deny")) throw new Error("Codex would run what it is told to ask about");
 * ```
 */
export function hookClientOf(name: string | undefined): HookClient {
  return (name !== undefined && Object.hasOwn(CLIENTS, name) ? CLIENTS[name] : undefined) ?? anyone;
}
