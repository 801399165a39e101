/** How the fixture's tools are declared: all alike, with MCP content as their whole answer. */
import { z } from "zod";
import type { Content } from "../../../lib/core/encode.ts";
import type { Confirmation, Question } from "../../../lib/core/question.ts";
import { defineTool, type RunContext, runs, type Tool, type ToolEntry } from "../../../lib/core/tool.ts";

/** Every answer of the fixture. */
export const answer = z.strictObject({ content: z.array(z.looseObject({ type: z.string() })).max(8) });

/** No arguments. */
const none = z.strictObject({});

/** What differs between the fixture's tools. */
export interface Fixture<I extends z.ZodObject> {
  readonly name: string;
  readonly input?: I;
  readonly headers?: Readonly<Record<string, string>>;
  readonly confirm?: Tool<I, typeof answer>["confirm"];
  readonly run: (args: z.output<I>, context: RunContext) => readonly Content[] | Promise<readonly Content[]>;
}

/** One tool of the fixture. */
export function fixture<I extends z.ZodObject = typeof none>({ name, run, ...rest }: Fixture<I>): ToolEntry {
  const tool = defineTool({
    name,
    title: name,
    description: { use: "Run the conformance suite", avoid: "Anything else" },
    access: "read",
    confidentiality: "public",
    timeoutMs: 10_000,
    output: answer,
    ...(rest.headers === undefined ? {} : { headers: rest.headers }),
    ...(rest.confirm === undefined ? {} : { confirm: rest.confirm }),
    // Only a fixture that says nothing of its input has `none` as its type.
    input: rest.input ?? none as unknown as I,
  });
  const runner = runs(tool, async (args, context) => ({ content: [...await run(args, context)] }));
  // A list of tools forgets what each one's arguments are; `invoke` validates them before the run.
  return { tool, load: () => Promise.resolve({ default: runner }) } as unknown as ToolEntry;
}

/** A text as content. */
export function text(value: string): Content {
  return { type: "text", text: value };
}

/** A question as `confirm` gives it; the call goes on when there is none. */
export function decided(question: Question | null): Confirmation {
  return question === null ? { kind: "go" } : { kind: "ask", question };
}
