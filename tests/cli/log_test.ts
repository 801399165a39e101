import { assertEquals, assertIncludes, assertMatch, assertTrue } from "../assert.ts";
import { Program } from "./parts/program.ts";
import { run, withState } from "./parts/run.ts";

const lines = (text: string): Record<string, unknown>[] =>
  text.trimEnd().split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));

Deno.test("every line of a command's stderr is JSON when that is asked for, by flag or by variable", async () => {
  for (
    const [args, environment] of [
      [["tools", "--log-format", "json", "--config", "/nowhere.toml"], {}],
      [["--log-format=json", "--guard", "/x", "--port", "x"], {}],
      [["tools", "--bogus"], { GATEHOUSE_LOG_FORMAT: "json" }],
      [["call", "nothing", "--json", "--log-format", "json"], {}],
      [["call", "gate", "[]"], { GATEHOUSE_LOG_FORMAT: "json" }],
      [["bogus"], { GATEHOUSE_LOG_FORMAT: "json" }],
    ] as const
  ) {
    const { err, code } = await run(args, { environment });
    assertEquals(code, 2);
    const told = lines(err);
    assertEquals(told.length > 0, true, args.join(" "));
    const last = told.at(-1);
    assertEquals([last?.["level"], typeof last?.["code"]], ["error", "string"], args.join(" "));
  }
});

Deno.test("a flag beats the variable, and the variable beats the file", async () => {
  await withState(async (environment) => {
    const file = `${environment["XDG_STATE_HOME"]}/g.toml`;
    await Deno.writeTextFile(file, '[log]\nformat = "json"\nlevel = "error"\n', { mode: 0o600 });
    const call = ["config", "print", "--config", file, "--guard", "/x", "--json"];
    const of = async (args: readonly string[], more: Record<string, string>) => {
      const { out, err } = await run([...call, ...args], { environment: { ...environment, ...more } });
      const settings: { name: string; value: unknown; source: string }[] = JSON.parse(out).settings;
      const found = settings.filter(({ name }) => name.startsWith("log.")).map((one) => one.value);
      return { found, err };
    };
    assertEquals(await of([], {}), { found: ["error", "json"], err: "" });
    const variable = await of([], { GATEHOUSE_LOG_LEVEL: "warning" });
    assertEquals(variable.found, ["warning", "json"]);
    assertEquals(lines(variable.err).map(({ level }) => level), ["warning"]);
    const flag = await of(["--log-format", "text"], {
      GATEHOUSE_LOG_LEVEL: "warning",
      GATEHOUSE_LOG_FORMAT: "json",
    });
    assertEquals(flag.found, ["warning", "text"]);
    assertMatch(flag.err, /^gatehouse\[warning\]: Loaded nothing for --guard/);
  });
});

Deno.test("a level leaves out start-up warnings, and no failure", async () => {
  const quiet = await run(["tools", "--log-level", "error"], {
    cwd: "/",
    environment: { PHOCINAE_GUARD_PATH: "/x" },
  });
  assertEquals([quiet.code, quiet.err], [0, ""]);
  const told = await run(["tools"], { cwd: "/", environment: { PHOCINAE_GUARD_PATH: "/x" } });
  assertIncludes(told.err, "gatehouse[warning]: Loaded nothing");
  const failed = await run(["tools", "--log-level", "error", "--bogus"]);
  assertMatch(failed.err, /^gatehouse: Unknown flag --bogus\. /);
});

Deno.test("what follows -- is a command's, and not ours", async () => {
  const { code, out } = await run(["gate", "check", "--json", "--", "echo", "--log-format", "json"]);
  assertEquals([code, JSON.parse(out).decision], [0, "allow"]);
});

Deno.test("a value that no level has names what there is", async () => {
  for (
    const [args, next] of [
      [
        ["token", "new", "f", "--log-level", "loud"],
        "Could not use --log-level loud. Give one of debug, info",
      ],
      [["tools", "--log-format="], "--log-format needs a value. Give one of text, json"],
      [["tools", "--log-format"], "--log-format needs a value"],
      [["tools", "--log-level", "info", "--log-level", "info"], "--log-level was given twice. Give it once"],
      [["tools", "--log-levle", "info"], "Unknown flag --log-levle. Did you mean --log-level?"],
    ] as const
  ) {
    const { code, err } = await run(args);
    assertEquals(code, 2);
    assertIncludes(err, next);
  }
  const variable = await run(["tools"], { environment: { GATEHOUSE_LOG_LEVEL: "all" } });
  assertEquals(variable.code, 2);
  assertIncludes(variable.err, "Could not use log.level all from GATEHOUSE_LOG_LEVEL. Give debug, info");
});

Deno.test("a hook whose log flags do not fit refuses, as with any wrong call", async () => {
  const { code, out } = await run(["gate", "hook", "claude-code", "--log-level", "loud"], { stdin: "{}" });
  assertEquals(code, 0);
  assertEquals(JSON.parse(out).hookSpecificOutput.permissionDecision, "deny");
});

Deno.test("a server's stdout has frames alone, and each line of its stderr is JSON", async () => {
  await using program = new Program(["serve", "--families", "gate", "--guard", "/x", "--log-format", "json"]);
  await program.send('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  const { out, err } = await program.ended();
  assertEquals(lines(out).map(({ id }) => id), [1]);
  assertTrue(lines(err).some(({ level, message }) => level === "warning" && /--guard/.test(String(message))));
});

Deno.test("a failed answer's line is JSON as well", async () => {
  const { code, err } = await run(["skills", "plan", "/nowhere/else", "--log-format", "json"]);
  assertEquals(code, 2);
  assertEquals(lines(err).at(-1)?.["level"], "error");
  const root = await Deno.makeTempDir();
  try {
    const roots = `${root}/roots.json`;
    await Deno.writeTextFile(roots, JSON.stringify({ roots: [{ id: "a", path: root }] }), { mode: 0o600 });
    const failed = await run([
      "skills",
      "plan",
      `${root}/none`,
      "--skills-config",
      roots,
      "--log-format",
      "json",
    ]);
    assertTrue(failed.code !== 0);
    const last = lines(failed.err).at(-1);
    assertEquals([last?.["level"], typeof last?.["code"]], ["error", "string"]);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
