import { runChecks } from "../../../lib/flow/verify/checks.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { check, editor, fresh, type Memory, memory, ran } from "./parts/checking.ts";

const { signal } = new AbortController();
const all = (checking: Memory) => runChecks(checking, { signal });

Deno.test("all checks run one after the other in their order, and the report has every key", async () => {
  let running = 0;
  const checking = memory({
    checks: [check("b", { kind: "test" }), check("a", { required: false })],
    async run(name) {
      assertEquals(++running, 1);
      await Promise.resolve();
      running--;
      return ran({ stdout: `${name}\n`, ms: 4 });
    },
  });
  const entry = {
    source: "flow.check",
    timeout: 1_000,
    filetypes: ["*"],
    workspace: "/w",
    revision: 7,
    status: "ok",
    returncode: 0,
    stdout_truncated: false,
    stderr: "",
    stderr_truncated: false,
    duration_ms: 4,
  };
  // What JSON makes of it: a key that is there without a value would be a difference.
  assertEquals(JSON.parse(JSON.stringify(await all(checking))), {
    status: "ok",
    verified: true,
    checks: [
      { ...entry, name: "b", cmd: ["bin/b", "--all"], required: true, kind: "test", stdout: "b\n" },
      { ...entry, name: "a", cmd: ["bin/a", "--all"], required: false, kind: "lint", stdout: "a\n" },
    ],
    reason: "",
  });
  assertEquals(checking.runs, ["b", "a"]);
  assertEquals(checking.steps, [
    { kind: "check", name: "b" },
    { kind: "check_end", name: "b", status: "ok", ms: 4 },
    { kind: "check", name: "a" },
    { kind: "check_end", name: "a", status: "ok", ms: 4 },
  ]);
});

Deno.test("each way to end has its status, and only failed makes the report failed", async () => {
  const cases = [
    [ran({ code: 3 }), "failed", 3, "failed"],
    [ran({ outcome: "signal", code: null, signal: "SIGKILL" }), "failed", -9, "failed"],
    [ran({ outcome: "signal", code: null, signal: "SIGRTMIN" }), "failed", undefined, "failed"],
    [ran({ outcome: "timeout", code: null, signal: "SIGKILL" }), "timeout", undefined, "unverified"],
    [ran({ outcome: "missing", code: null, error: "No such file" }), "unavailable", undefined, "unverified"],
    [ran({ outcome: "error", code: null, error: "EACCES" }), "error", undefined, "unverified"],
    [ran({ outcome: "cancelled", code: null }), "error", undefined, "unverified"],
  ] as const;
  for (const [end, status, returncode, top] of cases) {
    const report = await all(memory({ checks: [check("a")], run: () => end }));
    const [entry] = report.checks;
    assertEquals([entry?.status, entry?.returncode, report.status], [status, returncode, top], end.outcome);
    assertEquals(report.verified, false);
    assertTrue(report.reason !== "" && (status === "failed" || entry?.error !== undefined));
  }
});

Deno.test("an optional check is reported and decides nothing, unless it is the one that is named", async () => {
  const failing = { run: () => ran({ code: 1 }) };
  const optional = [check("style", { required: false })];
  const report = await all(memory({ checks: optional, ...failing }));
  assertEquals([report.status, report.checks[0]?.status], ["unverified", "failed"]);

  const named = await runChecks(memory({ checks: optional, ...failing }), { name: "style", signal });
  assertEquals([named.status, named.verified], ["failed", false]);
  const passing = memory({ checks: [...optional, check("other")] });
  assertEquals((await runChecks(passing, { name: "style", signal })).verified, true);
  assertEquals(passing.runs, ["style"]);
});

Deno.test("no check is no proof, and an unknown name is told in four keys", async () => {
  const none = await all(memory());
  assertEquals([none.status, none.reason?.endsWith("add one under [checks]")], ["unverified", true]);
  const checking = memory({ checks: [check("a")] });
  const { checks: [entry], status } = await runChecks(checking, { name: "b\n", signal });
  assertEquals([status, entry?.status, entry?.name, Object.keys(entry ?? {}).sort().join()], [
    "unverified",
    "unavailable",
    "b\\u{a}",
    "error,name,source,status",
  ]);
  assertEquals(checking.runs, []);
});

Deno.test("without trust nothing is started, and a refused check has its settings but no output", async () => {
  const checking = memory({ trusted: false, checks: [check("a")] });
  const { status, checks: [entry] } = await all(checking);
  assertEquals([status, entry?.status, checking.runs], ["unverified", "unverified", []]);
  const keys = [
    "name",
    "source",
    "cmd",
    "timeout",
    "required",
    "filetypes",
    "kind",
    "workspace",
    "revision",
    "status",
  ];
  assertEquals(Object.keys(entry ?? {}), [...keys, "error"]);
});

