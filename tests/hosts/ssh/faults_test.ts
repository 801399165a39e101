/** A connection that freezes or is cut, a server that dies: each call ends typed, in its time, and the next one works. */
import type { Patience } from "gatehouse/hosts/ssh/alive.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { TestHost } from "../parts/host.ts";
import { Proxy } from "../parts/proxy.ts";
import { Sshd } from "../parts/sshd.ts";

/** Milliseconds of a call that is meant to be late. */
const SHORT = 1_000;

const python = {
  echo: 'def reply(order):\n    return {"ok": True, "data": order["input"]}\n',
  sleep: 'import subprocess\ndef reply(order):\n    subprocess.run(["sleep", "100"])\n',
  large: 'def reply(order):\n    return {"ok": True, "data": {"text": "x" * 900000}}\n',
  endless:
    'def reply(order):\n    import itertools\n    return {"ok": True, "data": {"text": "x" * (1 << 26)}}\n',
  stop: "import os, signal\ndef reply(order):\n    os.kill(os.getppid(), signal.SIGKILL)\n    os._exit(0)\n",
  quits: "import os\ndef reply(order):\n    os._exit(3)\n",
};

interface Place extends AsyncDisposable {
  readonly sshd: Sshd;
  readonly proxy: Proxy;
  readonly host: TestHost;
}

async function place(patience?: Patience): Promise<Place> {
  const sshd = await Sshd.start();
  const proxy = Proxy.to(sshd.port);
  const host = await TestHost.of(sshd, { python, ...(patience === undefined ? {} : { patience }) }, {
    port: proxy.port,
  });
  return {
    sshd,
    proxy,
    host,
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
      await sshd[Symbol.asyncDispose]();
    },
  };
}

async function works({ host }: Place): Promise<void> {
  assertEquals(await host.operate("echo", { input: { works: true } }), { works: true });
}

Deno.test("a connection that freezes while it is made ends in its time, and the next call makes another", async () => {
  await using at = await place();
  at.proxy.freeze();
  const { message } = await assertFails(() => at.host.connect(SHORT), "TIMEOUT");
  assertIncludes(message, `127.0.0.1:${at.proxy.port}`);
  assertEquals(at.host.host.state.status, "unavailable");
  const early = at.host.connect();
  at.proxy.thaw();
  await early;
  await works(at);
  assertEquals(at.proxy.accepted, 2);
});

Deno.test("a server that takes connections and says nothing is unreachable after the target's own time", async () => {
  await using at = await place();
  at.proxy.freeze();
  const host = await TestHost.of(at.sshd, {}, { port: at.proxy.port, timeout: 1 });
  await assertFails(() => host.connect(), "UNAVAILABLE");
});

Deno.test("a connection that freezes before a channel is opened ends each call in its time, a change as one that was not sent", async () => {
  for (const changes of [false, true]) {
    await using at = await place();
    await at.host.connect();
    at.proxy.freeze();
    const codes = await Promise.all(
      [0, 1, 2].map(() => at.host.operate("echo", { changes, timeoutMs: SHORT }).catch(({ code }) => code)),
    );
    // The first whose time is up gives the connection up for all. The usual supervisor was idle: it got one read.
    assertTrue(codes.includes("TIMEOUT"));
    assertTrue(codes.every((code) => ["TIMEOUT", "TRANSIENT_UPSTREAM"].includes(code)), codes.join());
    at.proxy.thaw();
    await works(at);
    assertEquals(at.proxy.accepted, 2);
  }
});

Deno.test("a connection that freezes while the machine works or answers ends the call in its time; a change is ambiguous", async () => {
  for (const operation of ["sleep", "large"]) {
    for (const changes of [false, true]) {
      await using at = await place();
      await at.host.connect();
      const more = at.proxy.more(operation === "sleep" ? 1 : 200_000);
      const started = at.sshd.heard(/Starting session/);
      const work = at.host.operate(operation, { changes, timeoutMs: SHORT * 2 });
      work.catch(() => {});
      if (changes) await started;
      if (operation === "large") await more;
      else while ((await at.sshd.running()).length < (changes ? 4 : 3)) { /* each look takes its time */ }
      at.proxy.freeze();
      await assertFails(() => work, changes ? "AMBIGUOUS_OUTCOME" : "TIMEOUT");
      at.proxy.thaw();
      await works(at);
    }
  }
});

Deno.test("a connection that is cut ends its work on the machine; a read may be repeated, a change is ambiguous", async () => {
  for (const changes of [false, true]) {
    await using at = await place();
    await at.host.connect();
    const work = at.host.operate("sleep", { changes });
    work.catch(() => {});
    while ((await at.sshd.running()).length < (changes ? 4 : 3)) { /* each look takes its time */ }
    at.proxy.cut();
    await assertFails(() => work, changes ? "AMBIGUOUS_OUTCOME" : "TRANSIENT_UPSTREAM");
    await at.sshd.idle();
    await works(at);
  }
});

