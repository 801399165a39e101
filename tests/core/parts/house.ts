/** A house with one small family, for tests of what the core does with any family. */
import { z } from "zod";
import { bareHouse } from "gatehouse/core/bare_house.ts";
import type { AuditEntry } from "gatehouse/core/audit.ts";
import { openCatalogue } from "gatehouse/core/catalogue.ts";
import { encodePlain } from "gatehouse/core/encode.ts";
import type { Call, House } from "gatehouse/core/invoke.ts";
import { publish } from "gatehouse/core/publish.ts";
import { createSeal } from "gatehouse/core/seal.ts";
import { defineTool, type Family, type Runner, runs } from "gatehouse/core/tool.ts";

const base = {
  title: "A tool",
  description: { use: "Test", avoid: "Anything else" },
  access: "read",
  confidentiality: "public",
  timeoutMs: 5_000,
  input: z.strictObject({ text: z.string().max(20).optional() }),
  output: z.strictObject({ text: z.string() }),
} as const;

const tool = (name: string, more: Partial<Parameters<typeof defineTool>[0]> = {}) =>
  defineTool({ ...base, ...more, name });

const asks = defineTool({
  ...base,
  name: "asks",
  confirm({ text }, { answers, state, forged }) {
    if (!forged && state === "asked" && answers["go"] === "yes") {
      return { kind: "go", carried: "agreed", spend: true };
    }
    const go = { method: "elicitation/create", params: { message: text ?? "" } };
    return { kind: "ask", question: { requests: { go }, state: "asked" } };
  },
});

const entry = (runner: Runner) => ({ tool: runner.tool, load: () => Promise.resolve({ default: runner }) });

/** What the last run saw, for tests that look behind the answer. */
export const seen: { signal: AbortSignal | null; runs: number } = { signal: null, runs: 0 };

export const family: Family = {
  name: "test",
  instructions: "For tests",
  icon: "M0,0h16v16",
  tools: [
    entry(runs(tool("echo"), ({ text }) => ({ text: String(text ?? "") }))),
    entry(runs(tool("secret", { confidentiality: "internal" }), () => ({ text: "password=hunter2" }))),
    entry(runs(tool("throws"), () => {
      throw new RangeError("inner detail");
    })),
    entry(runs(tool("lies"), () => ({ text: 7 }) as unknown as { text: string })),
    entry(runs(tool("large"), () => ({ text: "x".repeat(1_100_000) }))),
    entry(runs(tool("hangs", { timeoutMs: 30 }), (_args, { signal }) => {
      seen.signal = signal;
      return new Promise<{ text: string }>(() => {});
    })),
    entry(runs(tool("busy", { timeoutMs: 1 }), () => {
      const until = performance.now() + 5;
      while (performance.now() < until);
      return { text: "late" };
    })),
    entry(runs(tool("waits"), (_args, { signal }) => {
      seen.signal = signal;
      return new Promise<{ text: string }>(() => {});
    })),
    entry(runs(tool("steps"), (_args, { step }) => {
      step({ kind: "first", text: "password=hunter2", list: ["with-the-known-secret-in-it"] });
      step({ kind: "second", at: 2 });
      return { text: "done" };
    })),
    entry(runs(tool("writes", { access: "write" }), () => ({ text: "written" }))),
    entry(runs(asks, ({ text }, { answers, carried }) => {
      seen.runs++;
      if (carried !== "agreed") throw new Error("ran without having asked");
      return { text: `${text ?? ""}:${String(answers["go"])}` };
    })),
  ],
  resources: [],
  encode: encodePlain,
  secrets: () => ["the-known-secret"],
  facts(ended) {
    if (ended.ok === null) return { asked: String((ended.args as { text?: string }).text) };
    return ended.ok ? { text: String(ended.value["text"]).slice(0, 100) } : {};
  },
};

/** A house with that family, the rows it audited, and the defects it was told of. */
export function openTestHouse(
  options: { degraded?: string; now?: () => number; spent?: House["spent"] } = {},
): {
  house: House;
  rows: AuditEntry[];
  defects: unknown[];
  call: (tool: string, more?: Partial<Call>) => Call;
} {
  const rows: AuditEntry[] = [];
  const defects: unknown[] = [];
  const bare = bareHouse(openCatalogue(publish([family]), { test: () => Promise.resolve(family) }));
  const house: House = {
    ...bare,
    audit: {
      ...bare.audit,
      record: (row) => void rows.push(row),
      degraded: options.degraded ?? null,
    },
    seal: createSeal(options.now === undefined ? {} : { now: options.now }),
    spent: options.spent ?? spentInMemory(),
    onDefect: (error) => void defects.push(error),
  };
  return {
    house,
    rows,
    defects,
    call: (name, more = {}) => ({ tool: name, args: {}, principal: "posix-uid:1", via: "stdio", ...more }),
  };
}

function spentInMemory(): House["spent"] {
  const spent = new Set<string>();
  return {
    spend(nonce) {
      const first = !spent.has(nonce);
      spent.add(nonce);
      return Promise.resolve(first);
    },
  };
}
