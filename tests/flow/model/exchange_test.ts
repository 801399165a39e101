/** One request, over one connection, to the very address that was configured. */
import { fileURLToPath } from "node:url";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { certificate } from "../../hosts/parts/certificate.ts";
import { closedPort } from "../../parts/systemone.ts";
import { fault, ScriptedModel, text } from "../parts/scripted_model.ts";
import { clientOf, never, turnOf } from "./parts/client.ts";

Deno.test("proxies that the environment names do not matter, though the runtime would use them", async () => {
  await using model = new ScriptedModel([text("here")]);
  const dead = `http://127.0.0.1:${closedPort()}`;
  const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];
  const main = fileURLToPath(new URL("./proxy_main.ts", import.meta.url));
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-check", `--allow-net=127.0.0.1:${model.port}`, main, model.url],
    env: Object.fromEntries(names.map((name) => [name, dead])),
  }).output();
  assertEquals([code, new TextDecoder().decode(stdout).trim()], [0, "here no way"]);
});

Deno.test("a request that was closed without an answer is not sent again", async () => {
  await using model = new ScriptedModel([fault.close(), text("a second answer")]);
  await assertFails(() => clientOf(model).turn(turnOf(), never()), "MODEL_UNAVAILABLE");
  assertEquals(model.turns.length, 1);
});

Deno.test("an https service is spoken to in TLS from the first byte on", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const first = (async () => {
    using connection = await listener.accept();
    const bytes = new Uint8Array(1);
    await connection.read(bytes);
    return bytes[0];
  })();
  await using model = new ScriptedModel();
  const client = clientOf(model, { baseUrl: `https://127.0.0.1:${listener.addr.port}` });
  const failed = assertFails(() => client.turn(turnOf(), never()), "MODEL_UNAVAILABLE");
  // RFC 8446, section 5.1: a handshake record.
  assertEquals(await first, 22);
  await failed;
});

Deno.test("a service whose certificate nobody vouches for is told so, and sees nothing", async () => {
  const { cert, key } = await certificate();
  using listener = Deno.listenTls({ hostname: "127.0.0.1", port: 0, cert, key });
  const seen = (async () => {
    using connection = await listener.accept();
    return await connection.read(new Uint8Array(1)).catch(() => null);
  })();
  await using model = new ScriptedModel();
  const client = clientOf(model, { baseUrl: `https://127.0.0.1:${listener.addr.port}` });
  const { message } = await assertFails(() => client.turn(turnOf(), never()), "MODEL_UNAVAILABLE");
  assertIncludes(message, "its certificate is not trusted");
  assertEquals(await seen, null);
});

Deno.test("a service that never ends the handshake is given up", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepted = listener.accept();
  await using model = new ScriptedModel();
  const client = clientOf(model, {
    baseUrl: `https://127.0.0.1:${listener.addr.port}`,
    timeoutSeconds: 0.2,
  });
  await assertFails(() => client.turn(turnOf(), never()), "MODEL_UNAVAILABLE");
  // The runtime keeps a connection with an unfinished handshake until the other side leaves.
  (await accepted).close();
});

Deno.test("a service that does not take the whole request is given up", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepted = listener.accept();
  await using model = new ScriptedModel();
  const baseUrl = `http://127.0.0.1:${listener.addr.port}`;
  // The service is asked about the model first, whose name is what does not fit.
  const name = "m".repeat(30_000_000);
  const client = clientOf(model, { baseUrl, timeoutSeconds: 0.2 });
  const { message } = await assertFails(() => client.preflight(name, never()), "MODEL_UNAVAILABLE");
  assertTrue(message.length < 400, message.slice(0, 400));
  (await accepted).close();
});

Deno.test("a large request arrives whole", async () => {
  await using model = new ScriptedModel([text("yes")]);
  const content = "ą".repeat(900_000);
  await clientOf(model).turn(turnOf({ messages: [{ role: "user", content }] }), never());
  assertEquals(model.turns[0]?.body.messages?.[0]?.content === content, true);
});
