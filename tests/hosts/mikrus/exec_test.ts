/** Orders that are carried out through the API's `/exec`, by a real shell and a real python3. */
import { join } from "node:path";
import fc from "fast-check";
import type { ToolError } from "gatehouse/core/errors.ts";
import { MikrusClient } from "gatehouse/hosts/mikrus/client.ts";
import { execute } from "gatehouse/hosts/mikrus/exec.ts";
import type { HelperSource } from "gatehouse/hosts/remote/protocol.ts";
import type { HelperReply, Order } from "gatehouse/hosts/types.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { run } from "../../tasks/parts/child.ts";
import { type Fault, FAULTS, MikrusApi } from "../parts/mikrus_api.ts";

const { signal } = new AbortController();

/** Answers with the order's input. */
const ECHO: HelperSource = {
  python:
    "def reply(order):\n    return {'ok': True, 'data': {'got': order['input'], 'sudo': order['sudo']}}\n",
  shell: null,
};

function order(input: Record<string, unknown> = {}, more: Partial<Order> = {}): Order {
  return { operation: "test", input, budgetMs: 20_000, changes: false, privileged: false, ...more };
}

function carryOut(api: MikrusApi, asked: Order, source = ECHO): Promise<HelperReply> {
  return execute(new MikrusClient(), api.account(), { order: asked, source, signal });
}

Deno.test("values reach the helper as they are, and no shell reads them", async () => {
  await using api = await MikrusApi.start();
  const input = {
    text: "'\"`$(touch /tmp/never)$HOME\\n;|&<>\n\u0000\u001b żółw 🐢 &amp;",
    more: ["-rf", "*", "~", "!!", "%s"],
    deep: { none: null, number: 1.5, yes: true },
  };
  assertEquals(await carryOut(api, order(input)), { ok: true, data: { got: input, sudo: null } });
  const [seen] = api.seen;
  assertEquals(seen?.path, "/exec");
  assertTrue(!/touch|żółw|HOME/.test(seen?.form["cmd"] ?? ""));
});

Deno.test("any value comes back unchanged, also when the text is a shell's argument", async () => {
  await using api = await MikrusApi.start();
  api.exec = { asArgument: true };
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 300 }), async (text) => {
      assertEquals(await carryOut(api, order({ text })), { ok: true, data: { got: { text }, sudo: null } });
    }),
    { numRuns: 10 },
  );
});

for (
  const [what, escape] of [
    [
      "escapes more than it has to",
      (text: string) => text.replace(/[+=/&]/g, (char) => `&#x${char.charCodeAt(0).toString(16)};`),
    ],
    ["ends lines with CR LF", (text: string) => text.replaceAll("\n", "\r\n")],
    ["trims", (text: string) => text.trim()],
    [
      "shows lines of its own before and after",
      (text: string) => `Welcome!\nsh: 1: echo\n${text}\n: not found\n`,
    ],
  ] as const
) {
  Deno.test(`the reply is read from an API that ${what}`, async () => {
    await using api = await MikrusApi.start();
    api.exec = { escape };
    const input = { text: "<b>&\"'</b>\n+/=" };
    assertEquals(await carryOut(api, order(input)), { ok: true, data: { got: input, sudo: null } });
  });
}

Deno.test("a helper's failure is a reply", async () => {
  await using api = await MikrusApi.start();
  const error = { code: "NOT_FOUND", message: "No such file", detail: null, exitCode: 2 };
  const source = {
    python: `def reply(order):\n    return ${
      JSON.stringify({ ok: false, error }).replace("false", "False").replace("null", "None")
    }\n`,
    shell: null,
  };
  assertEquals(await carryOut(api, order(), source), { ok: false, error });
});

Deno.test("a reply of half a megabyte arrives whole; one that is too large is a failure in words", async () => {
  await using api = await MikrusApi.start();
  const sized = (bytes: number): HelperSource => ({
    python: `def reply(order):\n    return {"ok": True, "data": {"text": "x" * ${bytes}}}\n`,
    shell: null,
  });
  const whole = await carryOut(api, order(), sized(500_000));
  assertTrue(whole.ok && String(whole.data["text"]).length === 500_000);
  const large = await carryOut(api, order(), sized(900_000));
  assertEquals(large.ok ? null : [large.error.code, large.error.detail], ["UPSTREAM_FAILED", "TOO_LARGE"]);
});

Deno.test("work that takes longer than its budget is ended on the server and says so", async () => {
  await using api = await MikrusApi.start();
  const source = { python: "import time\ndef reply(order):\n    time.sleep(60)\n", shell: null };
  const reply = await carryOut(api, order({}, { budgetMs: 200 }), source);
  assertEquals(reply.ok ? null : reply.error.code, "TIMEOUT");
});

for (const [changes, code] of [[false, "UPSTREAM_FAILED"], [true, "AMBIGUOUS_OUTCOME"]] as const) {
  Deno.test(`an order that the API ends is ${code}, and its processes end with it`, async () => {
    await using api = await MikrusApi.start();
    const end = new AbortController();
    api.exec = { end: end.signal };
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const source = {
      python: `import socket
def reply(order):
    held = socket.create_connection(("127.0.0.1", ${listener.addr.port}))
    held.recv(1)
`,
      shell: null,
    };
    const carried = assertFails(() => carryOut(api, order({}, { changes }), source), code);
    using held = await listener.accept();
    end.abort();
    await carried;
    // The connection is the process's alone: it closes when the process is gone.
    assertEquals(await held.read(new Uint8Array(1)).catch(() => null), null);
  });
}

