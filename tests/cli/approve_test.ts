import type { Io } from "gatehouse/cli/io.ts";
import { approveCall, type NamedCall } from "gatehouse/cli/approve_call.ts";
import { askedOf } from "gatehouse/cli/approve_flags.ts";
import { approveRequest } from "gatehouse/cli/approve_request.ts";
import { systemIo } from "gatehouse/cli/io.ts";
import { ToolError } from "gatehouse/core/errors.ts";
import { invoke, type Outcome } from "gatehouse/core/invoke.ts";
import { createApprovals } from "gatehouse/state/approvals.ts";
import { assertEquals, assertFails, assertIncludes, assertMatch, assertTrue } from "../assert.ts";
import { openTargets } from "../core/parts/targets.ts";
import { bench, CALL, OTHERS, STORES } from "../state/approvals_parts.ts";
import { run, withState } from "./parts/run.ts";

const PRINCIPAL = "posix-uid:1";

/** The operator's world around a family with a target. */
async function operator(
  store: (typeof STORES)[number] = "the one store",
  { typed = "", terminal = true }: { typed?: string; terminal?: boolean } = {},
) {
  const desk = await bench(store);
  const family = openTargets({ approvals: desk.approvals });
  const told = { out: "", err: "" };
  const io: Io = {
    ...systemIo(new AbortController().signal),
    terminal: { stdin: terminal, stdout: terminal },
    stdin: new Blob([typed]).stream(),
    out: (text) => (told.out += text) !== "",
    err: (text) => void (told.err += text),
    revoke() {},
  };
  const operating = { io, house: family.house, approvals: desk.approvals, principal: PRINCIPAL };
  return {
    ...family,
    desk,
    told,
    operating,
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  };
}

function named(more: Partial<NamedCall> = {}): NamedCall {
  return {
    tool: "changes",
    alias: "vps",
    args: { path: "/a" },
    principal: PRINCIPAL,
    resource: null,
    ttlMs: 60_000,
    json: false,
    ...more,
  };
}

function errorOf(outcome: Outcome): { readonly code: string; readonly message: string } {
  assertTrue(outcome.kind === "result" && outcome.isError === true, JSON.stringify(outcome));
  return JSON.parse(String(outcome.content[0]?.["text"])).error;
}

for (const store of STORES) {
  Deno.test(`${store}: what is approved before it is asked for is what the call is checked against`, async () => {
    await using world = await operator(store);
    const { house, call, told, operating, desk } = world;
    assertEquals(await approveCall(operating, named()), 0);
    for (const shown of ["changes", PRINCIPAL, "ssh:a@b:22#host-key=SHA256:x", "/a", "60", "vps"]) {
      assertIncludes(told.out, shown);
    }
    assertMatch(told.out, /^arguments digest +[0-9a-f]{64}$/m);
    if (desk.file !== null) {
      const [token = ""] = Object.keys(JSON.parse(await Deno.readTextFile(desk.file)).tokens);
      assertTrue(!told.out.includes(token) && !told.err.includes(token));
    }
    // The default of `path`, which the operator wrote out and the caller does not.
    assertEquals((await invoke(house, call("changes"))).kind, "result");
    assertEquals(world.world.log.filter((line) => line.startsWith("run")).length, 1);
    assertEquals(errorOf(await invoke(house, call("changes"))).code, "AUTHORIZATION_FAILED");
  });
}

Deno.test("an approval for one caller allows no other one", async () => {
  await using world = await operator();
  await approveCall(world.operating, named({ principal: "bearer-sha256:00" }));
  assertEquals(errorOf(await invoke(world.house, world.call("changes"))).code, "AUTHORIZATION_FAILED");
  const other = world.call("changes", {}, { principal: "bearer-sha256:00", via: "http" });
  assertEquals((await invoke(world.house, other)).kind, "result");
});

Deno.test("JSON has what was bound, and nothing else", async () => {
  await using world = await operator("an approval file");
  await approveCall(world.operating, named({ json: true, ttlMs: 30_500 }));
  const { arguments_digest: digest, id, ...rest } = JSON.parse(world.told.out);
  assertMatch(digest, /^[0-9a-f]{64}$/);
  assertMatch(id, /^apr-/);
  assertEquals(rest, {
    target: "vps",
    capability: "changes",
    principal: PRINCIPAL,
    target_identity: "ssh:a@b:22#host-key=SHA256:x",
    resource: "/a",
    expires_at: new Date(world.desk.now + 30_500).toISOString(),
    ttl_seconds: 30.5,
  });
});

