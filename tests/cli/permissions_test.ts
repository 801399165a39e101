import { assertEquals, assertIncludes, assertMatch, assertTrue } from "../assert.ts";
import { run } from "./parts/run.ts";
import { Program } from "./parts/program.ts";

Deno.test("the table shows the model's worker with its one address and nothing else", async () => {
  const { code, out, err } = await run(["permissions"]);
  assertEquals(code, 0);
  assertMatch(out, /^gate\/model +127\.0\.0\.1:8155 +none +none +none +none +none +none$/m);
  assertIncludes(err, "a worker never does");
});

Deno.test("the table follows the configuration, and shows every origin that a call may name", async () => {
  const directory = await Deno.makeTempDir({ prefix: "gatehouse-permissions-" });
  try {
    const file = `${directory}/gatehouse.toml`;
    await Deno.writeTextFile(
      file,
      '[gate]\nserver = "http://127.0.0.1:9001"\nservers = ["http://[::1]:9002", "https://model.example"]\nallow_remote = true\n',
      { mode: 0o600 },
    );
    const { code, out } = await run(["permissions", "--json", "--config", file]);
    assertEquals(code, 0);
    const { workers } = JSON.parse(out);
    assertEquals(workers[0].worker, "gate/model");
    assertEquals(workers[0].permissions.net, ["127.0.0.1:9001", "[::1]:9002", "model.example:443"]);
    for (const kind of ["read", "write", "run", "env", "sys", "ffi"]) {
      assertEquals(workers[0].permissions[kind], [], kind);
    }
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("the worker that reads packages may read the roots, and the one that profiles only its target", async () => {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-permissions-" }));
  try {
    const file = `${directory}/gatehouse.toml`;
    await Deno.writeTextFile(file, `[skills.roots.own]\npath = "${directory}"\n`, { mode: 0o600 });
    const { workers } = JSON.parse((await run(["permissions", "--json", "--config", file])).out);
    const of = (name: string) =>
      workers.find(({ worker }: { worker: string }) => worker === name).permissions;
    assertEquals(of("skills/registry").read, [directory]);
    assertEquals(of("skills/profiler").read.length, 1);
    for (const kind of ["net", "write", "run", "env", "sys", "ffi"]) {
      assertEquals([...of("skills/registry")[kind], ...of("skills/profiler")[kind]], [], kind);
    }
    assertMatch(
      (await run(["permissions"])).out,
      /^skills\/registry +not started under this configuration$/m,
    );
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("what is run for a worker stands behind it by name, and only where it is trusted", async () => {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-permissions-" }));
  try {
    const file = `${directory}/flow.toml`;
    const config =
      `workspace_dir = "${directory}"\n[checks.lint]\ncmd = ["true"]\n[checks.unit]\ncmd = ["true"]\n`;
    await Deno.writeTextFile(file, config, { mode: 0o600 });
    const args = ["permissions", "--config", file];
    const trusted = await run([...args, "--trusted"]);
    assertMatch(trusted.out, /^ +programs: lint unit$/m);
    assertIncludes(trusted.err, "can only name them");
    const untrusted = await run(args);
    assertTrue(!untrusted.out.includes("programs") && !untrusted.err.includes("can only name them"));
    const { workers } = JSON.parse((await run([...args, "--trusted", "--json"])).out);
    const flow = workers.find(({ worker }: { worker: string }) => worker === "flow/worker");
    assertEquals([flow.programs, flow.permissions.run], [["lint", "unit"], []]);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("the program's own permissions are said plainly, as it ships", async () => {
  await using program = new Program(["permissions", "--json"]);
  await program.send("");
  const { code, out } = await program.ended();
  assertEquals(code, 0);
  const { program: own } = JSON.parse(out);
  assertEquals(own, {
    net: "all",
    read: "all",
    write: "all",
    run: "all",
    env: "all",
    sys: "all",
    ffi: "none",
  });
});

Deno.test("what the command does not need is given up", async () => {
  const { revoked } = await run(["permissions"]);
  assertTrue(["net", "run", "sys", "write", "env"].every((kind) => revoked.some((given) => given === kind)));
});

Deno.test("a child that nobody feeds ends by itself, and one that is fed nonsense too", async () => {
  for (const text of ["", "nonsense\n", '{"mark":"a","worker":"no such","permissions":{}}\n']) {
    await using program = new Program(["isolate-child"]);
    await program.send(text, { more: text !== "" });
    assertEquals((await program.ended()).code, text === "" ? 0 : 1);
  }
});
