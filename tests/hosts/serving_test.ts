/** The family as an MCP client meets it, in both eras and over both transports. */
import { assertEquals, assertIncludes, assertMatch, assertTrue } from "../assert.ts";
import { scratch } from "../core/files_parts.ts";
import { Program } from "../cli/parts/program.ts";
import { run } from "../cli/parts/run.ts";
import { resultOf } from "../dispatch/parts/endpoint.ts";
import type { Frame } from "../dispatch/parts/schema.ts";
import { initialize, legacy, modern } from "../dispatch/parts/wire.ts";
import { HttpSession } from "../matrix/parts/http_session.ts";
import { StdioSession } from "../matrix/parts/stdio_session.ts";
import { StandIn } from "../parts/systemone.ts";
import { serverEnv } from "../tasks/parts/client.ts";
import { Sshd } from "./parts/sshd.ts";

const PASSWORD = "a-password-nobody-should-see";

/** Variables that name the server, with secrets in them. */
async function variables(sshd: Sshd, state: string): Promise<Record<string, string>> {
  const box = {
    type: "ssh",
    host: "127.0.0.1",
    port: sshd.port,
    user: sshd.user,
    ssh_key: sshd.client.path,
    known_hosts_file: await sshd.knownHosts(),
    sudo_password: PASSWORD,
  };
  return { ...serverEnv(state), MCP_SERVERS: JSON.stringify({ box }) };
}

async function withSession(work: (session: StdioSession, sshd: Sshd) => Promise<void>): Promise<void> {
  await using state = await scratch();
  await using service = new StandIn();
  await using sshd = await Sshd.start();
  await using session = new StdioSession(["-m", "mikrus_mcp"], await variables(sshd, state.path), service);
  await work(session, sshd);
}

const call = (id: number, name: string, args: unknown = {}) =>
  modern(id, "tools/call", { name, arguments: args });

// deno-lint-ignore no-explicit-any -- a test names the fields that it expects, which have no better type here
const envelopeIn = (frame: Frame): any =>
  JSON.parse((resultOf(frame)["content"] as Frame[])[0]?.["text"] as string);

Deno.test("in the modern era: discovery, lists, a prompt, resources, a read, a failure; and only frames on stdout", async () => {
  await withSession(async (session) => {
    const discovered = resultOf(await session.ask(modern(session.nextId(), "server/discover")));
    assertTrue(
      ["prompts", "resources", "tools"].every((name) => name in (discovered["capabilities"] as Frame)),
    );
    assertIncludes(String(discovered["instructions"]), "list_configured_servers");
    const listed = resultOf(await session.ask(modern(session.nextId(), "tools/list")));
    const names = (listed["tools"] as Frame[]).map((tool) => tool["name"]);
    assertEquals([names.includes("read_file"), names.includes("write_file"), names.includes("gate")], [
      true,
      false,
      false,
    ]);
    assertEquals([listed["ttlMs"], listed["cacheScope"]], [3_600_000, "private"]);

    const prompts = resultOf(await session.ask(modern(session.nextId(), "prompts/list")));
    assertEquals((prompts["prompts"] as Frame[]).map((prompt) => prompt["name"]), [
      "safe_administration_workflow",
    ]);
    const got = await session.ask(
      modern(session.nextId(), "prompts/get", { name: "safe_administration_workflow" }),
    );
    assertIncludes(JSON.stringify(resultOf(got)["messages"]), "AMBIGUOUS_OUTCOME");
    const none = await session.ask(modern(session.nextId(), "prompts/get", { name: "none" }));
    assertEquals((none["error"] as Frame)["code"], -32602);

    const health = () => session.ask(modern(session.nextId(), "resources/read", { uri: "health://ready" }));
    const before = await health();
    assertEquals([resultOf(before)["ttlMs"], resultOf(before)["cacheScope"]], [0, "private"]);
    assertEquals(textIn(before).readiness_reason, "default target is not_connected");
    const read = envelopeIn(await session.ask(call(session.nextId(), "get_memory_info")));
    assertEquals([read.success, read._meta.target], [true, "box"]);
    const after = textIn(await health());
    assertEquals([after.ready, after.readiness_reason, after.dependency_health], [true, null, {
      default_target: "connected",
    }]);
    assertTrue(
      after.capability_degradation.some(({ capability, reason }: Record<string, string>) =>
        capability === "write_file" && reason === "WRITE_OPERATIONS_DISABLED"
      ),
    );
    const catalog = textIn(
      await session.ask(modern(session.nextId(), "resources/read", { uri: "capabilities://catalog" })),
    );
    assertEquals(catalog.supported.length, 53);

    const failed = await session.ask(call(session.nextId(), "read_file", { path: "/etc/there-is-none" }));
    assertEquals(resultOf(failed)["isError"], true);
    assertEquals(envelopeIn(failed).error.code, "NOT_FOUND");
    const bad = await session.ask(call(session.nextId(), "read_file", { path: 7 }));
    assertEquals([resultOf(bad)["isError"], envelopeIn(bad).error.code], [true, "VALIDATION_FAILED"]);
    await session.audit();
    assertEquals(session.takeLines().join("\n").includes(PASSWORD), false);
  });
});

// deno-lint-ignore no-explicit-any -- see above
function textIn(frame: Frame): any {
  return JSON.parse((resultOf(frame)["contents"] as Frame[])[0]?.["text"] as string);
}