Deno.test("a resource that differs from the computed one is refused, the same one is not", async () => {
  await using world = await operator();
  const { operating } = world;
  assertIncludes(
    (await assertFails(() => approveCall(operating, named({ resource: "/b" })), "USAGE")).message,
    "acts on /a, and not on /b",
  );
  assertEquals(await world.desk.approvals.granted(), []);
  assertEquals(await approveCall(operating, named({ resource: "/a" })), 0);
  assertEquals(await approveCall(operating, named({ tool: "whole", resource: "<target>" })), 0);
});

Deno.test("what no tool takes, or needs no approval, is refused, and nothing is approved", async () => {
  await using world = await operator();
  for (
    const [more, code] of [
      [{ tool: "chnges" }, "USAGE"],
      [{ args: { path: "x".repeat(21) } }, "USAGE"],
      [{ args: { unknown: 1 } }, "USAGE"],
      [{ args: { server: "vps" } }, "USAGE"],
      [{ tool: "looks" }, "NO_APPROVAL_NEEDED"],
      [{ alias: "third" }, "NOT_FOUND"],
      [{ principal: "" }, "AUTHENTICATION_FAILED"],
    ] as const
  ) {
    await assertFails(() => approveCall(world.operating, named(more)), code);
  }
  assertEquals(await world.desk.approvals.granted(), []);
  assertEquals(world.world.log.filter((line) => line.startsWith("run")), []);
});

Deno.test("nothing is approved on a target that did not prove what it is, or where writes are off", async () => {
  await using world = await operator();
  world.world.target = { ...world.world.target, proven: false };
  await assertFails(() => approveCall(world.operating, named()), "AUTHORIZATION_FAILED");
  world.world.target = { ...world.world.target, proven: true };
  const house = { ...world.house, policy: { ...world.house.policy, writes: false } };
  await assertFails(() => approveCall({ ...world.operating, house }, named()), "AUTHORIZATION_FAILED");
  assertEquals(await world.desk.approvals.granted(), []);
});

Deno.test("what the operator does is in the record; where that cannot be written, nothing is approved", async () => {
  await using world = await operator();
  const asked = await world.desk.approvals.request({ binding: CALL, alias: "vps", shown: "{}" });
  assertTrue("id" in asked);
  const refusing = {
    ...world.house,
    audit: {
      ...world.house.audit,
      commit: () => Promise.reject(new ToolError("AUDIT_UNWRITABLE", "No room")),
    },
  };
  const request = { id: asked.id, ttlMs: 60_000, yes: true, json: false };
  const silent = { ...world.operating, house: refusing };
  await assertFails(() => approveCall(silent, named()), "AUDIT_UNWRITABLE");
  await assertFails(() => approveRequest(silent, request), "AUDIT_UNWRITABLE");
  assertEquals([await world.desk.approvals.granted(), (await world.desk.approvals.waiting()).length], [
    [],
    1,
  ]);
  await approveRequest(world.operating, request);
  const row = world.rows.at(-1);
  assertEquals([row?.tool, row?.principal, row?.via, row?.facts], ["approve", PRINCIPAL, "cli", {
    capability: CALL.capability,
    target_identity: CALL.identity,
    resource: CALL.resource,
    arguments_sha256: CALL.argumentsDigest,
    for: CALL.principal,
    target: "vps",
    request: asked.id,
    ttl_seconds: 60,
  }]);
});

/** The id that a refused call named. */
async function refused(world: Awaited<ReturnType<typeof operator>>, args: object = {}): Promise<string> {
  const { message } = errorOf(await invoke(world.house, world.call("changes", args)));
  return /req-\w{8}/.exec(message)?.[0] ?? message;
}

Deno.test("a request is shown whole, and its call allowed, that one and no other, when a person types yes", async () => {
  await using world = await operator("the one store", { typed: "Yes\n" });
  const id = await refused(world, { path: "/x", content: "password=hunter2 \u202e" });
  const other = await refused(world, { path: "/y" });
  const request = { id, ttlMs: 60_000, yes: false, json: false };
  assertEquals(await approveRequest(world.operating, request), 0);
  for (
    const part of [id, "/x", "vps", "ssh:a@b:22#host-key=SHA256:x", PRINCIPAL, "[redacted]", "\\u{202e}"]
  ) {
    assertIncludes(world.told.out, part);
  }
  assertTrue(!world.told.out.includes("hunter2") && !world.told.out.includes("\u202e"));
  assertEquals(await refused(world, { path: "/y" }), other);
  assertEquals((await world.desk.approvals.granted()).map(({ binding }) => binding.resource), ["/x"]);
  const call = world.call("changes", { path: "/x", content: "password=hunter2 \u202e" });
  assertEquals((await invoke(world.house, call)).kind, "result");
});

