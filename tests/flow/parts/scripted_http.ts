/** The scripted model's side of HTTP/1.1, by hand: it must be able to break off wherever a service can. */

/** One request and the way to answer it; every method fails once the other side is gone. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** A whole response; text stays text. */
  json(status: number, body: unknown, headers?: Readonly<Record<string, string>>): Promise<void>;
  head(status: number, headers: Readonly<Record<string, string>>, framing: Framing): Promise<void>;
  /** A part of the body. */
  body(bytes: Uint8Array): Promise<void>;
  /** The body's end. */
  end(): Promise<void>;
  /** Closes the connection where it stands. */
  cut(): void;
  /** Waits for the event, or fails when the other side leaves or the server is closed. */
  or(event: Promise<unknown> | undefined): Promise<void>;
}

export interface Framing {
  readonly framing: "chunked" | "length" | "close";
  readonly length?: number;
}

/** Serves each connection once. */
export function serveRaw(hostname: string, answer: (exchange: Exchange) => Promise<void>) {
  const listener = Deno.listen({ hostname, port: 0 });
  const open = new Set<Deno.TcpConn>();
  const closed = Promise.withResolvers<never>();
  closed.promise.catch(() => {});
  const running = new Set<Promise<void>>();
  const accepting = (async () => {
    for await (const connection of listener) {
      open.add(connection);
      const one = serveOne(connection, { answer, closed: closed.promise }).finally(() => {
        open.delete(connection);
        shut(connection);
        running.delete(one);
      });
      running.add(one);
    }
  })();
  return {
    port: listener.addr.port,
    async close(): Promise<void> {
      listener.close();
      closed.reject(new Error("closed"));
      for (const connection of open) shut(connection);
      await accepting;
      await Promise.all(running);
    },
  };
}

interface Serving {
  readonly answer: (exchange: Exchange) => Promise<void>;
  readonly closed: Promise<never>;
}

async function serveOne(connection: Deno.TcpConn, { answer, closed }: Serving): Promise<void> {
  const request = await readRequest(connection).catch(() => null);
  if (request === null) return;
  const gone = leaving(connection);
  gone.catch(() => {});
  let framing: Framing["framing"] = "close";
  const write = async (bytes: Uint8Array) => {
    for (let done = 0; done < bytes.length;) done += await connection.write(bytes.subarray(done));
  };
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const exchange: Exchange = {
    ...request,
    async head(status, headers, told) {
      framing = told.framing;
      const lines = [
        `HTTP/1.1 ${status} Scripted`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        ...(framing === "chunked" ? ["transfer-encoding: chunked"] : []),
        ...(framing === "length" ? [`content-length: ${told.length ?? 0}`] : []),
        "connection: close",
      ];
      await write(utf8(`${lines.join("\r\n")}\r\n\r\n`));
    },
    async body(bytes) {
      if (bytes.length === 0) return;
      if (framing !== "chunked") return await write(bytes);
      await write(utf8(`${bytes.length.toString(16)}\r\n`));
      await write(bytes);
      await write(utf8("\r\n"));
    },
    async end() {
      if (framing === "chunked") await write(utf8("0\r\n\r\n"));
    },
    async json(status, body, headers = {}) {
      const isText = typeof body === "string";
      const bytes = utf8(isText ? body : JSON.stringify(body));
      const type = isText ? "text/plain" : "application/json";
      await exchange.head(status, { "content-type": type, ...headers }, {
        framing: "length",
        length: bytes.length,
      });
      await exchange.body(bytes);
    },
    cut: () => shut(connection),
    async or(event) {
      if (event !== undefined) await Promise.race([event, gone, closed]);
    },
  };
  await answer(exchange);
}

/** Fails when the other side has closed: after its request it has nothing more to say. */
async function leaving(connection: Deno.TcpConn): Promise<never> {
  const rest = new Uint8Array(1_024);
  while (await connection.read(rest) !== null);
  throw new Error("the other side is gone");
}

async function readRequest(connection: Deno.TcpConn) {
  let held = new Uint8Array();
  const more = async () => {
    const part = new Uint8Array(65_536);
    const count = await connection.read(part);
    if (count === null) throw new Error("no whole request");
    const all = new Uint8Array(held.length + count);
    all.set(held);
    all.set(part.subarray(0, count), held.length);
    held = all;
  };
  const latin = () => new TextDecoder("latin1").decode(held);
  let at = -1;
  while ((at = latin().indexOf("\r\n\r\n")) < 0) await more();
  const [first = "", ...lines] = latin().slice(0, at).split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = new Map(lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  }));
  const length = Number(headers.get("content-length") ?? 0);
  while (held.length < at + 4 + length) await more();
  const text = new TextDecoder().decode(held.subarray(at + 4, at + 4 + length));
  return { method, path, headers, text };
}

function shut(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch {
    // It is closed.
  }
}
