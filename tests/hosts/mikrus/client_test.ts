/** What the client sends to the mikr.us API, and what it makes of each way in which the API answers. */
import { Deadline } from "gatehouse/core/deadline.ts";
import { ToolError } from "gatehouse/core/errors.ts";
import { VERSION } from "gatehouse/core/version.ts";
import { type Account, MikrusClient } from "gatehouse/hosts/mikrus/client.ts";
import type { EndpointName, Fields } from "gatehouse/hosts/mikrus/endpoints.ts";
import { ExchangeError, post } from "gatehouse/hosts/mikrus/exchange.ts";
import { obstacleFailure, retryAfterSeconds } from "gatehouse/hosts/mikrus/failure.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { certificate } from "../parts/certificate.ts";
import { type Fault, FAULTS, KEY, MikrusApi } from "../parts/mikrus_api.ts";
import { REFUSALS } from "../parts/mikrus_replies.ts";

const { signal } = new AbortController();

/** One request of a client that asked for nothing before. */
function ask(account: Account, endpoint: EndpointName, fields: Fields = {}): Promise<object> {
  return new MikrusClient().ask(account, { endpoint, fields, signal });
}

/** How a request ends when the API answers so. */
async function failing(fault: Fault, endpoint: EndpointName): Promise<ToolError> {
  await using api = await MikrusApi.start();
  api.faults.push(fault);
  const error = await ask(api.account(), endpoint).catch((caught) => caught);
  assertTrue(error instanceof ToolError, String(error));
  assertEquals(api.seen.length, 1);
  return error;
}

for (
  const [endpoint, path, fields, form] of [
    ["info", "/info", {}, {}],
    ["serwery", "/serwery", {}, {}],
    ["stats", "/stats", {}, {}],
    ["porty", "/porty", {}, {}],
    ["logs", "/logs", {}, {}],
    ["log", "/logs/3751", { log_id: "3751" }, {}],
    ["db", "/db", {}, {}],
    ["cloud", "/cloud", {}, {}],
    ["restart", "/restart", {}, {}],
    ["amfetamina", "/amfetamina", {}, {}],
    ["domain", "/domain", { port: "20230", domain: "-" }, { port: "20230", domain: "-" }],
  ] as const
) {
  Deno.test(`${endpoint} is posted to ${path} as a form with the server and the key`, async () => {
    await using api = await MikrusApi.start();
    await ask(api.account(), endpoint, fields);
    const [seen] = api.seen;
    assertEquals([seen?.method, seen?.path], ["POST", path]);
    assertEquals(seen?.form, { srv: "j230", key: KEY, ...form });
    assertEquals(seen?.headers.get("content-type"), "application/x-www-form-urlencoded");
    assertEquals(seen?.headers.get("user-agent"), `gatehouse/${VERSION}`);
    assertEquals(seen?.headers.get("authorization"), null);
  });
}

for (
  const [endpoint, fields] of [
    ["log", { log_id: "../info" }],
    ["log", { log_id: "1?key=2" }],
    ["log", { log_id: "" }],
    ["log", {}],
    ["domain", { port: "80&key=x", domain: "-" }],
    ["domain", { port: "80", domain: "a b" }],
    ["domain", { port: "80" }],
  ] as const
) {
  Deno.test(`${endpoint} with ${JSON.stringify(fields)} is not sent`, async () => {
    await using api = await MikrusApi.start();
    await assertFails(() => ask(api.account(), endpoint, fields), "VALIDATION_FAILED");
    assertEquals(api.seen, []);
  });
}

Deno.test("a name that the table only inherits is no endpoint", async () => {
  await using api = await MikrusApi.start();
  for (const name of ["toString", "__proto__", "exec", ""]) {
    const error = await ask(api.account(), name as EndpointName).catch((caught) => caught);
    assertTrue(error instanceof TypeError, name);
  }
  assertEquals(api.seen, []);
});

