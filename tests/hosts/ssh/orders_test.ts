/** Orders on a real server: what comes back, what is left behind, and how each failure is told. */
import fc from "fast-check";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { run } from "../../tasks/parts/child.ts";
import { TestHost } from "../parts/host.ts";
import { Sshd } from "../parts/sshd.ts";

const python = {
  echo: 'def reply(order):\n    return {"ok": True, "data": order["input"]}\n',
  pids:
    'import os\ndef reply(order):\n    return {"ok": True, "data": {"own": os.getpid(), "parent": os.getppid()}}\n',
  sleep: 'import subprocess\ndef reply(order):\n    subprocess.run(["sleep", "100"])\n',
  killed: "import os\ndef reply(order):\n    os.kill(os.getpid(), 9)\n",
  raises: "def reply(order):\n    return 1 / 0\n",
  large: 'def reply(order):\n    return {"ok": True, "data": {"text": "x" * order["input"]["size"]}}\n',
  refuses:
    'def reply(order):\n    return {"ok": False, "error": {"code": order["input"]["code"], "message": "No\\x1b[1m", "detail": "WHY", "exitCode": 2}}\n',
  leaves:
    'import subprocess\ndef reply(order):\n    subprocess.Popen(["sleep", "100"])\n    return {"ok": True, "data": {}}\n',
};

Deno.test("an order's values come back as they were, whatever they hold", async () => {
  await using sshd = await Sshd.start();
  await using host = await TestHost.of(sshd, { python });
  const texts = [
    "",
    "a'b\"c",
    "$(touch /tmp/x) `id`;|&",
    "-rf",
    "a\nb\r\0\t",
    "žluťoučký 😀",
    "%n%s",
    "\\x41",
  ];
  assertEquals(await host.operate("echo", { input: { texts } }), { texts });
  const large = "ž".repeat(200_000);
  assertEquals(await host.operate("echo", { input: { large } }), { large });
});

