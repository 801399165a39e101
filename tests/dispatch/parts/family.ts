/** A family for the dispatcher's tests: one tool for each way in which a call can go. */
import { z } from "zod";
import { encodePlain } from "../../../lib/core/encode.ts";
import { defineTool, type Family, type RunContext, runs, type ToolEntry } from "../../../lib/core/tool.ts";

/** What a test can see of the slow tool. */
export interface Slow {
  /** Resolves when a call has begun. */
  started(): Promise<void>;
  /** Resolves when a call saw its signal abort. */
  stopped(): Promise<void>;
  /** Lets every call that runs end. */
  release(): void;
  /** Calls that run now, and the most that ran at once. */
  running: number;
  most: number;
}

const shared = {
  access: "read",
  confidentiality: "public",
  timeoutMs: 20_000,
  description: { use: "Test", avoid: "Anything else" },
} as const;

const nothing = z.strictObject({});

export const echo = defineTool({
  ...shared,
  name: "echo",
  title: "Echo",
  input: z.strictObject({ text: z.string().max(100), times: z.int().min(1).max(5).optional() }),
  output: z.strictObject({ text: z.string() }),
});

const slowTool = defineTool({ ...shared, name: "slow", title: "Slow", input: nothing, output: nothing });

const steps = defineTool({
  ...shared,
  name: "steps",
  title: "Steps",
  input: z.strictObject({ steps: z.int().min(0).max(50) }),
  output: z.strictObject({ steps: z.int() }),
});

const ask = defineTool({
  ...shared,
  name: "ask",
  title: "Ask",
  input: z.strictObject({ what: z.string().max(100) }),
  output: z.strictObject({ action: z.string() }),
  confirm({ what }, { answers, state }) {
    // Without the state that was given out, an answer is nobody's.
    if ("sure" in answers && state !== undefined) return { kind: "go" };
    const sure = {
      method: "elicitation/create",
      params: {
        mode: "form",
        message: `Really ${what}?`,
        requestedSchema: { type: "object", properties: { yes: { type: "boolean" } } },
      },
    };
    return { kind: "ask", question: { requests: { sure }, state: { round: 1 } } };
  },
});

const broken = defineTool({
  ...shared,
  name: "broken",
  title: "Broken",
  input: nothing,
  output: z.strictObject({ number: z.int() }),
});

function entry(tool: ToolEntry["tool"], run: (args: never, context: RunContext) => unknown): ToolEntry {
  return { tool, load: () => Promise.resolve({ default: runs(tool, run as never) }) };
}

/** The family, and the hands on its slow tool. */
export function createFamily(): { family: Family; slow: Slow } {
  let started = Promise.withResolvers<void>();
  let stopped = Promise.withResolvers<void>();
  let released = Promise.withResolvers<void>();
  const slow: Slow = {
    started: () => started.promise,
    stopped: () => stopped.promise,
    release() {
      released.resolve();
      [started, stopped, released] = [
        Promise.withResolvers(),
        Promise.withResolvers(),
        Promise.withResolvers(),
      ];
    },
    running: 0,
    most: 0,
  };
  const waitForSignal = async (signal: AbortSignal): Promise<Record<string, never>> => {
    slow.running++;
    slow.most = Math.max(slow.most, slow.running);
    const aborted = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => aborted.resolve(), { once: true });
    started.resolve();
    await Promise.race([aborted.promise, released.promise]);
    slow.running--;
    if (signal.aborted) stopped.resolve();
    return {};
  };
  const family: Family = {
    name: "parts",
    instructions: "Tools for tests.",
    icon: "M0,0h16v16",
    tools: [
      entry(echo, ({ text, times }: { text: string; times?: number }) => ({ text: text.repeat(times ?? 1) })),
      entry(slowTool, (_args, { signal }) => waitForSignal(signal)),
      entry(steps, async ({ steps }: { steps: number }, { progress, log }) => {
        log("debug", "too fine to leave");
        log("info", "beginning");
        for (let step = 1; step <= steps; step++) {
          progress(step, steps, `step ${step}`);
          await Promise.resolve();
        }
        log("warning", "ending");
        return { steps };
      }),
      entry(ask, (_args, { answers }) => {
        const sure = answers["sure"] as { action?: unknown } | undefined;
        return { action: String(sure?.action) };
      }),
      entry(broken, () => ({ number: "none" })),
    ],
    resources: [{
      uri: "parts://note",
      name: "note",
      title: "Note",
      description: "A note",
      mimeType: "text/plain",
      read: () => Promise.resolve("Hello"),
    }],
    encode: encodePlain,
    facts: () => ({}),
  };
  return { family, slow };
}