Deno.test("a request that says what the call would do is shown with it, and one that says nothing without", async () => {
  await using world = await operator("the one store", { typed: "no\nno\n" });
  const pending = { binding: CALL, alias: "vps", shown: "{}" };
  const asked = await world.desk.approvals.request({
    ...pending,
    effects: ["allow: Only reads", "read /\u202ea"],
  });
  assertTrue("id" in asked);
  await approveRequest(world.operating, { id: asked.id, ttlMs: 60_000, yes: false, json: false });
  assertMatch(world.told.out, /^effects +allow: Only reads; read \/\\u\{202e\}a$/m);
  const { length } = world.told.out;
  await world.desk.approvals.request(pending);
  await approveRequest(world.operating, { id: asked.id, ttlMs: 60_000, yes: false, json: false });
  assertTrue(!world.told.out.slice(length).includes("effects"));
});

for (const typed of ["no\n", "\n", "", "y\n", "yess\n"]) {
  Deno.test(`${JSON.stringify(typed)} at the question approves nothing`, async () => {
    await using world = await operator("the one store", { typed });
    const id = await refused(world);
    assertEquals(await approveRequest(world.operating, { id, ttlMs: 60_000, yes: false, json: true }), 1);
    assertEquals([await world.desk.approvals.granted(), world.told.out], [[], ""]);
    assertEquals((await world.desk.approvals.waiting()).length, 1);
  });
}

Deno.test("where nobody can be asked, a request needs --yes", async () => {
  await using world = await operator("the one store", { typed: "yes\n", terminal: false });
  const id = await refused(world);
  const request = { id, ttlMs: 60_000, yes: false, json: true };
  await assertFails(() => approveRequest(world.operating, request), "USAGE");
  assertEquals(await world.desk.approvals.granted(), []);
  assertEquals(await approveRequest(world.operating, { ...request, yes: true }), 0);
  assertEquals(JSON.parse(world.told.out).request, id);
  assertIncludes(world.told.err, id);
  await assertFails(() => approveRequest(world.operating, { ...request, yes: true }), "NO_SUCH_REQUEST");
});

Deno.test("the older script's seven flags ask for the same as the new ones", () => {
  const about = { subject: undefined, principal: PRINCIPAL };
  const old = askedOf({
    file: "/f",
    capability: "changes",
    principal: "posix-uid:7",
    server: "vps",
    resource: "/a",
    argumentsJson: '{"path":"/a"}',
    ttlSeconds: "60",
  }, about);
  assertEquals(old, {
    kind: "call",
    ...named({ principal: "posix-uid:7", resource: "/a" }),
  });
  assertEquals(
    askedOf({ target: "vps", args: '{"path":"/a"}' }, { ...about, subject: "changes" }),
    { kind: "call", ...named() },
  );
});

Deno.test("flags that contradict each other, or are out of range, are a wrong call", async () => {
  for (
    const [flags, subject] of [
      [{}, undefined],
      [{ capability: "changes" }, "changes"],
      [{ target: "a", server: "a" }, "changes"],
      [{ args: "{}", argumentsJson: "{}" }, "changes"],
      [{ ttl: "60", ttlSeconds: "60" }, "changes"],
      [{ principal: "" }, "changes"],
      ...["0", "301", "300.001", "-1", "1e2", "x", ""].map((ttl) => [{ ttl }, "changes"] as const),
      ...["[]", "1", "null", "{", ""].map((args) => [{ args }, "changes"] as const),
      [{ args: "{}" }, "req-22222222"],
      [{ target: "vps" }, "req-22222222"],
      [{ principal: PRINCIPAL }, "req-22222222"],
    ] as const
  ) {
    await assertFails(() => askedOf(flags, { subject, principal: PRINCIPAL }), "USAGE");
  }
});

/** The approvals that the program finds in this environment. */
function approvalsIn(environment: Readonly<Record<string, string>>, file: string | null = null) {
  return createApprovals({ directory: `${environment["XDG_STATE_HOME"]}/gatehouse`, file });
}

