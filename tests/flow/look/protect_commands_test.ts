import { assertEquals } from "../../assert.ts";
import { namedByChecks } from "gatehouse/flow/look/protect_commands.ts";

/** What one command names, where these paths are files and those directories. */
function named(
  cmd: readonly string[],
  { files = [], directories = [] }: { files?: readonly string[]; directories?: readonly string[] } = {},
): readonly string[] {
  return namedByChecks([{ cmd }], {
    workspace: "/w",
    kindOf: (path) => files.includes(path) ? "file" : directories.includes(path) ? "directory" : null,
  });
}

for (
  const [cmd, globs] of [
    [["ruff", "check", "."], []],
    [["./bin/lint", "src"], ["/bin/lint"]],
    [["/w/bin/lint"], ["/bin/lint"]],
    [["/usr/bin/lint"], []],
    [["../lint"], []],
    [["sh", "check.sh"], ["/check.sh"]],
    [["sh", "-eu", "check"], ["/check"]],
    [["bash", "-c", "exit 0"], []],
    [["/bin/bash", "-ec", "make"], []],
    [["node", "-e", "1"], []],
    [["node", "--test"], []],
    [["env", "CI=1", "python3.12", "-W", "error", "tools/check.py", "src/a.py"], [
      "/error",
      "/tools/check.py",
    ]],
    [["uv", "run", "python", "tools/check.py"], ["/tools/check.py"]],
    [["deno", "check", "cart.ts"], []],
    [["deno", "run", "-A", "tools/check.ts", "cart.ts"], ["/tools/check.ts"]],
    [["python3", "-B", "-m", "unittest", "-q"], ["/unittest.py", "/unittest/**"]],
    [["python3", "-m", "pytest.something"], ["/pytest.py", "/pytest/**"]],
    [["sh", "strange[name].sh"], []],
  ] as const
) {
  Deno.test(`the command ${cmd.join(" ")} names ${globs.join(" and ") || "nothing"}`, () => {
    assertEquals(named(cmd), globs);
  });
}

Deno.test("files of settings are named by what a flag of theirs says, when they are files", () => {
  const files = ["/w/rules.toml", "/w/tsconfig.build.json"];
  assertEquals(named(["ruff", "--config", "rules.toml", "check", "."], { files }), ["/rules.toml"]);
  assertEquals(named(["ruff", "--config=rules.toml"], { files }), ["/rules.toml"]);
  assertEquals(named(["tsc", "-p", "./tsconfig.build.json"], { files }), ["/tsconfig.build.json"]);
  assertEquals(named(["mypy", "-p", "package", "--config-file", "none.ini"], { files }), []);
});

Deno.test("a module of the project's own is what a check is about, and can be written", () => {
  assertEquals(named(["python3", "-m", "shop", "--self-test"], { directories: ["/w/shop"] }), []);
  assertEquals(named(["python3", "-m", "shop"], { files: ["/w/shop.py"] }), []);
});
