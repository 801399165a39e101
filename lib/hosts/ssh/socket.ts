/**
 * A TCP connection as the stream that ssh2 takes. Deno's own connection asks for the permission of exactly the name and
 * port that it is given, where Node's looks the name up first.
 */
import type { Buffer } from "node:buffer";
import { Duplex } from "node:stream";

/** Bytes of one read. */
const READ_BYTES = 65_536;

type Done = (error?: Error | null) => void;

/**
 * The stream; destroying it closes the connection at once.
 *
 * @example
 * ```ts
 * import { socketStream } from "gatehouse/hosts/ssh/socket.ts";
 *
 * const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
 * const { port } = listener.addr as Deno.NetAddr;
 * const [conn, other] = await Promise.all([Deno.connect({ hostname: "127.0.0.1", port }), listener.accept()]);
 * const stream = socketStream(conn);
 * stream.write("hi");
 * const buffer = new Uint8Array(8);
 * if (await other.read(buffer) !== 2) throw new Error("not written");
 * stream.destroy();
 * other.close();
 * listener.close();
 * ```
 */
export function socketStream(conn: Deno.TcpConn): Duplex {
  conn.setNoDelay(true);
  let reading = false;
  const buffer = new Uint8Array(READ_BYTES);
  const stream: Duplex = new Duplex({
    highWaterMark: READ_BYTES,
    // The other end of an SSH connection never closes one direction only.
    allowHalfOpen: false,
    read() {
      if (reading) return;
      reading = true;
      void (async () => {
        try {
          for (let more = true; more;) {
            const count = await conn.read(buffer);
            if (count === null) return void stream.push(null);
            more = stream.push(buffer.slice(0, count));
          }
        } catch (error) {
          stream.destroy(error instanceof Error ? error : undefined);
        } finally {
          reading = false;
        }
      })();
    },
    write(chunk: Buffer, _encoding: string, done: Done) {
      writeAll(conn, chunk).then(() => done(), done);
    },
    writev(chunks: readonly { readonly chunk: Buffer }[], done: Done) {
      writeAll(conn, joined(chunks.map(({ chunk }) => chunk))).then(() => done(), done);
    },
    final(done: Done) {
      conn.closeWrite().then(() => done(), () => done());
    },
    destroy(error: Error | null, done: Done) {
      try {
        conn.close();
      } catch {
        // It is closed.
      }
      done(error);
    },
  });
  return stream;
}

async function writeAll(conn: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let sent = 0; sent < bytes.length;) sent += await conn.write(bytes.subarray(sent));
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