for (
  const [what, fault, read, change] of [
    [
      "an output without marks",
      FAULTS.value({ output: "błąd wykonania polecenia" }),
      "UPSTREAM_FAILED",
      "AMBIGUOUS_OUTCOME",
    ],
    ["no output", FAULTS.value({ output: "" }), "UPSTREAM_FAILED", "AMBIGUOUS_OUTCOME"],
    ["no field for it", FAULTS.value({}), "UPSTREAM_PROTOCOL", "AMBIGUOUS_OUTCOME"],
    ["a refusal", FAULTS.refused("nie"), "UPSTREAM_REJECTED", "UPSTREAM_REJECTED"],
    ["status 502", FAULTS.status(502), "TRANSIENT_UPSTREAM", "AMBIGUOUS_OUTCOME"],
    [
      "a reply of another order",
      marked((nonce) => `${nonce.replace(/^./, "x")} 0 e30=\n${nonce} end 0`),
      "UPSTREAM_PROTOCOL",
      "AMBIGUOUS_OUTCOME",
    ],
    [
      "a reply that is no JSON",
      marked((nonce) => `${nonce} 0 AAAA\n${nonce} end 0`),
      "UPSTREAM_PROTOCOL",
      "AMBIGUOUS_OUTCOME",
    ],
    [
      "a reply of no form",
      marked((nonce) => `${nonce} 0 ${btoa('{"ok":1}')}\n${nonce} end 0`),
      "UPSTREAM_PROTOCOL",
      "AMBIGUOUS_OUTCOME",
    ],
    ["a status and no reply", marked((nonce) => `${nonce} end 1`), "UPSTREAM_PROTOCOL", "AMBIGUOUS_OUTCOME"],
    [
      "a reply that is cut",
      marked((nonce) => `${nonce} 0 ${btoa('{"ok":true')}`),
      "UPSTREAM_FAILED",
      "AMBIGUOUS_OUTCOME",
    ],
  ] as const
) {
  Deno.test(`${what} is ${read} for what looks and ${change} for what changes`, async () => {
    await using api = await MikrusApi.start();
    api.faults.push(fault, fault);
    await assertFails(() => carryOut(api, order()), read);
    await assertFails(() => carryOut(api, order({}, { changes: true })), change);
    assertEquals(api.seen.length, 2);
  });
}

Deno.test("what is too large for a command is not sent", async () => {
  await using api = await MikrusApi.start();
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  const content = btoa(String.fromCharCode(...bytes)) + btoa(String.fromCharCode(...bytes.toReversed()));
  const error = await assertFails(
    () => carryOut(api, order({ content }, { changes: true })),
    "VALIDATION_FAILED",
  );
  assertIncludes((error as ToolError).line, "use an ssh target");
  assertEquals(api.seen, []);
});

Deno.test("a hundred thousand bytes of text fit into a command", async () => {
  await using api = await MikrusApi.start();
  api.exec = { asArgument: true };
  const content = "listen 443 ssl; # żółw\n".repeat(4_000);
  assertEquals(await carryOut(api, order({ content })), { ok: true, data: { got: { content }, sudo: null } });
});

for (const shell of ["dash", "bash", "busybox"]) {
  const path = (await run(["which", shell])).stdout.trim();
  Deno.test({
    name:
      `a server without python3 gets the ${shell} form where there is one, and a reason where there is none`,
    ignore: path === "",
    async fn() {
      await using api = await MikrusApi.start();
      await using bin = await binaries(path);
      api.exec = { path: bin.path };
      const source = {
        ...ECHO,
        shell: `read -r line; printf '{"ok":true,"data":{"line":"%s","say":"%s"}}' "$line" '<ż&>'`,
      };
      assertEquals(await carryOut(api, order(), source), { ok: true, data: { line: "", say: "<ż&>" } });
      const error = await assertFails(() => carryOut(api, order({}, { changes: true })), "UNAVAILABLE");
      assertIncludes(error.message, "PYTHON_REQUIRED");
      await assertFails(
        () => carryOut(api, order(), { ...ECHO, shell: "echo no JSON" }),
        "UPSTREAM_PROTOCOL",
      );
    },
  });
}

/** An answer made for the request's own nonce. */
function marked(output: (nonce: string) => string): Fault {
  return (_good, { form }) => {
    const nonce = /'\\n([0-9a-f]{32}) end/.exec(form["cmd"] ?? "")?.[1] ?? "";
    return Response.json({ output: output(nonce) });
  };
}

/** A directory with little more than that shell. */
async function binaries(shell: string): Promise<AsyncDisposable & { path: string }> {
  const path = await Deno.makeTempDir({ prefix: "gatehouse-bin-" });
  for (const name of ["cat", "base64"]) {
    await Deno.symlink((await run(["which", name])).stdout.trim(), join(path, name));
  }
  await Deno.symlink(shell, join(path, "sh"));
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}
