/** The wire shapes a finished call can take, and the plain one that most families use. */
import type { ToolError } from "./errors.ts";
import { isFrozen } from "./frozen.ts";
import type { Target } from "./target.ts";
import type { Tool } from "./tool.ts";

/** One item of a result's content, as MCP has it. */
export type Content = Readonly<{ type: string } & Record<string, unknown>>;

/** What the house knows of a call besides its answer. */
export interface Trail {
  /** Names the call: 32 hexadecimal digits. */
  readonly requestId: string;
  /** Whole milliseconds that it took. */
  readonly ms: number;
  /** What it acted on, once that was known. */
  readonly target: Target | null;
  /** Secrets that were masked in the answer. */
  readonly masked: number;
}

/** A finished call: its tool, its arguments as they were accepted (or as they came), and how it ended. */
export type Settled =
  & { readonly tool: Tool; readonly args: unknown; readonly trail?: Trail }
  & ({ readonly ok: true; readonly value: Readonly<Record<string, unknown>> } | {
    readonly ok: false;
    readonly error: ToolError;
  });

/** A call that ended in a question: nothing ran. */
export interface Questioned {
  readonly tool: Tool;
  readonly args: unknown;
  readonly ok: null;
  /** What led to the question, in the form of the tool's answer. */
  readonly value?: Readonly<Record<string, unknown>>;
}

/** What goes to the client: a result, or a JSON-RPC error. */
export type Encoded =
  | {
    readonly kind: "result";
    readonly content: readonly Content[];
    readonly structuredContent?: Readonly<Record<string, unknown>>;
    readonly isError?: boolean;
  }
  | {
    readonly kind: "error";
    readonly code: number;
    readonly message: string;
    readonly data?: Readonly<Record<string, unknown>>;
  };

/** The text copy, written when it is read: who takes the value itself, as the command line does, never needs it. */
function textCopyOf(value: object): Content {
  const before = copies.get(value);
  if (before !== undefined) return before;
  let written: string | undefined;
  const copy = {
    type: "text",
    get text() {
      return written ??= JSON.stringify(value, null, 2);
    },
  };
  if (isFrozen(value)) copies.set(value, copy);
  return copy;
}

/** A literal with a getter has a shape of its own, which stays until the whole heap is cleaned. */
const copies = new WeakMap<object, Content>();

/** JSON-RPC 2.0: invalid parameters. */
const INVALID_PARAMS = -32602;

/**
 * The plain wire shape: the value as structured content with a text copy; refused arguments as -32602 with
 * `data.issues`; any other failure as a result with `isError`.
 *
 * @example
 * ```ts
 * import { z } from "zod";
 * import { encodePlain } from "gatehouse/core/encode.ts";
 * import { ToolError } from "gatehouse/core/errors.ts";
 * import { defineTool } from "gatehouse/core/tool.ts";
 *
 * const tool = defineTool({
 *   name: "ping",
 *   title: "Ping",
 *   description: { use: "Learn whether it lives", avoid: "Anything else" },
 *   access: "read",
 *   confidentiality: "public",
 *   timeoutMs: 1_000,
 *   input: z.strictObject({}),
 *   output: z.strictObject({}),
 * });
 * const encoded = encodePlain({ tool, args: {}, ok: false, error: new ToolError("BUSY", "Another call runs") });
 * if (encoded.kind !== "result" || encoded.isError !== true) throw new Error("a failure is no result of the tool");
 * ```
 */
export function encodePlain(settled: Settled): Encoded {
  if (settled.ok) {
    return {
      kind: "result",
      content: [textCopyOf(settled.value)],
      structuredContent: settled.value,
      isError: false,
    };
  }
  const { error } = settled;
  if (error.code === "ARGUMENTS_INVALID") {
    return {
      kind: "error",
      code: INVALID_PARAMS,
      message: error.message,
      data: { code: error.code, issues: error.issues },
    };
  }
  const text = JSON.stringify(
    {
      error: {
        code: error.code,
        message: error.message,
        retryable: error.retryable,
        next: error.next ?? null,
      },
    },
    null,
    2,
  );
  return { kind: "result", content: [{ type: "text", text }], isError: true };
}
