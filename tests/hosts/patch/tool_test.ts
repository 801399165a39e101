/** `file_patch_atomic` from the call to a real sshd and back, and what is told when the connection is cut meanwhile. */
import { join } from "node:path";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { type Place, place, sha256 } from "../parts/place.ts";
import { Proxy } from "../parts/proxy.ts";
import { Served } from "../parts/served.ts";
import { Sshd, type SshdOptions } from "../parts/sshd.ts";
import { targetOf } from "../parts/target.ts";

const TOOL = "file_patch_atomic";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const digestOf = async (text: string) => `sha256:${await sha256(bytesOf(text))}`;

class World implements AsyncDisposable {
  private constructor(
    readonly sshd: Sshd,
    readonly proxy: Proxy,
    readonly top: Place,
    readonly served: Served,
  ) {}

  static async open(options: SshdOptions = {}): Promise<World> {
    const sshd = await Sshd.start(options);
    const proxy = Proxy.to(sshd.port);
    const served = await Served.open({ targets: [await targetOf(sshd, { port: proxy.port })] });
    return new World(sshd, proxy, await place(), served);
  }

  get path(): string {
    return join(this.top.path, "file");
  }

  async args(from: string, to: string) {
    return { path: this.path, expected_digest: await digestOf(from), content_b64: bytesOf(to).toBase64() };
  }

  async approve(args: Readonly<Record<string, unknown>>): Promise<void> {
    const { memory } = this.served;
    memory.open.length = 0;
    const before = memory.pending.length;
    const { text } = await this.served.call(TOOL, args);
    const asked = memory.pending[before];
    if (asked === undefined) throw new Error(text);
    memory.grant(asked.binding);
  }

  async patch(from: string, to: string) {
    const args = await this.args(from, to);
    await this.approve(args);
    return await this.served.call(TOOL, args);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.served[Symbol.asyncDispose]();
    await this.proxy[Symbol.asyncDispose]();
    await this.sshd[Symbol.asyncDispose]();
    await this.top[Symbol.asyncDispose]();
  }
}

Deno.test("the digest that a read gives is the one that a patch takes", async () => {
  await using world = await World.open();
  await Deno.writeTextFile(world.path, "a\r\nno end");
  const { sha256: seen } = await world.served.data("read_file", { path: world.path });
  assertEquals(`sha256:${seen}`, await digestOf("a\r\nno end"));
  const { envelope } = await world.patch("a\r\nno end", "b\0\r\n");
  assertEquals(envelope.data, {
    status: "REPLACED",
    before_digest: `sha256:${seen}`,
    after_digest: await digestOf("b\0\r\n"),
    before_size: 9,
    after_size: 4,
  });
  assertEquals(await Deno.readTextFile(world.path), "b\0\r\n");
});

Deno.test("what is no canonical base64, too much, or holds the mark of a masked secret is refused before an approval", async () => {
  await using world = await World.open();
  await Deno.writeTextFile(world.path, "a");
  const args = await world.args("a", "b");
  const cases = [
    [{ content_b64: "eA" }, "content_b64"],
    [{ content_b64: "eB==" }, "canonical"],
    [{ content_b64: new Uint8Array(100_001).toBase64() }, "SIZE_LIMIT_EXCEEDED"],
    [{ content_b64: bytesOf("\xff password: [redacted]\n").toBase64() }, "REDACTED_CONTENT"],
    [{ expected_digest: args.expected_digest.slice(7) }, "expected_digest"],
    [{ path: "/etc/passwd" }, "PATH_DENIED"],
  ] as const;
  for (const [more, told] of cases) {
    const error = await world.served.error(TOOL, { ...args, ...more });
    assertEquals(error.code, "VALIDATION_FAILED");
    assertIncludes(error.message, told);
  }
  assertEquals([world.served.memory.pending.length, world.proxy.accepted], [0, 0]);
  assertEquals(await Deno.readTextFile(world.path), "a");
});

Deno.test("a machine without python3 says so, and its file stays", async () => {
  await using world = await World.open({
    path: "/nowhere",
    shell: '#!/bin/sh\nPATH=/nowhere exec /bin/sh -c "$SSH_ORIGINAL_COMMAND"\n',
  });
  await Deno.writeTextFile(world.path, "a");
  const { envelope } = await world.patch("a", "b");
  assertEquals(envelope.error.code, "UNAVAILABLE");
  assertIncludes(envelope.error.message, "PYTHON_REQUIRED");
  assertEquals(await Deno.readTextFile(world.path), "a");
});

Deno.test("wherever the connection is cut, the file is the old one or the new one, and what is told of it is true", async () => {
  await using world = await World.open();
  await Deno.writeTextFile(world.path, "0");
  const measured = world.proxy.received;
  assertEquals((await world.patch("0", "1")).isError, false);
  assertTrue(world.proxy.received > measured);
  // The approval is asked for over the same connection, and costs no bytes.
  await world.approve(await world.args("1", "2"));
  const from = world.proxy.received;
  await world.served.call(TOOL, await world.args("1", "2"));
  const bytes = world.proxy.received - from;
  let now = "2";
  const seen = new Set<string>();
  for (let step = 0; step <= 10; step++) {
    const next = String(step + 3);
    const args = await world.args(now, next);
    await world.approve(args);
    const cut = step === 0 ? Promise.resolve() : world.proxy.more(Math.max(1, Math.round(bytes * step / 10)));
    const call = world.served.call(TOOL, args);
    await Promise.race([cut, call]);
    world.proxy.cut();
    const { isError, envelope } = await call;
    world.proxy.cut();
    await world.sshd.idle();
    const told = isError ? envelope.error.code : envelope.data.status;
    const text = await Deno.readTextFile(world.path);
    seen.add(told);
    if (told === "REPLACED") assertEquals([step, text], [step, next]);
    else if (told === "AMBIGUOUS_OUTCOME") assertTrue([now, next].includes(text), text);
    else assertEquals([step, told, text], [step, "TRANSIENT_UPSTREAM", now]);
    now = text;
    assertEquals(await Array.fromAsync(Deno.readDir(world.top.path), ({ name }) => name), ["file"]);
  }
  assertTrue(seen.has("REPLACED") && seen.size > 1, [...seen].join());
});
