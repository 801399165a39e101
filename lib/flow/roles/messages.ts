/** A role's context: it starts fresh with two messages, and only grows. */
import type { Message, OfferedTool, Role } from "../types.ts";
import { systemPrompt } from "./prompts.ts";

/**
 * The two messages that a role starts with: what it is, and a JSON object of its task and what the host passes on.
 *
 * @example
 * ```ts
 * import { firstMessages } from "gatehouse/flow/roles/messages.ts";
 *
 * const [system, user] = firstMessages("planner", { task: "Rename it", context: {} });
 * if (system?.role !== "system" || user?.role !== "user") throw new Error("not two messages");
 * ```
 */
export function firstMessages(
  role: Role,
  about: { readonly task: string; readonly context: Readonly<Record<string, unknown>> },
): readonly Message[] {
  return [
    { role: "system", content: systemPrompt(role) },
    { role: "user", content: JSON.stringify({ task: about.task, context: about.context }) },
  ];
}

/**
 * The messages of one role in the order of their turns, with their size.
 *
 * @example
 * ```ts
 * import { Context } from "gatehouse/flow/roles/messages.ts";
 *
 * const context = new Context([{ role: "user", content: "a" }]);
 * context.add({ role: "user", content: "b" });
 * if (context.chars !== JSON.stringify(context.messages).length) throw new Error("wrong size");
 * ```
 */
export class Context {
  readonly #messages: Message[] = [];
  #chars = 2;
  #words = 0;

  /** @param first What the role starts with. */
  constructor(first: readonly Message[]) {
    for (const message of first) this.add(message);
  }

  /** In order. */
  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** Characters of the JSON that the messages make. Kept along: writing it all out for each turn would cost more than the turn. */
  get chars(): number {
    return this.#chars;
  }

  /** Characters of text that a model reads, without what JSON adds. */
  get words(): number {
    return this.#words;
  }

  /** Puts a message at the end. */
  add(message: Message): void {
    this.#chars += JSON.stringify(message).length + (this.#messages.length > 0 ? 1 : 0);
    this.#words += message.content.length;
    if (message.role === "assistant" && message.calls.length > 0) {
      this.#words += JSON.stringify(message.calls).length;
    }
    this.#messages.push(message);
  }
}

/**
 * Characters that the tools add to what a model reads.
 *
 * @example
 * ```ts
 * import { toolWords } from "gatehouse/flow/roles/messages.ts";
 *
 * if (toolWords([]) !== 0) throw new Error("no tools, no words");
 * ```
 */
export function toolWords(tools: readonly OfferedTool[]): number {
  return tools.length === 0 ? 0 : JSON.stringify(tools).length;
}
