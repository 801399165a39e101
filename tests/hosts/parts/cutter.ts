/** A TCP proxy on loopback that cuts every connection at the n-th piece that passes, in either direction. */

/** Between a client and a server; passes everything until it is armed. */
export class Cutter implements AsyncDisposable {
  readonly #listener: Deno.Listener;
  readonly #target: number;
  readonly #open = new Set<Deno.Conn>();
  #left: number | null = null;
  #isDown = false;
  #willBeDown = false;
  #isMute = false;

  private constructor(listener: Deno.Listener, target: number) {
    this.#listener = listener;
    this.#target = target;
    void this.#accept();
  }

  /** A proxy to that port of 127.0.0.1. */
  static to(port: number): Cutter {
    return new Cutter(Deno.listen({ hostname: "127.0.0.1", port: 0 }), port);
  }

  /** Where it listens, on 127.0.0.1. */
  get port(): number {
    return (this.#listener.addr as Deno.NetAddr).port;
  }

  /**
   * From now on so many pieces pass, and then everything is cut, once.
   *
   * @param options `down`: afterwards nobody is let in any more, until `up`.
   */
  arm(pieces: number, { down = false }: { readonly down?: boolean } = {}): void {
    this.#left = pieces;
    this.#willBeDown = down;
  }

  /** From now on nothing that the server says arrives. */
  mute(): void {
    this.#isMute = true;
  }

  /** Whether the cut is still to come; it never comes after this. */
  disarm(): boolean {
    const isArmed = this.#left !== null;
    this.#left = null;
    return isArmed;
  }

  /** Lets clients in again. */
  up(): void {
    this.#isDown = false;
  }

  /** Cuts everything now. `down` as for `arm`. */
  cut({ down = false }: { readonly down?: boolean } = {}): void {
    this.#isDown = down;
    this.#isMute = false;
    for (const conn of this.#open) close(conn);
    this.#open.clear();
  }

  // deno-lint-ignore require-await
  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    this.cut();
  }

  async #accept(): Promise<void> {
    for await (const client of this.#listener) {
      if (this.#isDown) close(client);
      else void this.#serve(client).catch(() => close(client));
    }
  }

  async #serve(client: Deno.Conn): Promise<void> {
    const server = await Deno.connect({ hostname: "127.0.0.1", port: this.#target });
    this.#open.add(client).add(server);
    await Promise.allSettled([
      this.#pipe(client, server, () => false),
      this.#pipe(server, client, () => this.#isMute),
    ]);
    this.#open.delete(client);
    this.#open.delete(server);
  }

  async #pipe(from: Deno.Conn, to: Deno.Conn, isLost: () => boolean): Promise<void> {
    const buffer = new Uint8Array(65_536);
    try {
      for (let read = await from.read(buffer); read !== null; read = await from.read(buffer)) {
        if (this.#isCut()) return;
        if (isLost()) continue;
        for (let sent = 0; sent < read;) sent += await to.write(buffer.subarray(sent, read));
      }
    } finally {
      close(from);
      close(to);
    }
  }

  #isCut(): boolean {
    if (this.#left === null) return false;
    if (this.#left > 0) {
      this.#left--;
      return false;
    }
    this.#left = null;
    this.cut({ down: this.#willBeDown });
    return true;
  }
}

function close(conn: Deno.Conn): void {
  try {
    conn.close();
  } catch {
    // It was closed by the other side of the pair.
  }
}