for (const version of ["2025-11-25", "2025-03-26"]) {
  Deno.test(`in the era of ${version}: the same tools, prompt and resources`, async () => {
    await withSession(async (session) => {
      const opened = resultOf(await session.ask(initialize(session.nextId(), version)));
      assertTrue("prompts" in (opened["capabilities"] as Frame));
      await session.tell({ jsonrpc: "2.0", method: "notifications/initialized" });
      const prompts = resultOf(await session.ask(legacy(session.nextId(), "prompts/list")));
      assertEquals((prompts["prompts"] as Frame[]).length, 1);
      const got = await session.ask(
        legacy(session.nextId(), "prompts/get", { name: "safe_administration_workflow" }),
      );
      assertEquals((resultOf(got)["messages"] as Frame[])[0]?.["role"], "user");
      const resources = resultOf(await session.ask(legacy(session.nextId(), "resources/list")));
      assertEquals((resources["resources"] as Frame[]).map((one) => one["uri"]), [
        "capabilities://catalog",
        "health://ready",
      ]);
      const params = { name: "get_memory_info", arguments: {} };
      const { _meta } = envelopeIn(await session.ask(legacy(session.nextId(), "tools/call", params)));
      assertEquals(_meta.backend, "ssh");
      await session.audit();
    });
  });
}

Deno.test("prompts with nothing to prompt for are no method of the server", async () => {
  const list = `${JSON.stringify(modern(1, "prompts/list"))}\n`;
  const { out } = await run(["--families", "gate"], { stdin: list });
  assertEquals(JSON.parse(out).error.code, -32601);
});

Deno.test("over HTTP no server is administered without a token", async () => {
  await using sshd = await Sshd.start();
  await using state = await scratch();
  const environment = await variables(sshd, state.path);
  const { code, err } = await run(["--http", "--port", "0"], { environment, signal: AbortSignal.abort() });
  assertEquals(code, 2);
  assertIncludes(err, "Servers are not administered over HTTP without a token");
  assertIncludes(err, "MCP_HTTP_BEARER_TOKEN_FILE");
  assertIncludes(err, "gatehouse token new FILE");
  const alone = await run(["--http", "--port", "0", "--families", "gate"], {
    environment,
    signal: AbortSignal.abort(),
  });
  assertEquals(alone.code, 0);
});

Deno.test("over HTTP the caller is its token, and nothing but the right one lets it in", async () => {
  await using sshd = await Sshd.start();
  await using state = await scratch();
  const token = "t".repeat(40);
  const file = `${state.path}/token`;
  await Deno.writeTextFile(file, `${token}\n`, { mode: 0o600 });
  const environment = { ...await variables(sshd, state.path), MCP_PRINCIPAL: "somebody-else" };
  await using service = new StandIn();
  const args = ["-m", "mikrus_mcp", "--http", "--port", "0", "--token-file", file];
  await using session = await HttpSession.open(args, environment, service);
  const asked = call(session.nextId(), "get_memory_info");
  assertEquals((await session.ask(asked)).status, 401);
  assertEquals((await session.ask(asked, { authorization: "Bearer wrong" })).status, 401);
  const right = { authorization: `Bearer ${token}` };
  assertEquals((await session.ask(asked, { ...right, origin: "https://evil.example" })).status, 403);
  const { status, frame } = await session.ask(asked, right);
  assertEquals([status, envelopeIn(frame).success], [200, true]);
});

for (
  const [what, write] of [
    ["others may read", (path: string) => Deno.writeTextFile(path, "t".repeat(40), { mode: 0o644 })],
    ["is too short", (path: string) => Deno.writeTextFile(path, "short", { mode: 0o600 })],
    ["is a link", async (path: string) => {
      await Deno.writeTextFile(`${path}.real`, "t".repeat(40), { mode: 0o600 });
      await Deno.symlink(`${path}.real`, path);
    }],
  ] as const
) {
  Deno.test(`a token file that ${what} ends with 2, and the token is not shown`, async () => {
    await using sshd = await Sshd.start();
    await using state = await scratch();
    const file = `${state.path}/token`;
    await write(file);
    const environment = { ...await variables(sshd, state.path), MCP_HTTP_BEARER_TOKEN_FILE: file };
    const { code, err } = await run(["--http", "--port", "0"], { environment });
    assertEquals(code, 2);
    assertEquals(err.includes("tttt"), false);
  });
}

Deno.test("a body beyond MCP_MAX_REQUEST_BODY_BYTES is 413", async () => {
  await using state = await scratch();
  const environment = { ...serverEnv(state.path), MCP_MAX_REQUEST_BODY_BYTES: "2048" };
  await using service = new StandIn();
  await using session = await HttpSession.open(
    ["--families", "gate", "--http", "--port", "0"],
    environment,
    service,
  );
  const { status } = await session.ask(call(session.nextId(), "gate", { command: "x".repeat(3_000) }));
  assertEquals(status, 413);
});

Deno.test("the configuration's secrets are nowhere in what a failing server writes", async () => {
  await using sshd = await Sshd.start();
  await using state = await scratch();
  const environment = await variables(sshd, state.path);
  await sshd.kill();
  await using program = new Program(["-m", "mikrus_mcp"], environment);
  await program.send(`${JSON.stringify(call(1, "get_memory_info"))}\n`, { more: true });
  await program.until("out", /\n/);
  await program.send("");
  const { out, err } = await program.ended();
  assertMatch(out, /UNAVAILABLE/);
  assertEquals([out, err].some((text) => text.includes(PASSWORD) || text.includes("PRIVATE KEY")), false);
});
