/** The network is cut at any byte, in either direction: what is told of a change is never more than what is known. */
import { assertEquals, assertTrue } from "../../assert.ts";
import { Served } from "../parts/served.ts";
import { Sshd } from "../parts/sshd.ts";
import { targetOf } from "../parts/target.ts";

/** Passes everything on until that many bytes have passed in that direction, then cuts the connection. */
class Cutter implements AsyncDisposable {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #conns = new Set<Deno.Conn>();
  readonly passed = { up: 0, down: 0 };
  readonly cutAt = { up: Infinity, down: Infinity };

  constructor(readonly target: number) {
    void this.#accept();
  }

  get port(): number {
    return (this.#listener.addr as Deno.NetAddr).port;
  }

  // deno-lint-ignore require-await
  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    for (const conn of this.#conns) close(conn);
  }

  async #accept(): Promise<void> {
    for await (const client of this.#listener) {
      const server = await Deno.connect({ hostname: "127.0.0.1", port: this.target });
      this.#conns.add(client).add(server);
      void this.#pump(client, server, "up");
      void this.#pump(server, client, "down");
    }
  }

  async #pump(from: Deno.Conn, to: Deno.Conn, way: "up" | "down"): Promise<void> {
    const buffer = new Uint8Array(65_536);
    try {
      for (;;) {
        const count = await from.read(buffer);
        if (count === null) break;
        const room = Math.max(0, this.cutAt[way] - this.passed[way]);
        const part = buffer.subarray(0, Math.min(count, room));
        this.passed[way] += part.length;
        for (let at = 0; at < part.length;) at += await to.write(part.subarray(at));
        if (part.length < count) break;
      }
    } catch {
      // The other side was closed.
    }
    close(from);
    close(to);
  }
}

function close(conn: Deno.Conn): void {
  try {
    conn.close();
  } catch {
    // It was closed before.
  }
}

/** A server that grants every change, behind a cutter. */
async function open() {
  const sshd = await Sshd.start();
  const cutter = new Cutter(sshd.port);
  const served = await Served.open({ targets: [await targetOf(sshd, { port: cutter.port })] });
  served.memory.holds = () => Promise.resolve(true);
  served.memory.begin = served.memory.beginAsked;
  const top = await Deno.realPath(await Deno.makeTempDir({ dir: "/tmp", prefix: "gatehouse-cut-" }));
  return {
    sshd,
    cutter,
    served,
    top,
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await cutter[Symbol.asyncDispose]();
      await sshd[Symbol.asyncDispose]();
      await Deno.remove(top, { recursive: true });
    },
  };
}

const NEVER = Infinity;
const exists = (path: string) => Deno.stat(path).then(() => true, () => false);

for (const way of ["up", "down"] as const) {
  Deno.test(`cut ${way}wards anywhere in the making of a connection, a read fails typed or is answered, and the next works`, async () => {
    await using world = await open();
    const { cutter, served } = world;
    // How many bytes a whole call takes from nothing.
    assertEquals((await served.call("get_memory_info")).isError, false);
    const whole = cutter.passed[way];
    for (let round = 0; round < 12; round++) {
      // The connection there is goes away.
      cutter.cutAt[way] = cutter.passed[way];
      await served.call("get_memory_info");
      cutter.cutAt[way] = cutter.passed[way] + Math.floor(whole * round / 12);
      const { isError, envelope } = await served.call("get_memory_info");
      if (isError) {
        assertTrue(
          /^(UNAVAILABLE|TRANSIENT_UPSTREAM|UPSTREAM_PROTOCOL)$/.test(envelope.error.code),
          envelope.error.code,
        );
      }
      cutter.cutAt[way] = NEVER;
      assertEquals((await served.call("get_memory_info")).isError, false);
    }
    assertEquals(served.defects, []);
  });

  Deno.test(`cut ${way}wards anywhere in a change, it is told as done, as not begun, or as unknown, and each is true`, async () => {
    await using world = await open();
    const { cutter, served, top } = world;
    const write = (name: string) =>
      served.call("write_file", { path: `${top}/${name}`, content: "x".repeat(500) });
    await write("warm");
    const before = cutter.passed[way];
    await write("measured");
    const whole = cutter.passed[way] - before;
    const seen = new Set<string>();
    for (let round = 0; round <= 20; round++) {
      cutter.cutAt[way] = cutter.passed[way] + Math.floor(whole * round / 20);
      const { isError, envelope } = await write(`${round}`);
      const code = isError ? envelope.error.code : "done";
      seen.add(code);
      cutter.cutAt[way] = NEVER;
      // Whatever still runs there has ended once the machine answers again and its sessions are idle.
      assertEquals((await served.call("get_memory_info")).isError, false);
      const isThere = await exists(`${top}/${round}`);
      if (code === "done") assertTrue(isThere, `round ${round}`);
      else if (code !== "AMBIGUOUS_OUTCOME") assertTrue(!isThere, `round ${round}: ${code}, and it is there`);
      assertTrue(
        /^(done|AMBIGUOUS_OUTCOME|UNAVAILABLE|TRANSIENT_UPSTREAM)$/.test(code),
        `${code}: ${envelope.error?.message}`,
      );
    }
    assertTrue(seen.has("AMBIGUOUS_OUTCOME"), [...seen].join());
    assertEquals(served.defects, []);
    assertEquals((await Array.fromAsync(Deno.readDir(top))).filter(({ name }) => name.startsWith(".")), []);
  });
}