for (
  const [what, fault, onRead, onChange] of [
    ["a refusal with status 200", FAULTS.refused("nie"), "UPSTREAM_REJECTED", "UPSTREAM_REJECTED"],
    ["an error of another form", FAULTS.refused({ code: 5 }), "UPSTREAM_REJECTED", "UPSTREAM_REJECTED"],
    ["status 400", FAULTS.status(400), "UPSTREAM_REJECTED", "UPSTREAM_REJECTED"],
    ["status 401 with a page", FAULTS.status(401, "<html>"), "UPSTREAM_REJECTED", "UPSTREAM_REJECTED"],
    ["status 404", FAULTS.status(404), "UPSTREAM_REJECTED", "UPSTREAM_REJECTED"],
    ["status 429", FAULTS.status(429), "UPSTREAM_RATE_LIMITED", "RATE_LIMITED"],
    ["status 500", FAULTS.status(500), "TRANSIENT_UPSTREAM", "AMBIGUOUS_OUTCOME"],
    ["status 503", FAULTS.status(503), "TRANSIENT_UPSTREAM", "AMBIGUOUS_OUTCOME"],
    ["status 599", FAULTS.status(599), "TRANSIENT_UPSTREAM", "AMBIGUOUS_OUTCOME"],
    ["status 202", FAULTS.status(202, {}), "UPSTREAM_PROTOCOL", "AMBIGUOUS_OUTCOME"],
    ["status 304", FAULTS.redirect("", 304), "UPSTREAM_REJECTED", "AMBIGUOUS_OUTCOME"],
    ["an answer that is cut", FAULTS.cut(), "TRANSIENT_UPSTREAM", "AMBIGUOUS_OUTCOME"],
    ["2 MB", FAULTS.huge(2_000_000), "UPSTREAM_PROTOCOL", "AMBIGUOUS_OUTCOME"],
    ["a page", FAULTS.text("<html>502 Bad Gateway</html>"), "UPSTREAM_PROTOCOL", "AMBIGUOUS_OUTCOME"],
    ["nothing", FAULTS.text(""), "UPSTREAM_PROTOCOL", "AMBIGUOUS_OUTCOME"],
    ["half a document", FAULTS.text('{"msg":'), "UPSTREAM_PROTOCOL", "AMBIGUOUS_OUTCOME"],
    ["no UTF-8", FAULTS.text(new Uint8Array([0x22, 0xff, 0x22])), "UPSTREAM_PROTOCOL", "AMBIGUOUS_OUTCOME"],
    ["another shape", FAULTS.value([1]), "UPSTREAM_PROTOCOL", "AMBIGUOUS_OUTCOME"],
    ["null", FAULTS.value(null), "UPSTREAM_PROTOCOL", "AMBIGUOUS_OUTCOME"],
  ] as const
) {
  Deno.test(`${what} is ${onRead} for a read and ${onChange} for a change`, async () => {
    assertEquals((await failing(fault, "info")).code, onRead);
    assertEquals((await failing(fault, "restart")).code, onChange);
  });
}

Deno.test("what may pass by itself says so for a read, and never for a change", async () => {
  for (const fault of [FAULTS.status(500), FAULTS.status(429), FAULTS.cut()]) {
    assertEquals((await failing(fault, "info")).retryable, true);
    assertEquals((await failing(fault, "amfetamina")).retryable, false);
  }
  assertEquals((await failing(FAULTS.refused("nie"), "info")).retryable, false);
});

Deno.test("the API's own words reach the caller as one visible line", async () => {
  const { message } = await failing(
    FAULTS.refused(`${REFUSALS["/amfetamina"]}\n\u001b[31m\u202e`),
    "amfetamina",
  );
  assertIncludes(message, REFUSALS["/amfetamina"]);
  for (const hidden of ["\n", "\u001b", "\u202e"]) assertTrue(!message.includes(hidden));
  assertTrue((await failing(FAULTS.refused("ż".repeat(5_000)), "info")).message.length < 500);
});

Deno.test("an answer says when to come back, at most a minute ahead", async () => {
  const after = async (header: string, status = 429) =>
    (await failing(FAULTS.status(status, {}, { "retry-after": header }), "info")).retryAfterSeconds;
  assertEquals(await after("7"), 7);
  assertEquals(await after("7", 503), 7);
  assertEquals(await after("86400"), 60);
  assertEquals(await after("later"), undefined);
  assertEquals(retryAfterSeconds(new Date(Date.now() - 5_000).toUTCString()), 0);
  assertEquals(retryAfterSeconds(new Date(Date.now() + 3_600_000).toUTCString()), 60);
});

