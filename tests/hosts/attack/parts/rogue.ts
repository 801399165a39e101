/** An SSH server that is not to be trusted: it has the known key, lets everybody in, and then does as the test says. */
import type { Buffer } from "node:buffer";
import type { Duplex } from "node:stream";
import ssh2 from "ssh2";
import type { SshTarget } from "gatehouse/hosts/types.ts";
import { keyPair } from "../../parts/keys.ts";

/** What the server side of a session's command can do. */
export interface RogueChannel extends Duplex {
  readonly stderr: Duplex;
  exit(code: number): void;
  close(): void;
}

/** What the server side of a connection can do. */
export interface RogueConnection {
  on(event: string, listener: (...args: never[]) => void): void;
  forwardOut(ip: string, port: number, from: string, fromPort: number, done: (error?: Error) => void): void;
  x11(ip: string, port: number, done: (error?: Error) => void): void;
  openssh_forwardOutStreamLocal(path: string, done: (error?: Error) => void): void;
  rekey(done?: (error?: Error) => void): void;
  end(): void;
  readonly _protocol: {
    authBanner?(text: string): void;
    openssh_authAgent(channel: number, window: number, packet: number): void;
    requestFailure(): void;
    ping(): void;
  };
}

/** What a rogue does. */
export interface Roguery {
  /** Once somebody has logged in. */
  readonly onReady?: (connection: RogueConnection) => void;
  /** For each command; `order` settles with the order that the client sends to its supervisor. */
  readonly onCommand: (channel: RogueChannel, command: string) => void;
}

interface AuthContext {
  readonly method: string;
  readonly password?: string;
  accept(): void;
  reject(methods?: string[]): void;
}

/** The server. */
export class Rogue implements AsyncDisposable {
  readonly port: number;
  /** Passwords that it was given. */
  readonly passwords: string[] = [];
  readonly #server: { close(): void };
  readonly #connections: Set<RogueConnection>;
  readonly #directory: string;

  private constructor(
    port: number,
    more: {
      server: { close(): void };
      connections: Set<RogueConnection>;
      directory: string;
      passwords: string[];
    },
  ) {
    this.port = port;
    this.#server = more.server;
    this.#connections = more.connections;
    this.#directory = more.directory;
    this.passwords = more.passwords;
  }

  /** Starts one. */
  static async start({ onReady, onCommand }: Roguery): Promise<Rogue> {
    const key = await keyPair("host-1");
    // The package has no types of its own.
    // deno-lint-ignore no-explicit-any
    const { Server } = ssh2 as any;
    const connections = new Set<RogueConnection>();
    const passwords: string[] = [];
    const server = new Server(
      { hostKeys: [await Deno.readTextFile(key.path)] },
      (client: RogueConnection) => {
        connections.add(client);
        const on = (event: string, listener: (...args: never[]) => void) => client.on(event, listener);
        on("error", () => {});
        on("close", () => void connections.delete(client));
        on("authentication", (context: AuthContext) => {
          if (context.password !== undefined) passwords.push(context.password);
          if (context.method === "none") context.reject(["password"]);
          else context.accept();
        });
        on("ready", () => {
          on("session", (accept: () => RogueConnection) => {
            const session = accept();
            session.on(
              "exec",
              (acceptExec: () => RogueChannel, _reject: never, info: { command: string }) => {
                const channel = acceptExec();
                channel.on("error", () => {});
                onCommand(channel, info.command);
              },
            );
          });
          onReady?.(client);
        });
      },
    );
    const port = await new Promise<number>((done) =>
      server.listen(0, "127.0.0.1", () => done(server.address().port))
    );
    const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-rogue-" }));
    return new Rogue(port, { server, connections, directory, passwords });
  }

  /** The target that leads to it. */
  async target(more: Partial<SshTarget> = {}): Promise<SshTarget> {
    const knownHostsFile = `${this.#directory}/known_hosts`;
    const { line } = await keyPair("host-1");
    await Deno.writeTextFile(knownHostsFile, `[127.0.0.1]:${this.port} ${line}\n`);
    return {
      type: "ssh",
      alias: "box",
      host: "127.0.0.1",
      port: this.port,
      user: "admin",
      password: "the-password-of-rogue",
      sudoPassword: "the-sudo-password-of-rogue",
      keyFile: null,
      keyPassphraseFile: null,
      certFile: null,
      knownHostsFile,
      timeout: 10,
      verifyHostKey: true,
      sudo: true,
      ...more,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const connection of this.#connections) connection.end();
    this.#server.close();
    await Deno.remove(this.#directory, { recursive: true });
  }
}

/** An order as the client sends it to the supervisor that it thinks it has started. */
export interface SeenOrder {
  readonly nonce: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Calls the listener for each order that comes; what comes before the first is the supervisor's own source. */
export function onOrder(channel: RogueChannel, listener: (order: SeenOrder) => void): void {
  let held = new Uint8Array();
  let isFirst = true;
  channel.on("data", (chunk: Buffer) => {
    const all = new Uint8Array(held.length + chunk.length);
    all.set(held);
    all.set(chunk, held.length);
    held = all;
    while (held.length >= 4) {
      const length = new DataView(held.buffer, held.byteOffset).getUint32(0);
      if (held.length < 4 + length) return;
      const text = new TextDecoder().decode(held.subarray(4, 4 + length));
      held = held.slice(4 + length);
      if (isFirst) isFirst = false;
      else listener(JSON.parse(text));
    }
  });
}

/** A reply as a supervisor gives it. */
export function reply(channel: RogueChannel, { nonce }: SeenOrder, text: string): void {
  const body = new TextEncoder().encode(text);
  channel.write(`${nonce} 0 ${body.length}\n`);
  channel.write(body);
}
