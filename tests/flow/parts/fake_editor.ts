/** A stand-in for an editor that misbehaves: it listens on a socket, and does with each connection as the test says. */
import { join } from "node:path";
import { decode } from "@msgpack/msgpack";
import { Editor } from "gatehouse/flow/editor/editor.ts";

/** One connection, as the editor's side sees it. */
export interface Peer {
  /** The next message that came in; null when the client has closed. One message comes in one piece, or in more. */
  next(): Promise<readonly unknown[] | null>;
  /** Sends bytes; true when they were taken. */
  send(bytes: Uint8Array): Promise<boolean>;
  /** Ends the connection. */
  close(): void;
}

/** The stand-in. */
export class FakeEditor implements AsyncDisposable {
  readonly socket: string;
  /** Messages of all connections so far. */
  readonly messages: (readonly unknown[])[] = [];
  /** Connections so far. */
  connections = 0;
  readonly #directory: string;
  readonly #listener: Deno.Listener;
  readonly #open = new Set<Deno.Conn>();
  readonly #editors: Editor[] = [];
  readonly #served: Promise<void>;

  private constructor(directory: string, serve: (peer: Peer) => Promise<void>) {
    this.#directory = directory;
    this.socket = join(directory, "nvim.sock");
    this.#listener = Deno.listen({ transport: "unix", path: this.socket });
    this.#served = this.#accept(serve);
  }

  /** Starts one; `serve` gets each connection. */
  static async start(serve: (peer: Peer) => Promise<void>): Promise<FakeEditor> {
    return new FakeEditor(await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-fake-" })), serve);
  }

  /** A bridge to it, closed with it. */
  editor(
    { timeoutSeconds = 60, root = this.#directory }: { timeoutSeconds?: number; root?: string } = {},
  ): Editor {
    const editor = new Editor({
      socket: this.socket,
      timeoutSeconds,
      uid: Deno.uid(),
      root,
    });
    this.#editors.push(editor);
    return editor;
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const editor of this.#editors) editor.close();
    this.#listener.close();
    for (const connection of this.#open) connection.close();
    await this.#served;
    await Deno.remove(this.#directory, { recursive: true });
  }

  async #accept(serve: (peer: Peer) => Promise<void>): Promise<void> {
    const serving: Promise<void>[] = [];
    for await (const connection of this.#listener) {
      this.#open.add(connection);
      this.connections += 1;
      serving.push(serve(this.#peer(connection)));
    }
    await Promise.all(serving);
  }

  #peer(connection: Deno.Conn): Peer {
    let received = new Uint8Array();
    const chunk = new Uint8Array(65_536);
    const close = (): void => {
      if (this.#open.delete(connection)) connection.close();
    };
    return {
      close,
      next: async () => {
        for (;;) {
          const message = whole(received);
          if (message !== null) {
            received = new Uint8Array();
            this.messages.push(message);
            return message;
          }
          const length = await connection.read(chunk).catch(() => null);
          if (length === null) return null;
          received = new Uint8Array([...received, ...chunk.subarray(0, length)]);
        }
      },
      send: async (bytes) => {
        try {
          for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
          return true;
        } catch {
          return false;
        }
      },
    };
  }
}

function whole(bytes: Uint8Array): readonly unknown[] | null {
  if (bytes.length === 0) return null;
  try {
    // The client under test sends arrays only, and one at a time.
    return decode(bytes) as readonly unknown[];
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
