/** Whether anybody answers at an address. A connection is made and closed; nothing is sent, and nothing is read. */

/** What came of it. */
export type Reached = "reached" | "unresolved" | "refused" | "late" | "unreachable";

/** What each failure is called. */
export const UNREACHED: Readonly<Record<Exclude<Reached, "reached">, string>> = {
  unresolved: "its name does not resolve",
  refused: "the connection was refused",
  late: "nobody answered in time",
  unreachable: "no way leads there",
};

/**
 * Tries a connection; never rejects.
 *
 * @param address A host and port, or the path of a Unix socket.
 * @param options `signal`: ends the try.
 *
 * @example
 * ```ts
 * import { reach } from "gatehouse/cli/doctor/reach.ts";
 *
 * using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
 * const { port } = listener.addr as Deno.NetAddr;
 * const { signal } = new AbortController();
 * if (await reach({ hostname: "127.0.0.1", port }, { signal }) !== "reached") throw new Error("not reached");
 * ```
 */
export async function reach(
  address: { readonly hostname: string; readonly port: number } | { readonly path: string },
  { signal }: { readonly signal: AbortSignal },
): Promise<Reached> {
  const connecting: Promise<Deno.Conn> = "path" in address
    ? Deno.connect({ transport: "unix", path: address.path })
    : Deno.connect({ ...address });
  const late = Promise.withResolvers<null>();
  const onAbort = (): void => late.resolve(null);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const conn = await Promise.race([connecting, late.promise]);
    if (conn !== null) {
      conn.close();
      return "reached";
    }
    connecting.then((made) => made.close(), () => {});
    return "late";
  } catch (error) {
    return named(error);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function named(error: unknown): Reached {
  if (error instanceof Deno.errors.ConnectionRefused) return "refused";
  if (error instanceof Deno.errors.TimedOut) return "late";
  return error instanceof Error && /lookup address|resolve/i.test(error.message)
    ? "unresolved"
    : "unreachable";
}
