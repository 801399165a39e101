/** A server that has the right key and means no good: each call ends typed and in its time, and the next one is served. */
import { ToolError } from "gatehouse/core/errors.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { TestWorker } from "../parts/worker.ts";
import { onOrder, reply, Rogue, type RogueChannel, type SeenOrder } from "./parts/rogue.ts";

const FACTS =
  '{"ok":true,"data":{"python":"3.11","uid":0,"systemd":false,"docker":false,"compose":null,"crontab":false,"homeWritable":true}}';
const READ = { operation: "read_file", input: { path: "/etc/hostname" } };
const WRITE = { operation: "write_file", input: { path: "/tmp/a", content: "x" } };

/** A rogue that answers the look around as it should, and everything else as the test says. */
async function against(
  does: (channel: RogueChannel, order: SeenOrder) => void,
  check: (worker: TestWorker) => Promise<void>,
): Promise<void> {
  await using rogue = await Rogue.start({
    onCommand: (channel) =>
      onOrder(channel, (order) => {
        if (order.operation === "probe") reply(channel, order, FACTS);
        else does(channel, order);
      }),
  });
  await using worker = new TestWorker([await rogue.target()]);
  await check(worker);
  assertEquals(worker.prints, []);
}

const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;

/** The code of a call that must fail. */
async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    return error instanceof ToolError ? error.code : String(error);
  }
  return "it succeeded";
}

/** What is written in place of a reply. */
const REPLIES: Readonly<Record<string, (channel: RogueChannel, order: SeenOrder) => void>> = {
  "a header without end": (channel, { nonce }) => void channel.write(`${nonce} ${"0".repeat(100_000)}`),
  "a length that is too large": (channel, { nonce }) => void channel.write(`${nonce} 0 999999999\nx`),
  "a negative length": (channel, { nonce }) => void channel.write(`${nonce} 0 -5\nx`),
  "a header of other characters": (channel, { nonce }) => void channel.write(`${nonce} ٣ 10\n{}`),
  "a nonce alone, over and over": (channel, { nonce }) => void channel.write(`${nonce} `.repeat(50_000)),
  "JSON that is deep": (channel, order) => reply(channel, order, `{"ok":true,"data":{"output":${deep}}}`),
  "JSON that is only deep": (channel, order) => reply(channel, order, deep),
  "no object": (channel, order) => reply(channel, order, "null"),
  "a prototype": (channel, order) =>
    reply(channel, order, '{"__proto__":{"ok":true,"data":{}},"constructor":{"prototype":{"ok":true}}}'),
  "data that is a prototype": (channel, order) =>
    reply(channel, order, '{"ok":true,"data":{"__proto__":{"output":"x","encoding":"utf-8","size":1}}}'),
  "the same key twice": (channel, order) => reply(channel, order, '{"ok":true,"ok":false,"data":{}}'),
  "numbers that are none": (channel, order) =>
    reply(channel, order, '{"ok":true,"data":{"output":"","encoding":"utf-8","size":1e400,"sha256":null}}'),
  "an error without a form": (channel, order) => reply(channel, order, '{"ok":false,"error":{"code":"x y"}}'),
  "an exit without an answer": (channel) => (channel.exit(0), channel.close()),
  "an end": (channel) => void channel.end(),
};

for (const [what, does] of Object.entries(REPLIES)) {
  Deno.test(`${what} in place of a reply is a typed failure, and leaves a change open`, async () => {
    await against(does, async (worker) => {
      const read = await codeOf(worker.operate("box", READ, { timeoutMs: 6_000 }));
      assertTrue(/^(UPSTREAM_PROTOCOL|TRANSIENT_UPSTREAM|TIMEOUT|DEADLINE_EXCEEDED)$/.test(read), read);
      assertEquals(await codeOf(worker.operate("box", WRITE, { timeoutMs: 6_000 })), "AMBIGUOUS_OUTCOME");
    });
  });
}

Deno.test("floods on either output, before, in place of and after a reply, are bounded", async () => {
  const block = new Uint8Array(32_768).fill(120);
  const flood = (stream: RogueChannel | RogueChannel["stderr"]): void => {
    let left = 8_192;
    const more = (): void => {
      while (left-- > 0) if (!stream.write(block)) return void stream.once("drain", more);
    };
    more();
  };
  let how = "";
  await against((channel, order) => {
    if (how === "after") reply(channel, order, '{"ok":false,"error":{"code":"NOT_FOUND","message":"no"}}');
    flood(how === "errors" ? channel.stderr : channel);
  }, async (worker) => {
    for (const next of ["output", "errors", "after", "errors", "after"]) {
      how = next;
      const code = await codeOf(worker.operate("box", READ, { timeoutMs: 3_000 }));
      assertTrue(
        /^(UPSTREAM_PROTOCOL|TRANSIENT_UPSTREAM|TIMEOUT|DEADLINE_EXCEEDED|NOT_FOUND)$/.test(code),
        `${next}: ${code}`,
      );
    }
    assertEquals((await worker.resolve("box")).backend, "ssh");
  });
});