for (const status of [301, 302, 303, 307, 308]) {
  Deno.test(`a redirect with status ${status} is not followed, so the key goes nowhere else`, async () => {
    await using elsewhere = await MikrusApi.start();
    const read = await failing(FAULTS.redirect(`${elsewhere.url}/info`, status), "info");
    assertEquals(read.code, "UPSTREAM_REJECTED");
    assertEquals(
      (await failing(FAULTS.redirect(`${elsewhere.url}/restart`, status), "restart")).code,
      "AMBIGUOUS_OUTCOME",
    );
    assertEquals(elsewhere.seen, []);
  });
}

Deno.test("a server that nobody runs is told as nothing sent, also for a change", async () => {
  const { url } = await closed();
  await using api = await MikrusApi.start();
  for (const endpoint of ["info", "restart"] as const) {
    const error = await assertFails(() => ask(api.account({ apiUrl: url }), endpoint), "TRANSIENT_UPSTREAM");
    assertIncludes(error.message, "nothing was sent");
  }
});

Deno.test("a server whose authority is not trusted gets no key", async () => {
  await using api = await MikrusApi.start();
  const others = (await certificate("second")).authority;
  for (const authority of [null, others]) {
    for (const endpoint of ["info", "restart"] as const) {
      await assertFails(() => ask(api.account({ authority }), endpoint), "UNAVAILABLE");
    }
  }
  assertEquals(api.seen, []);
});

for (
  const [what, answer] of [
    ["nothing", ""],
    ["half a status line", "HTTP/1.1 2"],
    ["a head without an end", "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n"],
    ["less than it announced", 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"msg":"ok"}'],
    ["a chunk without an end", 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nc\r\n{"msg":"ok"}'],
  ] as const
) {
  Deno.test(`a server that says ${what} and is gone has seen the request once, and perhaps carried it out`, async () => {
    await using server = await RawServer.start(answer);
    await using api = await MikrusApi.start();
    const account = api.account({ apiUrl: server.url });
    await assertFails(() => ask(account, "info"), "TRANSIENT_UPSTREAM");
    await assertFails(() => ask(account, "restart"), "AMBIGUOUS_OUTCOME");
    assertEquals(server.seen.map((text) => text.split(" ")[1]), ["/info", "/restart"]);
  });
}

Deno.test("a server that never says hello has seen nothing", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepted = listener.accept();
  const address = { apiUrl: `https://127.0.0.1:${listener.addr.port}`, authority: null };
  const error = await post(address, { path: "/restart", form: {}, timeoutMs: 200, signal }).catch((caught) =>
    caught
  );
  (await accepted).close();
  assertTrue(error instanceof ExchangeError && error.unsent);
  assertEquals(obstacleFailure(error, { what: "x", kind: "change" }).code, "TRANSIENT_UPSTREAM");
});

Deno.test("a machine that drops what is sent to it has seen nothing", async () => {
  // A queue of one connection, which is taken: Linux drops what comes beyond it.
  const code = "import socket,sys\ns=socket.socket()\ns.bind(('127.0.0.1',0))\ns.listen(0)\n" +
    "print(s.getsockname()[1],flush=True)\nsys.stdin.read()";
  await using listening = new Deno.Command("python3", { args: ["-c", code], stdin: "piped", stdout: "piped" })
    .spawn();
  const reader = listening.stdout.getReader();
  const port = Number(new TextDecoder().decode((await reader.read()).value));
  using _first = await Deno.connect({ hostname: "127.0.0.1", port });
  const address = { apiUrl: `https://127.0.0.1:${port}`, authority: null };
  const error = await post(address, { path: "/restart", form: {}, timeoutMs: 200, signal }).catch((caught) =>
    caught
  );
  await reader.cancel();
  await listening.stdin.close();
  assertTrue(error instanceof ExchangeError && error.unsent);
  assertEquals(error.obstacle, "unreachable");
});

