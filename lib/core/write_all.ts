/** A whole message onto a connection: one `write` may take only a part of it. */

/**
 * Writes all of the bytes.
 *
 * @throws what the connection's `write` throws.
 *
 * @example
 * ```ts
 * import { writeAll } from "gatehouse/core/write_all.ts";
 *
 * let taken = 0;
 * await writeAll({ write: (bytes) => Promise.resolve((taken++, Math.min(2, bytes.length))) }, new Uint8Array(5));
 * if (taken !== 3) throw new Error("not in parts");
 * ```
 */
export async function writeAll(connection: Pick<Deno.Conn, "write">, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await connection.write(bytes.subarray(done));
}