Deno.test("a server that is killed while it works is told as a lost connection, and used again once it is back", async () => {
  for (const changes of [false, true]) {
    await using at = await place();
    await at.host.connect();
    const work = at.host.operate("sleep", { changes });
    work.catch(() => {});
    while ((await at.sshd.running()).length < (changes ? 4 : 3)) { /* each look takes its time */ }
    await at.sshd.kill();
    await assertFails(() => work, changes ? "AMBIGUOUS_OUTCOME" : "TRANSIENT_UPSTREAM");
    await at.sshd.idle();
    await assertFails(() => at.host.operate("echo"), "UNAVAILABLE");
    await at.sshd.restart();
    await works(at);
  }
});

Deno.test("a supervisor that is killed, or a process that quits without an answer, is a failure and no success", async () => {
  await using at = await place();
  for (const operation of ["stop", "quits"]) {
    const read = await at.host.operate(operation).catch((error) => error.code);
    assertTrue(["UPSTREAM_PROTOCOL", "TRANSIENT_UPSTREAM"].includes(read), `${operation} ${read}`);
    await assertFails(() => at.host.operate(operation, { changes: true }), "AMBIGUOUS_OUTCOME");
    await works(at);
  }
  assertEquals(at.proxy.accepted, 1);
});

Deno.test("an answer of 64 MiB is refused, and nothing is left running", async () => {
  await using at = await place();
  const { message } = await assertFails(() => at.host.operate("endless"), "UPSTREAM_FAILED");
  assertIncludes(message, "TOO_LARGE");
  await works(at);
  while ((await at.sshd.running()).length > 1) { /* its end is not told */ }
});

Deno.test("eight at once, twenty times over, are all answered, and few channels stay", async () => {
  await using at = await place();
  for (let round = 0; round < 20; round++) {
    const inputs = Array.from({ length: 8 }, (_, n) => ({ round, n }));
    const work = inputs.map((input) => at.host.operate("echo", { input, changes: input.n % 4 === 3 }));
    assertEquals(await Promise.all(work), inputs);
  }
  while ((await at.sshd.running()).length > 8) { /* its end is not told */ }
  assertEquals(at.proxy.accepted, 1);
});

Deno.test("calls that wait for a channel end in their own time, and leave it to the others", async () => {
  await using at = await place();
  const controller = new AbortController();
  const busy = Array.from({ length: 8 }, () => at.host.operate("sleep", { signal: controller.signal }));
  for (const one of busy) one.catch(() => {});
  while ((await at.sshd.running()).length < 24) { /* each look takes its time */ }
  const patient = at.host.operate("echo", { input: { patient: true } });
  await assertFails(() => at.host.operate("echo", { timeoutMs: SHORT }), "TIMEOUT");
  controller.abort();
  const ends = await Promise.all(busy.map((one) => one.catch(({ code }) => code)));
  assertTrue(ends.every((code) => code === "CANCELLED"), ends.join());
  assertEquals(await patient, { patient: true });
  await works(at);
});

Deno.test("a way that swallows what is sent to it is given up in time", async () => {
  await using sshd = await Sshd.start();
  // A listener that takes nobody: once its queue is full, further connections are neither taken nor refused.
  const script = "import socket,sys\ns=socket.socket()\ns.bind(('127.0.0.1',0))\ns.listen(0)\n" +
    "print(s.getsockname()[1],flush=True)\nsys.stdin.read()";
  const child = new Deno.Command("/usr/bin/python3", {
    args: ["-c", script],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const { value } = await child.stdout.pipeThrough(new TextDecoderStream()).getReader().read();
  const port = Number(value);
  const filling = await Deno.connect({ hostname: "127.0.0.1", port });
  const host = await TestHost.of(sshd, {}, { port });
  await assertFails(() => host.connect(SHORT), "TIMEOUT");
  const limited = await TestHost.of(sshd, {}, { port, timeout: 1 });
  await assertFails(() => limited.connect(), "UNAVAILABLE");
  filling.close();
  await child.stdin.close();
  await child.status;
});

Deno.test("of two attempts of which the first was given up by one of its callers, one connection stays", async () => {
  await using at = await place();
  at.proxy.freeze();
  const patient = at.host.connect();
  await assertFails(() => at.host.connect(SHORT), "TIMEOUT");
  const third = at.host.connect();
  at.proxy.thaw();
  const [one, other] = await Promise.all([patient, third]);
  assertEquals(at.proxy.accepted, 2);
  assertTrue(one.isOpen || other.isOpen);
  await works(at);
  // The one that was too much is closed.
  while ((await at.sshd.running()).length > 1) { /* its end is not told */ }
});

Deno.test("a connection that was lost without a word while nobody used it is made anew within the same call", async () => {
  for (const changes of [false, true]) {
    await using at = await place({ idleMs: 0, answerMs: 500 });
    await at.host.connect();
    at.proxy.swallow();
    assertEquals(await at.host.operate("echo", { input: { a: 1 }, changes }), { a: 1 });
    assertEquals(at.proxy.accepted, 2);
  }
});

Deno.test("a connection that answers is kept, however often it is asked", async () => {
  await using at = await place({ idleMs: 0, answerMs: 10_000 });
  for (let round = 0; round < 10; round++) await works(at);
  assertEquals(at.proxy.accepted, 1);
});
