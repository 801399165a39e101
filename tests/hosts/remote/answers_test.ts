/** What a machine answers is not trusted: forms, bounds, control sequences, and what a failure means. */
import fc from "fast-check";
import { ToolError } from "gatehouse/core/errors.ts";
import { controlsIn, harmless } from "gatehouse/hosts/remote/harmless.ts";
import { answerOf, orderOf } from "gatehouse/hosts/remote/operations.ts";
import { commandOf } from "gatehouse/hosts/remote/redact_command.ts";
import { sourceOf } from "gatehouse/hosts/remote/source.ts";
import { SUPERVISOR } from "gatehouse/hosts/remote/supervisor.ts";
import type { HelperReply } from "gatehouse/hosts/types.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { mustRun } from "../../tasks/parts/child.ts";

const OPERATIONS = [
  ...["probe", "read_file", "tail_file", "list_directory", "search_in_files", "write_file", "analyze_disk"],
  ...["list_processes", "get_process_tree", "terminate_process", "get_memory_info", "check_port"],
  ...["get_network_info", "get_service_status", "change_service_state", "update_system"],
  ...["list_docker_containers", "get_docker_stats", "get_docker_logs"],
  ...["get_journal_logs", "find_system_errors", "search_journal_logs"],
];

/** A value as it could come, with names that the readers look for. */
const strange = fc.object({
  key: fc.constantFrom(
    ...[
      "output",
      "entries",
      "processes",
      "shell",
      "rows",
      "memory",
      "size",
      "matches",
      "properties",
      "state",
      "argv",
    ],
    ...[
      "filesystem",
      "sockets",
      "containers",
      "truncated",
      "exit_code",
      "content",
      "pid",
      "name",
      "path",
      "__proto__",
    ],
  ),
  values: [
    fc.constantFrom("\x1b[2J", "complete", "utf-8", "file", "1b5b324a"),
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  ],
  maxDepth: 3,
});

Deno.test("an answer of another form is refused with its code, never a defect and never passed on", () => {
  fc.assert(
    fc.property(fc.constantFrom(...OPERATIONS), strange, (operation, data) => {
      const order = orderOf(operation, {});
      try {
        const answer = answerOf(order, { ok: true, data: { ...data } });
        assertTrue(!JSON.stringify(answer).includes("\\u001b"));
      } catch (error) {
        assertTrue(error instanceof ToolError, String(error));
        const codes = order.changes ? ["AMBIGUOUS_OUTCOME"] : ["UPSTREAM_PROTOCOL", "UPSTREAM_FAILED"];
        assertTrue(codes.includes(error.code), error.code);
      }
    }),
    { numRuns: 3_000 },
  );
});

Deno.test("too many rows, wrong numbers and missing values are refused", async () => {
  const memory = {
    total_bytes: 1,
    used_bytes: 1,
    free_bytes: 0,
    shared_bytes: 0,
    cached_bytes: 0,
    available_bytes: 0,
  };
  const swap = { total_bytes: 0, used_bytes: 0, free_bytes: 0 };
  const read = (data: Record<string, unknown>) =>
    answerOf(orderOf("get_memory_info", {}), { ok: true, data });
  read({ memory, swap });
  for (const wrong of [-1, 1.5, "1", null, Infinity, 2 ** 60]) {
    await assertFails(() => read({ memory: { ...memory, used_bytes: wrong }, swap }), "UPSTREAM_PROTOCOL");
  }
  const match = { path: "/a", line: 1, text: "x" };
  const found = (count: number) =>
    answerOf(orderOf("search_in_files", {}), {
      ok: true,
      data: {
        matches: Array(count).fill(match),
        files_searched: 1,
        skipped: 0,
        unreadable: 0,
        state: "complete",
        truncated: false,
      },
    });
  found(100);
  await assertFails(() => found(101), "UPSTREAM_PROTOCOL");
});

Deno.test("no control sequence of a machine comes through, and ordinary text is not touched", () => {
  for (const text of ["plain\ttext\n", "a\r\nb\r\n", "é € 😀 👩‍💻 עברית عربى", ""]) {
    assertEquals([harmless(text), controlsIn(text)], [text, 0]);
  }
  const cases: [string, string][] = [
    ["\x1b]0;title\x07", "\\u{1b}]0;title\\u{7}"],
    ["over\rwritten", "over\\u{d}written"],
    ["\u009b31m\x7f", "\\u{9b}31m\\u{7f}"],
    ["a\u202eb\u2066c", "a\\u{202e}b\\u{2066}c"],
    ["\u{e0041}\u2028", "\\u{e0041}\\u{2028}"],
    ["\ud800x", "\\u{d800}x"],
    ["\0", "\\u{0}"],
  ];
  for (const [text, shown] of cases) assertEquals(harmless(text), shown);
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    // deno-lint-ignore no-control-regex
    assertTrue(!/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/.test(harmless(text)));
  }));
});

