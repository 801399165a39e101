/** A TCP proxy on loopback that can freeze, go on, and cut. */

/** Between a client and a server. */
export class Proxy implements AsyncDisposable {
  readonly #listener: Deno.Listener;
  readonly #target: number;
  readonly #pairs = new Set<readonly [Deno.Conn, Deno.Conn | null]>();
  readonly #swallowed = new Set<Deno.Conn>();
  #frozen = false;
  #thawed = Promise.withResolvers<void>();
  #received = 0;
  #waiting: { readonly bytes: number; readonly done: () => void }[] = [];
  #accepted = 0;

  private constructor(listener: Deno.Listener, target: number) {
    this.#listener = listener;
    this.#target = target;
    void this.#accept();
  }

  /** A proxy to that port of 127.0.0.1. */
  static to(port: number): Proxy {
    return new Proxy(Deno.listen({ hostname: "127.0.0.1", port: 0 }), port);
  }

  /** Where it listens, on 127.0.0.1. */
  get port(): number {
    return (this.#listener.addr as Deno.NetAddr).port;
  }

  /** Connections that it took so far. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Bytes that came from the server so far, on all connections. */
  get received(): number {
    return this.#received;
  }

  /** From now on nothing passes, in either direction; connections stay open and new ones are taken. */
  freeze(): void {
    this.#frozen = true;
  }

  /** Lets everything pass again. */
  thaw(): void {
    this.#frozen = false;
    this.#thawed.resolve();
    this.#thawed = Promise.withResolvers();
  }

  /** From now on nothing passes on the connections that there are; new ones are not concerned. */
  swallow(): void {
    for (const pair of this.#pairs) for (const conn of pair) if (conn !== null) this.#swallowed.add(conn);
  }

  /** Closes every connection. */
  cut(): void {
    for (const pair of this.#pairs) for (const conn of pair) close(conn);
    this.#pairs.clear();
  }

  /** Settles once that many bytes more have come from the server. */
  more(bytes: number): Promise<void> {
    return new Promise((done) => this.#waiting.push({ bytes: this.#received + bytes, done }));
  }

  // deno-lint-ignore require-await
  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    this.cut();
    this.thaw();
  }

  async #accept(): Promise<void> {
    for await (const client of this.#listener) {
      this.#accepted++;
      void this.#serve(client).catch(() => close(client));
    }
  }

  async #serve(client: Deno.Conn): Promise<void> {
    const early = [client, null] as const;
    this.#pairs.add(early);
    while (this.#frozen) await this.#thawed.promise;
    if (!this.#pairs.delete(early)) return;
    const server = await Deno.connect({ hostname: "127.0.0.1", port: this.#target });
    const pair = [client, server] as const;
    this.#pairs.add(pair);
    await Promise.allSettled([
      this.#pipe(client, server, () => {}),
      this.#pipe(server, client, (bytes) => this.#count(bytes)),
    ]);
    this.#pairs.delete(pair);
  }

  async #pipe(from: Deno.Conn, to: Deno.Conn, count: (bytes: number) => void): Promise<void> {
    const buffer = new Uint8Array(65_536);
    try {
      for (let read = await from.read(buffer); read !== null; read = await from.read(buffer)) {
        while (this.#frozen) await this.#thawed.promise;
        if (this.#swallowed.has(from)) continue;
        count(read);
        for (let sent = 0; sent < read;) sent += await to.write(buffer.subarray(sent, read));
      }
    } finally {
      close(from);
      close(to);
    }
  }

  #count(bytes: number): void {
    this.#received += bytes;
    const over = this.#waiting.filter((entry) => entry.bytes <= this.#received);
    this.#waiting = this.#waiting.filter((entry) => !over.includes(entry));
    for (const { done } of over) done();
  }
}

function close(conn: Deno.Conn | null): void {
  try {
    conn?.close();
  } catch {
    // It was closed by the other side of the pair.
  }
}