Deno.test("proxies that the environment names are not used", async () => {
  using proxy = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let used = false;
  const accepting = proxy.accept().then((connection) => {
    used = true;
    connection.close();
  }, () => {});
  await using api = await MikrusApi.start();
  for (const name of ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"]) {
    Deno.env.set(name, `http://127.0.0.1:${proxy.addr.port}`);
  }
  try {
    await ask(api.account(), "info");
  } finally {
    for (const name of ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"]) Deno.env.delete(name);
  }
  proxy.close();
  await accepting;
  assertEquals(used, false);
});

Deno.test("an exchange ends at its time as a whole, also when the answer has begun", async () => {
  await using api = await MikrusApi.start();
  for (const fault of [FAULTS.silent(), FAULTS.stuck()]) {
    api.faults.push(fault);
    const late = await post(api.account(), { path: "/info", form: {}, timeoutMs: 300, signal }).catch((
      caught,
    ) => caught);
    assertTrue(late instanceof ExchangeError && !late.unsent);
    assertEquals(late.obstacle, "late");
    assertEquals(obstacleFailure(late, { what: "x", kind: "read" }).code, "TRANSIENT_UPSTREAM");
    assertEquals(obstacleFailure(late, { what: "x", kind: "change" }).code, "AMBIGUOUS_OUTCOME");
  }
});

Deno.test("a caller who goes away ends a read as cancelled; a change that was sent is in doubt", async () => {
  for (const [endpoint, code] of [["info", "CANCELLED"], ["restart", "AMBIGUOUS_OUTCOME"]] as const) {
    await using api = await MikrusApi.start();
    const controller = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    api.faults.push((good, seen, closed) => {
      resolve();
      return FAULTS.silent()(good, seen, closed);
    });
    const asking = new MikrusClient().ask(api.account(), { endpoint, fields: {}, signal: controller.signal });
    await promise;
    controller.abort();
    await assertFails(() => asking, code);
  }
});

Deno.test("a call whose time is up says so, and not that its caller went away", async () => {
  for (const [endpoint, code] of [["info", "DEADLINE_EXCEEDED"], ["restart", "AMBIGUOUS_OUTCOME"]] as const) {
    await using api = await MikrusApi.start();
    using deadline = new Deadline(300);
    api.faults.push(FAULTS.silent());
    const asking = new MikrusClient().ask(api.account(), { endpoint, fields: {}, signal: deadline.signal });
    await assertFails(() => asking, code);
  }
});

Deno.test("a caller who has gone before gets nothing sent", async () => {
  await using api = await MikrusApi.start();
  const gone = AbortSignal.abort();
  for (const endpoint of ["info", "restart"] as const) {
    const asking = new MikrusClient().ask(api.account(), { endpoint, fields: {}, signal: gone });
    await assertFails(() => asking, "CANCELLED");
  }
  assertEquals(api.seen, []);
});

Deno.test("a process without the right to connect says so, and that nothing was sent", () => {
  const forbidden = new ExchangeError("forbidden", { unsent: true });
  assertEquals(obstacleFailure(forbidden, { what: "x", kind: "change" }).code, "UNAVAILABLE");
});

Deno.test("an API below a path is asked below it", async () => {
  await using api = await MikrusApi.start();
  api.faults.push(FAULTS.value({ server_id: "j230" }));
  await ask(api.account({ apiUrl: `${api.url}/proxy/mikrus` }), "info");
  assertEquals(api.paths, ["/proxy/mikrus/info"]);
});

/** An address of this machine where nobody listens. */
async function closed(): Promise<{ url: string }> {
  const api = await MikrusApi.start();
  const { url } = api;
  await api[Symbol.asyncDispose]();
  return { url };
}

/** Answers every request with the same bytes, without a goodbye. */
class RawServer implements AsyncDisposable {
  readonly url: string;
  readonly seen: string[] = [];
  readonly #listener: Deno.TlsListener;
  readonly #serving: Promise<void>;

  private constructor(listener: Deno.TlsListener, answer: string) {
    this.#listener = listener;
    this.url = `https://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`;
    this.#serving = this.#serve(new TextEncoder().encode(answer));
  }

  static async start(answer: string): Promise<RawServer> {
    const { cert, key } = await certificate();
    return new RawServer(Deno.listenTls({ hostname: "127.0.0.1", port: 0, cert, key }), answer);
  }

  async #serve(answer: Uint8Array): Promise<void> {
    for await (const connection of this.#listener) {
      const bytes = new Uint8Array(65_536);
      const count = await connection.read(bytes);
      this.seen.push(new TextDecoder().decode(bytes.subarray(0, count ?? 0)));
      if (answer.length > 0) await connection.write(answer);
      connection.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    await this.#serving;
  }
}