Deno.test("requests are listed, approved, declined; approvals are listed and taken back", () =>
  withState(async (environment) => {
    const approvals = approvalsIn(environment);
    const ask = async (binding: typeof CALL) => {
      const asked = await approvals.request({ binding, alias: "vps", shown: '{"a":"\u001b[31m"}' });
      return "id" in asked ? asked.id : asked.declined;
    };
    const [first, second] = [await ask(CALL), await ask(OTHERS["another tool"] ?? CALL)];
    const pending = await run(["approvals", "pending"], { environment });
    assertEquals([pending.code, pending.out.includes("\u001b")], [0, false]);
    const listed = JSON.parse((await run(["approvals", "pending", "--json"], { environment })).out).requests;
    assertEquals(listed.map(({ id }: { id: string }) => id).sort(), [first, second].sort());
    assertEquals(
      (await run(["approve", first], { environment, terminal: { stdin: false, stdout: false } })).code,
      2,
    );
    const approved = await run(["approve", first, "--yes", "--json", "--ttl", "300"], { environment });
    assertEquals([approved.code, JSON.parse(approved.out).ttl_seconds], [0, 300]);
    assertEquals(await approvals.holds(CALL), true);
    const declined = await run(["decline", second, "--reason", "not today"], { environment });
    assertEquals([declined.code, declined.out], [0, `Declined ${second}\n`]);
    assertEquals(await ask(OTHERS["another tool"] ?? CALL), "not today");
    const given = JSON.parse((await run(["approvals", "list", "--json"], { environment })).out).approvals;
    assertEquals([given.length, given[0].arguments_digest], [1, CALL.argumentsDigest]);
    assertIncludes((await run(["approvals", "list"], { environment })).out, given[0].id);
    assertEquals((await run(["approvals", "revoke", given[0].id], { environment })).code, 0);
    assertEquals((await run(["approvals", "revoke", given[0].id], { environment })).code, 1);
    assertEquals(await approvals.holds(CALL), false);
    const rows = JSON.parse((await run(["audit", "tail", "--json"], { environment })).out).rows;
    assertEquals(rows.map(({ entry }: { entry: { tool: string } }) => entry.tool), [
      "approve",
      "decline",
      "revoke",
    ]);
    approvals.close();
  }));

Deno.test("--file names the approval file that is written and listed", () =>
  withState(async (environment) => {
    const cwd = environment["XDG_STATE_HOME"] ?? "";
    const approvals = approvalsIn(environment, `${cwd}/approvals.json`);
    const asked = await approvals.request({ binding: CALL, alias: "vps", shown: "{}" });
    assertTrue("id" in asked);
    const world = { environment, cwd };
    assertEquals((await run(["approve", asked.id, "--yes", "--file", "approvals.json"], world)).code, 0);
    assertEquals(await approvals.holds(CALL), true);
    assertEquals(await approvalsIn(environment).holds(CALL), false);
    const list = await run(["approvals", "list", "--file", "approvals.json", "--json"], world);
    assertEquals(JSON.parse(list.out).approvals.length, 1);
    await Deno.chmod(`${cwd}/approvals.json`, 0o644);
    const open = await run(["approvals", "list", "--file", "approvals.json"], world);
    assertEquals([open.code, open.out], [1, ""]);
    assertMatch(open.err, /^gatehouse: Refused to open .* \(mode 0644\).*\n$/);
    approvals.close();
  }));

Deno.test("MCP_APPROVAL_FILE is where approvals are, and --file that says otherwise is warned about", () =>
  withState(async (state) => {
    const path = `${state["XDG_STATE_HOME"]}/approvals.json`;
    const environment = { ...state, MCP_APPROVAL_FILE: path };
    const approvals = approvalsIn(state, path);
    const ask = async () => {
      const asked = await approvals.request({ binding: CALL, alias: "vps", shown: "{}" });
      return "id" in asked ? asked.id : asked.declined;
    };
    assertEquals((await run(["approve", await ask(), "--yes"], { environment })).err, "");
    assertEquals([await approvals.holds(CALL), await approvalsIn(state).holds(CALL)], [true, false]);
    assertEquals((await run(["approve", await ask(), "--yes", "--file", path], { environment })).err, "");
    const other = await run(["approve", await ask(), "--yes", "--file", `${path}.2`], { environment });
    assertEquals(other.code, 0);
    assertMatch(
      other.err,
      /^gatehouse\[warning\]: The configured approval file is .*approvals\.json, and not /,
    );
    approvals.close();
  }));

for (
  const [line, code] of [
    ["approve", 2],
    ["approve no_such_tool", 2],
    ["approve req-22222222 --yes", 1],
    ["approve req-22222222 --target vps", 2],
    ["decline req-22222222", 2],
    [`decline req-22222222 --reason ${"x".repeat(301)}`, 2],
    ["decline req-22222222 --reason no", 1],
    ["approvals", 2],
    ["approvals revoke apr-22222222", 1],
  ] as const
) {
  Deno.test(`"${line.slice(0, 60)}" ends with ${code}, one line and a next step`, () =>
    withState(async (environment) => {
      const ended = await run(line.split(" "), { environment });
      assertEquals([ended.code, ended.out], [code, ""]);
      assertMatch(ended.err, /^gatehouse: [^\n]+\. [^\n]+\n$/);
    }));
}

Deno.test("without a state directory nothing can be approved", async () => {
  const { code, err } = await run(["approvals", "pending"]);
  assertEquals(code, 2);
  assertIncludes(err, "No state directory is known");
});
