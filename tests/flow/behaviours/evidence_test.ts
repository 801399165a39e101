/** What counts as evidence, through the started family: its worker behind the walls, and real checks. */
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { goneSoon } from "../../isolate/parts/world.ts";
import { call, text, verdict } from "../parts/scripted_model.ts";
import { ServedFlow } from "../parts/served.ts";

const ONCE = "[agent]\nmax_cycles = 1\n";

/** The operator's lines for a check that passes. */
function passes(name: string, lines: string): string {
  return `[checks.${name}]\ncmd = ["true"]\n${lines}\n`;
}

/** A run in which the coder writes one file. */
async function writing(path: string, toml: string) {
  await using flow = await ServedFlow.open({
    toml: `${ONCE}${toml}`,
    script: [text("plan"), call("file_write", { path, content: "x\n" }), text("done"), verdict(true)],
  });
  return (await flow.call("flow_run", { task: "Write it" })).report;
}

Deno.test("a file of an unknown kind is covered by a linter for its extension, with or without a dot, or for everything", async () => {
  for (
    const [filetypes, isCovered] of [["foo", true], [".foo", true], ["*", true], ["python", false]] as const
  ) {
    const report = await writing("x.foo", passes("lint", `kind = "lint"\nfiletypes = ["${filetypes}"]`));
    assertEquals(report.verified, isCovered, `${filetypes}: ${JSON.stringify(report.reasons)}`);
    const [{ language, status, source, checks, evidence }] = report.verification.coverage;
    assertEquals([language, status], ["foo", isCovered ? "ok" : "unverified"]);
    assertEquals([source, checks], isCovered ? ["flow.check", ["lint"]] : ["rose.editor", []]);
    assertEquals(evidence.map((each: { status: string }) => each.status), ["unavailable", "unavailable"]);
  }
});

Deno.test("a linter that is optional covers nothing, though a required test passes", async () => {
  const toml = passes("lint", `kind = "lint"\nfiletypes = ["python"]\nrequired = false`) +
    passes("test", `kind = "test"`);
  const report = await writing("edited.py", toml);
  assertEquals([report.status, report.verified], ["unverified", false]);
  assertEquals(report.checks.map(({ status }: { status: string }) => status), ["ok", "ok"]);
  assertEquals(report.reasons.map(({ code }: { code: string }) => code), ["coverage_missing"]);
});

Deno.test("without any check an approved run is unverified, and so is its verification", async () => {
  const report = await writing("README.md", "");
  assertEquals([report.status, report.verified, report.verification.status], [
    "unverified",
    false,
    "unverified",
  ]);
});

Deno.test("a check that takes too long is a timeout, and what it started writes nothing afterwards", async () => {
  const script = "(sleep 1; touch orphan) & echo $!; sleep 60";
  await using flow = await ServedFlow.open({
    toml: `[checks.slow]\ncmd = ["sh", "-c", "${script}"]\ntimeout = 100\n`,
  });
  const { isError, report } = await flow.call("flow_check");
  assertEquals([isError, report.status, report.checks[0].status], [true, "unverified", "timeout"]);
  assertEquals("returncode" in report.checks[0], false);
  await goneSoon(Number(report.checks[0].stdout));
  assertEquals(await flow.place.read("orphan"), null);
});

Deno.test("a process that left its check's session and holds its output open is found, ended and counted", async () => {
  const script =
    "setsid sh -c 'echo $$ >number; exec sleep 60' & until [ -s number ]; do :; done; cat number";
  await using flow = await ServedFlow.open({
    toml: `[checks.leaves]\ncmd = ["sh", "-c", "${script}"]\n`,
  });
  const { report } = await flow.call("flow_check");
  assertEquals([report.checks[0].status, report.checks[0].escaped], ["ok", 1], JSON.stringify(report));
  await goneSoon(Number(report.checks[0].stdout));
});

Deno.test("a workspace that is exchanged within a run is stale, and the new one stays empty", async () => {
  await using flow = await ServedFlow.open({
    toml: `${ONCE}${passes("lint", `kind = "lint"\nfiletypes = ["python"]`)}`,
  });
  flow.model.say(
    text("plan"),
    async () => {
      await Deno.rename(flow.place.workspace, `${flow.place.home}/moved`);
      await Deno.mkdir(flow.place.workspace);
      return call("file_write", { path: "edited.py", content: "x\n" });
    },
    text("done"),
    verdict(true),
  );
  const { report } = await flow.call("flow_run", { task: "Write it" });
  assertEquals([report.verified, report.events[0].status, report.changed_files], [false, "stale", []]);
  assertTrue(report.reasons.some(({ code }: { code: string }) => code === "root_replaced"));
  assertEquals(await Array.fromAsync(Deno.readDir(flow.place.workspace)), []);
  assertEquals(await Array.fromAsync(Deno.readDir(`${flow.place.home}/moved`)), []);
  assertEquals((await flow.call("flow_status")).report.status, "stale");
});

Deno.test("tests that the operator lets a run change are reported, and protected ones are not changed", async () => {
  const script = () => [
    text("plan"),
    call("file_write", { path: "test_a.py", content: "pass\n" }),
    text("done"),
    verdict(true),
  ];
  const checked = passes("lint", `kind = "lint"\nfiletypes = ["python"]`);
  await using open = await ServedFlow.open({
    toml: `[agent]\nmax_cycles = 1\nprotect = []\n${checked}`,
    script: script(),
  });
  const { report: changed } = await open.call("flow_run", { task: "Write it" });
  assertEquals([changed.verified, changed.changed_tests], [true, ["test_a.py"]], JSON.stringify(changed));
  await using closed = await ServedFlow.open({ toml: `${ONCE}${checked}`, script: script() });
  const { report: kept } = await closed.call("flow_run", { task: "Write it" });
  assertEquals([kept.events[0].status, kept.changed_files], ["error", []]);
  assertIncludes(kept.events[0].error, "protected");
});
