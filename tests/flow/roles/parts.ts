/** A role on its own: a client that gives prepared answers, and tools that count their calls. */
import type { Part, Played, Stage } from "gatehouse/flow/roles/stage.ts";
import { playRole } from "gatehouse/flow/roles/turns.ts";
import { Budget } from "gatehouse/flow/run/budget.ts";
import type { Answer, CallEvent, ModelCall, RoleTool, Step, ToolResult, Turn } from "gatehouse/flow/types.ts";

/** An answer, a failure, or what gives one of them when it is asked for. */
export type Given = Partial<Answer> | Error | (() => Partial<Answer>);

export interface PlayOptions {
  readonly part?: Partial<Part>;
  readonly limits?: Partial<Stage["limits"]>;
  readonly contextLength?: number;
  readonly temperature?: number;
  readonly maxToolCalls?: number;
  readonly budget?: Budget;
}

/** What came of a role. */
export interface PlayedHere extends Played {
  /** What was asked, with the messages as they were then. */
  readonly asked: readonly Turn[];
  readonly events: readonly CallEvent[];
  readonly steps: readonly Step[];
  readonly budget: Budget;
}

/** Plays a role whose model gives these answers in order; one more question than answers is a failed test. */
export async function play(answers: readonly Given[], options: PlayOptions = {}): Promise<PlayedHere> {
  const asked: Turn[] = [];
  const events: CallEvent[] = [];
  const steps: Step[] = [];
  using own = new Budget({
    maxToolCalls: options.maxToolCalls ?? 64,
    maxSeconds: 60,
    signal: new AbortController().signal,
  });
  const budget = options.budget ?? own;
  const stage: Stage = {
    client: {
      turn: (turn) => {
        const given = answers[asked.length];
        asked.push({ ...turn, messages: [...turn.messages] });
        const answer = typeof given === "function" ? given() : given;
        if (answer instanceof Error) return Promise.reject(answer);
        if (answer === undefined) return Promise.reject(new Error("asked once more than was prepared"));
        return Promise.resolve({ text: "", calls: [], cut: false, promptTokens: null, ...answer });
      },
      preflight: () => Promise.reject(new Error("not asked")),
      list: () => Promise.resolve([]),
    },
    limits: { maxIterations: 6, maxContextChars: 100_000, ...options.limits },
    contextLength: options.contextLength ?? 16_384,
    temperature: options.temperature ?? 0.2,
    budget,
    events,
    tell: (step) => steps.push(step),
  };
  const part: Part = {
    role: "coder",
    model: "m",
    tools: [],
    task: "Do it",
    context: {},
    number: 2,
    cycle: 1,
    ...options.part,
  };
  return { ...await playRole(part, stage), asked, events, steps, budget };
}

/** A tool that takes an optional path and has the result. */
export function tool(
  name: string,
  run: () => ToolResult | Promise<ToolResult>,
): RoleTool & { readonly made: number } {
  let made = 0;
  return {
    name,
    description: name,
    parameters: { type: "object", properties: { path: { type: "string" } } },
    run: async () => {
      made++;
      return await run();
    },
    get made() {
      return made;
    },
  };
}

/** A call of a model. */
export function called(name: string, args: unknown = {}, id: unknown = null): ModelCall {
  return { id, name, args };
}