Deno.test("a root that was replaced before a check keeps it from starting, during one overrules how it ended", async () => {
  const checking = memory({
    checks: [check("a"), check("b")],
    run(_, made) {
      made.replaceRoot();
      return ran({ stdout: "passed" });
    },
  });
  const { status, checks: [a, b] } = await all(checking);
  assertEquals([status, a?.status, a?.stdout, b?.status, b?.stdout], [
    "unverified",
    "stale",
    "passed",
    "stale",
    undefined,
  ]);
  assertEquals(checking.runs, ["a"]);
});

Deno.test("what a check itself rewrote is named at that check, and what another one did is not", async () => {
  const checking = memory({
    checks: [check("read"), check("format")],
    files: { "a.py": "x=1", "b.py": "y = 2" },
    run(name, { files }) {
      if (name === "format") files.set("a.py", "x = 1");
      return ran();
    },
  });
  const { checks: [read, format] } = await all(checking);
  assertEquals([read?.rewrote, format?.rewrote], [undefined, ["a.py"]]);
});

Deno.test("unsaved text keeps every check from running, and so does an editor that cannot be asked", async () => {
  const dirty = memory({ checks: [check("a")], editor: editor([fresh({}, ["other.py"])]) });
  const stale = await all(dirty);
  assertEquals([stale.status, stale.checks, stale.source, dirty.runs], [
    "stale",
    [],
    "rose.editor_context",
    [],
  ]);
  assertIncludes(stale.reason ?? "", "other.py");

  const gone = memory({ checks: [check("a")], editor: editor([{ ok: false, error: "It hung up" }]) });
  const unverified = await all(gone);
  assertEquals([unverified.status, unverified.checks, gone.runs], ["unverified", [], []]);
  assertEquals(Object.keys(unverified).sort(), ["checks", "reason", "source", "status", "verified"]);
});

Deno.test("any difference in the editor after the checks makes them stale", async () => {
  const afters = [
    fresh({}, ["a.py"]),
    fresh({ "a.py": { disk: { size: 2 } } }),
    fresh({ "a.py": { disk: { size: 1 } }, "b.py": {} }),
    { ok: false, error: "It hung up" } as const,
  ];
  for (const after of afters) {
    const checking = memory({
      checks: [check("a")],
      editor: editor([fresh({ "a.py": { disk: { size: 1 } } }), after]),
    });
    const { status, verified, checks: [entry] } = await all(checking);
    assertEquals([status, verified, entry?.status], [after.ok ? "stale" : "unverified", false, "ok"]);
  }
  const same = fresh({ "a.py": { disk: { size: 1 } } });
  assertEquals((await all(memory({ checks: [check("a")], editor: editor([same]) }))).status, "ok");
});

Deno.test("after a cancelled check no other one is started", async () => {
  const controller = new AbortController();
  const checking = memory({
    checks: [check("a"), check("b")],
    run() {
      controller.abort();
      return ran({ outcome: "cancelled", code: null });
    },
  });
  const { status, checks } = await runChecks(checking, { signal: controller.signal });
  assertEquals([status, ...checks.map((entry) => entry.status)], ["unverified", "error", "error"]);
  assertEquals(checking.runs, ["a"]);
});

Deno.test("a runner that fails is an error of that check only", async () => {
  const checking = memory({
    checks: [check("a"), check("b")],
    run: (name) => name === "a" ? Promise.reject(new Error("gone")) : ran(),
  });
  const { status, checks: [a, b] } = await all(checking);
  assertEquals([status, a?.status, b?.status], ["unverified", "error", "ok"]);
});

Deno.test("the output of many checks together has a limit, and each keeps its end", async () => {
  const checks = Array.from({ length: 32 }, (_, index) => check(`c${index}`));
  const stdout = `${"\u001b[0m".repeat(4_000)}the end`;
  const report = await all(memory({ checks, run: () => ran({ stdout, stderr: stdout }) }));
  assertTrue(JSON.stringify(report).length < 450_000);
  for (const entry of report.checks) {
    assertTrue(entry.stdout?.endsWith("the end") === true && entry.stdout_truncated === true);
  }
  const [one] = (await all(memory({ checks: [check("a")], run: () => ran({ stdout }) }))).checks;
  assertEquals([one?.stdout, one?.stdout_truncated], [stdout, false]);
});