function failing(
  operation: string,
  error: Partial<Extract<HelperReply, { ok: false }>["error"]>,
): () => object {
  const whole = { code: "UPSTREAM_FAILED", message: "It failed", detail: null, exitCode: null, ...error };
  return () => answerOf(orderOf(operation, {}), { ok: false, error: whole });
}

Deno.test("a failure keeps its code and reason, and says the next step", async () => {
  const denied = await assertFails(
    failing("read_file", { message: "Permission denied.", detail: "PERMISSION_DENIED" }),
    "UPSTREAM_FAILED",
  );
  assertEquals(denied.message, "Could not carry out read_file: Permission denied (PERMISSION_DENIED)");
  assertTrue(denied instanceof ToolError && denied.next !== undefined && !denied.retryable);
  const strange = await assertFails(
    failing("read_file", { code: "AUTHORIZATION_FAILED", message: "x\x1b[2J\ny", detail: "<b>" }),
    "UPSTREAM_PROTOCOL",
  );
  assertEquals(strange.message, "Could not carry out read_file: x\\u{1b}[2J y");
});

Deno.test("a change that was ended from outside is ambiguous, one that ended itself in time is not", async () => {
  for (const code of ["TIMEOUT", "INTERNAL_ERROR"]) {
    await assertFails(failing("write_file", { code }), "AMBIGUOUS_OUTCOME");
    await assertFails(failing("read_file", { code }), code);
  }
  await assertFails(failing("write_file", { code: "TIMEOUT", detail: "NOTHING_CHANGED" }), "TIMEOUT");
  await assertFails(failing("update_system", { code: "TIMEOUT", detail: "FETCHED_ONLY" }), "TIMEOUT");
});

Deno.test("an operation that is none has no source and no order", async () => {
  for (const name of ["none", "constructor", "__proto__", ""]) {
    await assertFails(() => orderOf(name, {}), "INTERNAL_ERROR");
    const order = { operation: name, input: {}, budgetMs: 1, changes: false, privileged: false };
    await assertFails(() => sourceOf(order), "INTERNAL_ERROR");
  }
  assertEquals(orderOf("write_file", {}, { leftMs: 7_000.9 }).budgetMs, 7_000);
  assertEquals(orderOf("read_file", {}).budgetMs, 30_000);
});

Deno.test("every source is Python 3.6, small, and the same text each time", async () => {
  const sources = OPERATIONS.map((operation) => {
    const order = orderOf(operation, {});
    const { python } = sourceOf(order);
    assertEquals(sourceOf(order).python, python);
    assertTrue(python.length < 40_000, `${operation}: ${python.length}`);
    return python;
  });
  const parse =
    "import ast, json, sys\nfor text in json.load(sys.stdin): ast.parse(text, feature_version=(3, 6))";
  await mustRun(["python3", "-c", parse], { input: JSON.stringify([...sources, SUPERVISOR]) });
});

Deno.test("the arguments of a process are shown as they are, but for secrets", () => {
  const cases: [string[], string][] = [
    [["app", "--token", "a b", "x"], "app --token [redacted] x"],
    [["app", "--token=a b"], "app --token=[redacted]"],
    [["app", "it's", "--password", "--token"], "app it's --password [redacted]"],
    [["curl", "-H", "Authorization: Bearer abc"], "curl -H Authorization: [redacted]"],
    [["sh", "-c", "x --secret y"], "sh -c x --secret [redacted]"],
    [["nginx: worker process"], "nginx: worker process"],
    [["env", "MY_TOKEN=a", "app"], "env MY_TOKEN=[redacted] app"],
    [[], ""],
  ];
  for (const [argv, shown] of cases) assertEquals(commandOf(argv), shown);
  assertIncludes(commandOf(["a", "--port", "80"]), "--port 80");
});

Deno.test("a step that is no tool's name is told in words", async () => {
  const { message } = await assertFails(
    failing("compose_state", { code: "NOT_FOUND", message: "No container", detail: "SERVICE_NOT_FOUND" }),
    "NOT_FOUND",
  );
  assertEquals(
    message,
    "Could not carry out the look at the compose service: No container (SERVICE_NOT_FOUND)",
  );
});
