/** The tools of mikr.us accounts, from the call to the API and back. */
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { accountOf, Accounts } from "../parts/accounts.ts";
import { FAULTS, KEY, MikrusApi } from "../parts/mikrus_api.ts";
import { REFUSALS } from "../parts/mikrus_replies.ts";

/** The stand-in, and the family with an account of it. */
async function open(more: Parameters<typeof accountOf>[1] = {}) {
  const api = await MikrusApi.start();
  const accounts = new Accounts([accountOf(api, more)]);
  return {
    api,
    accounts,
    async [Symbol.asyncDispose]() {
      await accounts[Symbol.asyncDispose]();
      await api[Symbol.asyncDispose]();
    },
  };
}

Deno.test("every read of an account answers with its data, and says where it comes from", async () => {
  await using first = await open();
  const { envelope } = await first.accounts.call("get_server_info");
  assertEquals([envelope.success, envelope.data.param_ram, envelope.data.server_name], [true, "1024", null]);
  const { target, target_identity, backend, source } = envelope._meta;
  assertEquals([target, target_identity, backend, source], ["vps", "mikrus:j230", "mikrus", "mikrus-mcp"]);
  assertEquals((await first.accounts.data("list_servers")).servers.length, 2);
  assertEquals((await first.accounts.data("get_server_stats")).processSnapshot.processLimit, 50);
  assertEquals((await first.accounts.data("get_logs")).logs[1].output, "OK\n");
  assertEquals((await first.accounts.data("get_log_by_id", { log_id: "3751" })).task, "restart");
  await using second = await open();
  assertEquals((await second.accounts.data("get_ports")).ports, [10230, 20230, 30230]);
  assertEquals((await second.accounts.data("get_cloud")).cloud.uslugi[0].nazwa, "storage");
  assertEquals((await second.accounts.data("get_db_info")).psql.login, "j230_p");
  assertEquals([first.accounts.defects, second.accounts.defects], [[], []]);
});

Deno.test("no password of a database leaves, and the answer says how many were held back", async () => {
  await using server = await open();
  const { text, envelope } = await server.accounts.call("get_db_info");
  assertTrue(!text.includes("geheim"), text);
  assertEquals([envelope.data.redacted, envelope.data.mongo.password], [3, "[redacted]"]);
  server.api.faults.push(FAULTS.value({}));
  assertEquals(await server.accounts.data("get_db_info"), { psql: null, mysql: null, mongo: null });
});

for (
  const [tool, args, path, resource] of [
    ["restart_server", {}, "/restart", "<target>"],
    ["boost_server", {}, "/amfetamina", "<target>"],
    ["assign_domain", { port: "20230", domain: "sklep.bieda.it" }, "/domain", "sklep.bieda.it"],
  ] as const
) {
  Deno.test(`${tool} is sent once, under one approval for exactly that`, async () => {
    await using server = await open();
    const data = await server.accounts.data(tool, args);
    assertEquals(server.api.paths, [path]);
    assertTrue(data.msg !== undefined || data.status === "gotowe");
    const [spent] = server.accounts.spent;
    assertEquals(server.accounts.spent.length, 1);
    assertEquals([spent?.outcome, spent?.binding.resource, spent?.binding.identity], [
      "ok",
      resource,
      "mikrus:j230",
    ]);
  });

  Deno.test(`${tool} whose answer is lost is in doubt, is not sent again, and stays open in the store`, async () => {
    for (const fault of [FAULTS.status(500), FAULTS.cut(), FAULTS.text("OK")]) {
      await using server = await open();
      server.api.faults.push(fault);
      const error = await server.accounts.error(tool, args);
      assertEquals([error.code, error.retryable], ["AMBIGUOUS_OUTCOME", false]);
      assertEquals(server.api.paths, [path]);
      assertEquals(server.accounts.spent.map(({ outcome }) => outcome), [null]);
    }
  });

  Deno.test(`${tool} that the API refuses was not done, and says why`, async () => {
    await using server = await open();
    server.api.faults.push(FAULTS.refused(REFUSALS["/amfetamina"]));
    const error = await server.accounts.error(tool, args);
    assertEquals([error.code, error.retryable], ["UPSTREAM_REJECTED", false]);
    assertIncludes(error.message, REFUSALS["/amfetamina"]);
    assertEquals(server.accounts.spent.map(({ outcome }) => outcome), ["UPSTREAM_REJECTED"]);
  });
}

Deno.test("assign_domain takes a port as a number or as digits, and asks for a generated domain by a dash", async () => {
  await using server = await open();
  await server.accounts.data("assign_domain", { port: 20230, domain: "-" });
  await server.accounts.data("assign_domain", { port: "20230", domain: "-" });
  assertEquals(server.api.seen.map(({ form }) => [form["port"], form["domain"]]), [["20230", "-"], [
    "20230",
    "-",
  ]]);
  const [one, other] = server.accounts.spent;
  assertEquals(one?.binding.argumentsDigest, other?.binding.argumentsDigest);
});

for (
  const [tool, args] of [
    ["assign_domain", { port: 0, domain: "-" }],
    ["assign_domain", { port: 80.5, domain: "-" }],
    ["assign_domain", { port: "80;", domain: "-" }],
    ["assign_domain", { port: 80, domain: "a b.pl" }],
    ["assign_domain", { port: 80, domain: "-x.pl" }],
    ["assign_domain", { port: 80 }],
    ["get_log_by_id", { log_id: "../info" }],
    ["get_log_by_id", { log_id: "" }],
    ["get_log_by_id", {}],
    ["get_server_info", { key: "x" }],
    ["get_server_info", { server: "" }],
  ] as const
) {
  Deno.test(`${tool} with ${JSON.stringify(args)} is refused before anything is sent`, async () => {
    await using server = await open();
    assertEquals((await server.accounts.error(tool, args)).code, "VALIDATION_FAILED");
    assertEquals(server.api.seen, []);
  });
}