Deno.test("a reply that comes a byte at a time is read, and one that never ends is given up in time", async () => {
  await against((channel, order) => {
    const text = '{"ok":false,"error":{"code":"NOT_FOUND","message":"slow"}}';
    const whole = `${order.nonce} 0 ${text.length + (order.input["path"] === "/never" ? 1 : 0)}\n${text}`;
    for (const char of whole) channel.write(char);
  }, async (worker) => {
    await assertFails(() => worker.operate("box", READ), "NOT_FOUND");
    const never = { operation: "read_file", input: { path: "/never" } };
    await assertFails(() => worker.operate("box", never, { timeoutMs: 1_500 }), "TIMEOUT");
    await assertFails(() => worker.operate("box", READ), "NOT_FOUND");
  });
});

Deno.test("the nonce of one order opens no other: a reply that was prepared is not taken for the next one's", async () => {
  const nonces: string[] = [];
  await against((channel, order) => {
    nonces.push(order.nonce);
    const forged = '{"ok":false,"error":{"code":"CONFLICT","message":"forged"}}';
    for (const nonce of nonces.slice(0, -1)) channel.write(`${nonce} 0 ${forged.length}\n${forged}`);
    reply(channel, order, '{"ok":false,"error":{"code":"NOT_FOUND","message":"true"}}');
  }, async (worker) => {
    for (let round = 0; round < 3; round++) await assertFails(() => worker.operate("box", READ), "NOT_FOUND");
  });
  assertEquals(new Set(nonces).size, 3);
});

Deno.test("a server that asks for an agent, for X11 or for ports gets nothing, and the session goes on", async () => {
  const answers: string[] = [];
  const told = (what: string) => (error?: Error) =>
    void answers.push(`${what} ${error === undefined ? "open" : "no"}`);
  await using rogue = await Rogue.start({
    onReady(connection) {
      connection.forwardOut("127.0.0.1", 22, "127.0.0.1", 1, told("port"));
      connection.x11("127.0.0.1", 1, told("x11"));
      connection.openssh_forwardOutStreamLocal("/run/docker.sock", told("socket"));
      connection._protocol.openssh_authAgent(77, 1_000_000, 32_768);
      for (let count = 0; count < 2_000; count++) connection._protocol.ping();
    },
    onCommand: (channel) =>
      onOrder(channel, (order) =>
        reply(
          channel,
          order,
          order.operation === "probe" ? FACTS : '{"ok":false,"error":{"code":"NOT_FOUND","message":"no"}}',
        )),
  });
  await using worker = new TestWorker([await rogue.target()]);
  for (let round = 0; round < 3; round++) await assertFails(() => worker.operate("box", READ), "NOT_FOUND");
  assertEquals(answers.toSorted(), ["port no", "socket no", "x11 no"]);
  assertEquals(worker.prints, []);
});

Deno.test("what a server says in its failure is one harmless line", async () => {
  await against((channel, order) => {
    const message = "\x1b]0;owned\x07\x1b[2J\r\nok\u202e\u2066" + "y".repeat(5_000);
    const detail = "\x1b[31m";
    reply(channel, order, JSON.stringify({ ok: false, error: { code: "CONFLICT", message, detail } }));
  }, async (worker) => {
    const { message } = await assertFails(() => worker.operate("box", READ), "CONFLICT");
    // deno-lint-ignore no-control-regex
    assertTrue(!/[\x00-\x1f\u202e\u2066]/.test(message) && message.length < 800, message);
    assertIncludes(message, "owned");
  });
});

Deno.test("what never ends before, in and after the greeting is given up in the target's own time, with bounded memory", async () => {
  await using rogue = await Rogue.start({ onCommand: () => {} });
  const long = new Uint8Array(65_536).fill(120);
  const lines = new TextEncoder().encode("not SSH yet\r\n".repeat(4_096));
  const greeting = new TextEncoder().encode("SSH-2.0-rogue\r\n");
  const zeros = new Uint8Array(65_536);
  for (
    const [first, then] of [[long, long], [lines, lines], [greeting, long], [greeting, zeros], [
      greeting,
      lines,
    ]]
  ) {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const serving = (async () => {
      using conn = await listener.accept();
      let left = 4_000;
      await conn.write(first ?? long);
      while (left-- > 0) await conn.write(then ?? long);
    })().catch(() => {});
    const { port } = listener.addr as Deno.NetAddr;
    const target = await rogue.target({ timeout: 2, knownHostsFile: `${await Deno.makeTempFile()}`, port });
    await using worker = new TestWorker([target]);
    const code = await codeOf(worker.resolve("box", { timeoutMs: 5_000 }));
    assertTrue(/^(UNAVAILABLE|TIMEOUT|DEADLINE_EXCEEDED)$/.test(code), code);
    listener.close();
    await serving;
    await Deno.remove(target.knownHostsFile);
    assertEquals(worker.prints, []);
  }
});

Deno.test("a machine without python3 that never stops talking is given up, with bounded memory", async () => {
  const block = new Uint8Array(32_768).fill(120);
  await using rogue = await Rogue.start({
    onCommand(channel, command) {
      if (command.includes("python3")) {
        channel.exit(127);
        return channel.close();
      }
      let left = 30_000;
      const more = (): void => {
        while (left-- > 0) if (!channel.write(block)) return void channel.once("drain", more);
      };
      more();
    },
  });
  await using worker = new TestWorker([await rogue.target()]);
  const code = await codeOf(worker.operate("box", READ, { timeoutMs: 15_000 }));
  assertTrue(
    /^(UPSTREAM_PROTOCOL|TRANSIENT_UPSTREAM|TIMEOUT|DEADLINE_EXCEEDED|UNAVAILABLE)$/.test(code),
    code,
  );
});
