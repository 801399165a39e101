/** The program as it is started: signals, streams, exit codes, with the flags of the task. */
import { assertEquals, assertIncludes, assertMatch } from "../assert.ts";
import { gatehouseArgs } from "../tasks/parts/config.ts";
import { Program } from "./parts/program.ts";
import { withState } from "./parts/run.ts";

const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';
const LISTENING = /http:\/\/127\.0\.0\.1:\d+\/mcp/;

for (const [signal, code] of [["SIGTERM", 143], ["SIGINT", 130], ["SIGHUP", 129]] as const) {
  Deno.test(`serve over stdio ends with ${code} on ${signal}`, async () => {
    await using program = new Program(["serve"]);
    await program.send(LIST, { more: true });
    await program.until("out", /"tools".*\n/);
    program.kill(signal);
    const ended = await program.ended();
    assertEquals([ended.code, ended.err], [code, ""]);
  });

  Deno.test(`serve over HTTP ends with ${code} on ${signal}`, async () => {
    await using program = new Program(["--http", "--port", "0"]);
    await program.until("err", LISTENING);
    program.kill(signal);
    const ended = await program.ended();
    assertEquals([ended.code, ended.out], [code, ""]);
  });

  Deno.test(`a command that waits for stdin ends with ${code} on ${signal}`, async () => {
    await using program = new Program(["gate", "check", "--lines"]);
    await program.send('{"command":"ls"}\n', { more: true });
    await program.until("out", /"decision".*\n/);
    program.kill(signal);
    assertEquals((await program.ended()).code, code);
  });
}

Deno.test("serve ends with 0 when its stdin ends, and its stdout holds frames only", async () => {
  await using program = new Program([], { PHOCINAE_GUARD_PATH: "/g" });
  await program.send(LIST);
  const { code, out, err } = await program.ended();
  assertEquals(code, 0);
  assertEquals(out.trimEnd().split("\n").map((line) => JSON.parse(line).id), [1]);
  assertEquals(err, "gatehouse[warning]: Loaded nothing for PHOCINAE_GUARD_PATH: the rules are built in\n");
});

Deno.test("a reader that goes away leaves no trace on stderr", async () => {
  const child = new Deno.Command(Deno.execPath(), {
    args: gatehouseArgs("tools", "--json"),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  await child.stdout.cancel();
  const [err, { code }] = await Promise.all([new Response(child.stderr).text(), child.status]);
  assertEquals([code, err], [0, ""]);
});

Deno.test("the exit code of gate check reaches the shell, and no permission is missing", () =>
  withState(async (environment) => {
    await using program = new Program(["gate", "check", "--json", "--", "ls"], environment);
    const { code, out, err } = await program.ended();
    assertEquals(err, "");
    assertEquals(code, { allow: 0, deny: 1, ask: 2 }[JSON.parse(out).decision as "allow" | "deny" | "ask"]);
  }));

Deno.test("a port that another program has ends with 1, in one line that says where it came from", async () => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  await using program = new Program(["--http"], { MCP_PORT: String(taken.addr.port) });
  const { code, err } = await program.ended();
  assertEquals(code, 1);
  assertMatch(err, /^gatehouse: Could not listen on 127\.0\.0\.1 port \d+ \(from MCP_PORT\)\. [^\n]+\n$/);
});

Deno.test("an address in Deno's own variable opens nothing: it would win over ours", async () => {
  for (const address of ["tcp:0.0.0.0:0", "tcp:127.0.0.2:0", "unix:/tmp/x.sock", "nonsense"]) {
    await using program = new Program(["--http", "--port", "0"], { DENO_SERVE_ADDRESS: address });
    const { code, out, err } = await program.ended();
    assertEquals([code, out], [2, ""]);
    assertIncludes(err, `DENO_SERVE_ADDRESS (${address}) would open another address than ours`);
  }
});

Deno.test("the endpoint refuses to serve where it did not ask to listen", async () => {
  const source = `
    import { serveHttp } from "gatehouse/dispatch/http.ts";
    const { createServing } = await import(Deno.args[0]);
    const code = await serveHttp(createServing().serving, {
      hostname: "127.0.0.1", port: 0, signal: new AbortController().signal, onListen: () => console.log("listens"),
    }).then(() => "served", (error) => error.code);
    console.log(code);
  `;
  const serving = import.meta.resolve("../dispatch/parts/serving.ts");
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-check",
      "--config",
      "deno.json",
      `data:text/javascript,${encodeURIComponent(source)}`,
      serving,
    ],
    cwd: new URL("../..", import.meta.url),
    env: { DENO_SERVE_ADDRESS: "tcp:127.0.0.2:0" },
  }).output();
  assertEquals(new TextDecoder().decode(stdout), "ADDRESS_UNAVAILABLE\n");
});

Deno.test("over HTTP a token file closes the door, and the caller is named by the token's digest", () =>
  withState(async (environment) => {
    const token = "correct-horse-battery-staple-0001";
    const file = `${environment["XDG_STATE_HOME"]}/token`;
    await Deno.writeTextFile(file, `${token}\n`, { mode: 0o600 });
    await using program = new Program(["--http", "--port", "0", "--token-file", file], environment);
    const url = await program.until("err", LISTENING);
    const refused = await post(url, {});
    await refused.body?.cancel();
    const answered = await post(url, { authorization: `Bearer ${token}` });
    assertEquals([refused.status, answered.status], [401, 200]);
    assertIncludes(await answered.text(), "decision");
    program.kill("SIGTERM");
    await program.ended();
    await using tail = new Program(["audit", "tail", "--json"], environment);
    const { out } = await tail.ended();
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
    assertEquals(
      JSON.parse(out).rows.at(-1).entry.principal,
      `bearer-sha256:${new Uint8Array(digest).toHex()}`,
    );
  }));

function post(url: string, headers: Record<string, string>): Promise<Response> {
  const accept = "application/json, text/event-stream";
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept, ...headers },
    body:
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"gate","arguments":{"command":"ls"}}}',
  });
}
