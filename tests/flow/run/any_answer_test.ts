import fc from "fast-check";
import { ToolError } from "gatehouse/core/errors.ts";
import type { Ran } from "gatehouse/core/worker.ts";
import { carryOutTask, type Tools } from "gatehouse/flow/run/run.ts";
import type { Answer, CheckSettings, RunReport, ToolResult } from "gatehouse/flow/types.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

/** What a model may say: everything that a client can hand on, and its failures. */
const said: fc.Arbitrary<Answer | ToolError> = fc.oneof(
  fc.record({
    text: fc.oneof(
      fc.string(),
      fc.constantFrom("", " ", "done", "[]", '{"approved": true}', '{"approved": false, "issues": ["no"]}'),
      fc.constant('```json\n{"approved": true, "issues": [], "summary": "s"}\n```'),
    ),
    calls: fc.array(
      fc.record({
        id: fc.oneof(fc.constant(null), fc.string(), fc.jsonValue()),
        name: fc.oneof(fc.string(), fc.constantFrom("file_read", "file_write", "file_edit", "flow_check")),
        args: fc.oneof(
          fc.jsonValue(),
          fc.string(),
          fc.constantFrom({ path: "a.py" }, { path: "a.py", content: "a = 1\n" }, {}),
        ),
      }),
      { maxLength: 3 },
    ),
    cut: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.boolean() }),
    promptTokens: fc.oneof(fc.constant(null), fc.nat(20_000)),
  }),
  fc.constantFrom("MODEL_UNAVAILABLE", "MODEL_TOOL_FORMAT").map((code) => new ToolError(code, "It failed")),
);

const CHECK: CheckSettings = {
  name: "lint",
  cmd: ["true"],
  timeoutMs: 1_000,
  required: true,
  kind: "lint",
  filetypes: ["*"],
};

interface World {
  readonly answers: readonly (Answer | ToolError)[];
  readonly exit: number;
  readonly maxIterations: number;
  readonly maxToolCalls: number;
  /** Of the one check; and how many such checks there are. */
  readonly output?: string;
  readonly checks?: number;
}

async function runIn(
  { answers, exit, maxIterations, maxToolCalls, output = "", checks = 1 }: World,
): Promise<RunReport> {
  const left = [...answers];
  const changed = new Set<string>();
  const read: ToolResult = { status: "ok", content: "a = 0\n", total_lines: 1 };
  const later = (result: ToolResult) => Promise.resolve(result);
  const write = ({ path }: Readonly<Record<string, unknown>>) => {
    changed.add(String(path));
    return later({ status: "ok" });
  };
  const settings = {
    workspace: "/w",
    trusted: true,
    endpoint: { temperature: 0.2, contextLength: 16_384 },
    models: { planner: "m", coder: "m", reviewer: "m" },
    agent: { maxIterations, maxCycles: 2, maxToolCalls, maxContextChars: 20_000, maxSeconds: 60 },
    checks: Array.from({ length: checks }, (_, at) => ({ ...CHECK, name: `lint_${at}` })),
  };
  const ran: Ran = {
    ...{ outcome: "exited", code: exit, signal: null, error: null, ms: 1, escaped: 0 },
    ...{ stdout: output, stdoutTruncated: false, stderr: output, stderrTruncated: false },
  };
  const unasked = () => Promise.reject(new Error("not asked"));
  const tools: Tools = {
    settings,
    trusted: true,
    files: {
      read: () => later(read),
      list: () => later(read),
      search: () => later(read),
      write,
      edit: write,
    },
    check: () => later({ status: "failed" }),
    editorTools: () => Promise.resolve([]),
    client: {
      turn: () => {
        const answer = left.shift() ?? new ToolError("MODEL_UNAVAILABLE", "Nobody is left");
        return answer instanceof ToolError ? Promise.reject(answer) : Promise.resolve(answer);
      },
      preflight: unasked,
      list: unasked,
    },
    checking: {
      settings,
      workspace: {
        root: "/w",
        stale: () => null,
        bytes: () => new Uint8Array(),
        revision: 0,
        get changed() {
          return [...changed].sort();
        },
      },
      editor: null,
      run: () => Promise.resolve(ran),
      tell() {},
    },
    tests: () => [],
    diff: () => Promise.resolve(""),
    tell() {},
  };
  return await carryOutTask("Do it", tools, { signal: new AbortController().signal });
}

const world = (exit: number) =>
  fc.record({
    answers: fc.array(said, { maxLength: 30 }),
    exit: fc.constant(exit),
    maxIterations: fc.integer({ min: 1, max: 6 }),
    maxToolCalls: fc.integer({ min: 1, max: 20 }),
  });

Deno.test("nothing that models say makes a run verified whose check fails, and every run ends with a report", async () => {
  await fc.assert(
    fc.asyncProperty(world(1), async (given) => {
      const report = await runIn(given);
      assertEquals(report.verified, false);
      assertTrue(["failed", "unverified", "error"].includes(report.status));
      assertTrue(report.reasons.length > 0);
    }),
    { numRuns: 300 },
  );
});

Deno.test("a run is verified only when its last coder ended well and its last reviewer approved", async () => {
  let verified = 0;
  await fc.assert(
    fc.asyncProperty(world(0), async (given) => {
      const report = await runIn(given);
      if (!report.verified) return assertTrue(report.status !== "ok" && report.reasons.length > 0);
      verified++;
      const [coder, reviewer] = report.roles?.slice(-2) ?? [];
      assertEquals([report.status, report.reasons], ["ok", []]);
      assertEquals([report.roles?.[0]?.status, coder?.status, reviewer?.status, reviewer?.approved], [
        "ok",
        "ok",
        "ok",
        true,
      ]);
    }),
    {
      numRuns: 300,
      examples: [[{
        answers: ["plan", "done", '{"approved": true}'].map((text) => ({
          text,
          calls: [],
          cut: false,
          promptTokens: null,
        })),
        exit: 0,
        maxIterations: 6,
        maxToolCalls: 20,
      }]],
    },
  );
  assertTrue(verified > 0);
});

Deno.test("no budget is overrun, whatever models say", async () => {
  await fc.assert(
    fc.asyncProperty(world(1), async (given) => {
      const { roles = [], tool_calls = 0, model_calls = 0, cycles = 0, events = [] } = await runIn(given);
      assertTrue(tool_calls <= given.maxToolCalls && events.length === tool_calls && cycles <= 2);
      for (const { role, turns } of roles) {
        // One more for the verdict of a reviewer that wrote something else.
        assertTrue(turns <= given.maxIterations + (role === "reviewer" ? 1 : 0));
      }
      assertEquals(model_calls, roles.reduce((sum, { turns }) => sum + turns, 0));
    }),
    { numRuns: 300 },
  );
});

Deno.test("a run whose checks print as much as they can has a report that can be sent", async () => {
  const say = (text: string): Answer => ({ text, calls: [], cut: false, promptTokens: null });
  const report = await runIn({
    answers: ["plan", "done", '{"approved": false}', "done", '{"approved": false}'].map(say),
    exit: 1,
    maxIterations: 6,
    maxToolCalls: 20,
    output: "\u0001".repeat(16_000),
    checks: 32,
  });
  assertEquals([report.status, report.cycles, report.checks?.length], ["failed", 2, 32]);
  assertTrue(new TextEncoder().encode(JSON.stringify(report)).byteLength <= 786_432);
});