Deno.test("a read that fails for a while is tried again, at most twice", async () => {
  await using server = await open();
  server.api.faults.push(
    FAULTS.status(503, {}, { "retry-after": "0" }),
    FAULTS.status(503, {}, { "retry-after": "0" }),
  );
  assertEquals((await server.accounts.data("get_server_info")).server_id, "j230");
  assertEquals(server.api.seen.length, 3);
  await using other = await open();
  for (let time = 0; time < 5; time++) other.api.faults.push(FAULTS.status(503, {}, { "retry-after": "0" }));
  const error = await other.accounts.error("get_server_info");
  assertEquals([error.code, error.retryable, other.api.seen.length], ["TRANSIENT_UPSTREAM", true, 3]);
});

Deno.test("the API's own limit is waited for when the time allows it, and told when it does not", async () => {
  await using server = await open();
  server.api.faults.push(FAULTS.status(429, {}, { "retry-after": "0" }));
  assertEquals((await server.accounts.data("get_server_info")).server_id, "j230");
  server.api.faults.push(FAULTS.status(429, {}, { "retry-after": "45" }));
  const error = await server.accounts.error("get_logs");
  assertEquals([error.code, error.retryable, error.retry_after_seconds], ["RATE_LIMITED", true, 45]);
  assertEquals(server.api.seen.length, 3);
});

Deno.test("our own limit is told at once, and nobody tries again by itself", async () => {
  await using server = await open();
  for (let time = 0; time < 5; time++) await server.accounts.data("get_logs");
  const { code, retryable, retry_after_seconds } = await server.accounts.error("get_logs");
  assertEquals([code, retryable], ["RATE_LIMITED", true]);
  assertTrue(retry_after_seconds > 0 && retry_after_seconds <= 60);
  const change = await server.accounts.error("restart_server");
  assertEquals([change.code, change.retryable], ["RATE_LIMITED", false]);
  assertEquals(server.api.seen.length, 5);
});

Deno.test("a refusal with status 200 is a failure of the tool, not an answer", async () => {
  await using server = await open();
  server.api.faults.push(FAULTS.refused(REFUSALS["/logs"]));
  const error = await server.accounts.error("get_log_by_id", { log_id: "1" });
  assertEquals(error.code, "UPSTREAM_REJECTED");
  assertIncludes(error.message, REFUSALS["/logs"]);
});

Deno.test("operations of the machine work on an account, through the API", async () => {
  await using server = await open();
  assertTrue((await server.accounts.data("get_memory_info")).memory.total_bytes > 0);
  const path = await Deno.makeTempFile({ dir: "/tmp", prefix: "gatehouse-account-" });
  try {
    await server.accounts.data("write_file", { path, content: "a < b & c\n" });
    assertEquals(await Deno.readTextFile(path), "a < b & c\n");
    assertEquals((await server.accounts.data("read_file", { path })).output, "a < b & c\n");
  } finally {
    await Deno.remove(path);
  }
  assertEquals(server.api.paths, ["/exec", "/exec", "/exec"]);
});

Deno.test("the key shows in no answer, no record and no print, also where the API gives it back", async () => {
  await using server = await open();
  const { api, accounts } = server;
  api.faults.push(
    FAULTS.value({ server_id: "j230", server_name: KEY }),
    FAULTS.refused(`zły klucz ${KEY}`),
    FAULTS.value([{ id: 1, output: `key=${KEY}\n${KEY}` }]),
    FAULTS.value({ [KEY]: [KEY, { deep: encodeURIComponent(KEY) }] }),
    FAULTS.status(500, { error: KEY }),
  );
  const texts = [
    (await accounts.call("get_server_info")).text,
    (await accounts.call("boost_server")).text,
    (await accounts.call("get_logs")).text,
    (await accounts.call("get_cloud")).text,
    (await accounts.call("restart_server")).text,
  ];
  assertEquals(api.seen.length, 5);
  assertIncludes(texts[3] ?? "", '"redacted":3');
  const all = [
    ...texts,
    JSON.stringify(accounts.rows),
    ...accounts.prints,
    Deno.inspect(accounts.defects, { depth: 9 }),
  ];
  for (const text of all) assertTrue(!text.includes(KEY) && !text.includes(encodeURIComponent(KEY)), text);
});

Deno.test("an account whose authority's file is missing fails by itself, and names the file", async () => {
  await using server = await open({ apiCaFile: "/nowhere/ca.pem" });
  const error = await server.accounts.error("get_server_info");
  assertEquals(error.code, "UNAVAILABLE");
  assertIncludes(error.message, "/nowhere/ca.pem");
  assertEquals(server.api.seen, []);
});

Deno.test("an API that shows a certificate of nobody's gets no key", async () => {
  await using server = await open({ apiCaFile: null });
  assertEquals((await server.accounts.error("get_server_info")).code, "UNAVAILABLE");
  assertEquals((await server.accounts.error("restart_server")).code, "UNAVAILABLE");
  assertEquals(server.accounts.spent.map(({ outcome }) => outcome), ["UNAVAILABLE"]);
  assertEquals(server.api.seen, []);
});