Deno.test("any value comes back as it was, and none starts a process", async () => {
  await using sshd = await Sshd.start();
  await using host = await TestHost.of(sshd, { python });
  await host.connect();
  const alone = (await sshd.running()).length;
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.stringMatching(/^[-$`;|&<>(){}'"\\\s%!*?~#\[\]]+$/),
  );
  const property = fc.asyncProperty(
    fc.dictionary(text, fc.jsonValue({ maxDepth: 2 })),
    fc.array(text),
    async (map, list) => {
      const input = { map: JSON.parse(JSON.stringify(map)), list };
      assertEquals(await host.operate("echo", { input }), input);
    },
  );
  await fc.assert(property, { numRuns: 1_000 });
  assertEquals((await sshd.running()).length, alone);
});

Deno.test("reads go to the same supervisor, and each has a process of its own; a change has a supervisor of its own", async () => {
  await using sshd = await Sshd.start();
  await using host = await TestHost.of(sshd, { python });
  const first = await host.operate("pids");
  const second = await host.operate("pids");
  const change = await host.operate("pids", { changes: true });
  assertEquals(second["parent"], first["parent"]);
  assertTrue(second["own"] !== first["own"] && change["parent"] !== first["parent"]);
});

Deno.test("twelve reads at once all succeed over one connection", async () => {
  await using sshd = await Sshd.start();
  await using host = await TestHost.of(sshd, { python });
  const inputs = Array.from({ length: 12 }, (_, n) => ({ n }));
  assertEquals(await Promise.all(inputs.map((input) => host.operate("echo", { input }))), inputs);
  assertEquals(sshd.log.filter((line) => line.startsWith("Accepted publickey")).length, 1);
});

Deno.test("a server that allows one session at a time is enough", async () => {
  await using sshd = await Sshd.start({ config: ["MaxSessions 1"] });
  await using host = await TestHost.of(sshd, { python });
  const work = [0, 1, 2, 3].map((n) => host.operate("echo", { input: { n }, changes: n % 2 === 1 }));
  assertEquals(await Promise.all(work), [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }]);
});

Deno.test("a process that a signal ends is a failure, for a change with an open outcome", async () => {
  await using sshd = await Sshd.start();
  await using host = await TestHost.of(sshd, { python });
  assertIncludes((await assertFails(() => host.operate("killed"), "UPSTREAM_PROTOCOL")).message, "signal 9");
  await assertFails(() => host.operate("killed", { changes: true }), "AMBIGUOUS_OUTCOME");
  await assertFails(() => host.operate("raises"), "INTERNAL_ERROR");
  await assertFails(() => host.operate("raises", { changes: true }), "AMBIGUOUS_OUTCOME");
  assertEquals(await host.operate("echo", { input: { a: 1 } }), { a: 1 });
});

Deno.test("the helper's failures keep their code, for changes too, and their text is made harmless", async () => {
  await using sshd = await Sshd.start();
  await using host = await TestHost.of(sshd, { python });
  const { message } = await assertFails(
    () => host.operate("refuses", { input: { code: "NOT_FOUND" } }),
    "NOT_FOUND",
  );
  assertIncludes(message, "No");
  assertTrue(!message.includes("\x1b") && message.endsWith(" (WHY)"), message);
  await assertFails(
    () => host.operate("refuses", { input: { code: "CONFLICT" }, changes: true }),
    "CONFLICT",
  );
  await assertFails(() => host.operate("refuses", { input: { code: "AUTHORIZED" } }), "UPSTREAM_PROTOCOL");
});

Deno.test("an answer of a million bytes comes whole, and a larger one is refused", async () => {
  await using sshd = await Sshd.start();
  await using host = await TestHost.of(sshd, { python });
  const { text } = await host.operate("large", { input: { size: 999_900 } });
  assertEquals(String(text).length, 999_900);
  const { message } = await assertFails(
    () => host.operate("large", { input: { size: 5_000_000 } }),
    "UPSTREAM_FAILED",
  );
  assertIncludes(message, "TOO_LARGE");
  await assertFails(
    () => host.operate("large", { input: { size: 5_000_000 }, changes: true }),
    "UPSTREAM_FAILED",
  );
});

Deno.test("work that overruns its budget is ended on the machine, and nothing is left of it", async () => {
  await using sshd = await Sshd.start();
  await using host = await TestHost.of(sshd, { python });
  await assertFails(() => host.operate("sleep", { budgetMs: 300 }), "TIMEOUT");
  await assertFails(() => host.operate("sleep", { budgetMs: 300, changes: true }), "AMBIGUOUS_OUTCOME");
  await host.operate("leaves");
  const { parent } = await host.operate("pids");
  // The change's own supervisor ends when it hears that its channel was closed.
  while ((await sshd.running()).length > 1) { /* its end is not told */ }
  assertEquals(await sshd.running(), [Number(parent)]);
});

Deno.test("a cancelled call ends its work on the machine, and the connection stays", async () => {
  await using sshd = await Sshd.start();
  await using host = await TestHost.of(sshd, { python });
  for (const changes of [false, true]) {
    const controller = new AbortController();
    const started = sshd.heard(/Starting session/);
    const work = host.operate("sleep", { signal: controller.signal, changes });
    await started;
    while ((await sshd.running()).length < 3) { /* each look takes its time */ }
    controller.abort();
    await assertFails(() => work, changes ? "AMBIGUOUS_OUTCOME" : "CANCELLED");
    assertEquals(await host.operate("echo", { input: { a: 1 } }), { a: 1 });
    while ((await sshd.running()).length > 1) { /* its end is not told */ }
  }
  assertEquals(sshd.log.filter((line) => line.startsWith("Accepted publickey")).length, 1);
});

Deno.test("what an order holds, and the password for sudo, are on no command line and in no environment of the machine", async () => {
  await using sshd = await Sshd.start();
  const secrets = { sudoPassword: "sudo-7f3a", input: "input-91bc" };
  await using host = await TestHost.of(sshd, { python }, { sudo: true, sudoPassword: secrets.sudoPassword });
  const controller = new AbortController();
  const work = host.operate("sleep", {
    input: { text: secrets.input },
    privileged: true,
    signal: controller.signal,
  });
  work.catch(() => {});
  while ((await sshd.running()).length < 3) { /* each look takes its time */ }
  const { stdout } = await run(["ps", "axeww", "-o", "command="]);
  assertTrue(stdout.includes("sleep 100"));
  for (const secret of Object.values(secrets)) assertTrue(!stdout.includes(secret), secret);
  controller.abort();
  await assertFails(() => work, "CANCELLED");
});
