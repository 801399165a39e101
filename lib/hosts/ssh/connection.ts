/** One SSH connection: made, verified, logged in to, and watched until it ends. */
import { ToolError } from "../../core/errors.ts";
import { oneLine } from "../../core/bounds.ts";
import type { SshTarget } from "../types.ts";
import { offer } from "./algorithms.ts";
import { fingerprintOf } from "./host_key.ts";
import type { HostKeyCheck } from "./host_key_check.ts";
import type { LoginSteps } from "./login.ts";
import { socketStream } from "./socket.ts";
import { type Channel, newClient, type SshClient } from "./ssh2.ts";

/**
 * A silent server is asked for a sign of life after this many milliseconds, and given up after so many questions
 * without an answer. A call's own deadline is mostly shorter: this is for connections that nobody uses.
 */
const KEEPALIVE_MS = 15_000;
const KEEPALIVE_COUNT = 3;

/** What a connection is made with. */
export interface ConnectionOptions {
  readonly target: SshTarget;
  readonly check: HostKeyCheck;
  /** The steps of the login; first asked for once the host's key was judged and its signature was right. */
  readonly steps: LoginSteps;
  /** Does to the client what a certificate needs, before it connects. */
  readonly prepare?: (client: SshClient) => void;
  /** Aborted when nobody waits for the connection any more, or its time is up: then it is torn down. */
  readonly signal: AbortSignal;
}

/** The server opens no more channels on this connection. */
export class ChannelRefused extends Error {}

/** A connection that is logged in. */
export interface Connection {
  /** `ssh:user@host:port#host-key=SHA256:…`, or `…#host-key=UNVERIFIED`. */
  readonly identity: string;
  /** False where the configuration turned verification off. */
  readonly proven: boolean;
  readonly isOpen: boolean;
  /** Calls the listener once, when the connection is gone; returns what takes it off again. */
  onEnd(listener: () => void): () => void;
  /**
   * Starts a command in a new channel.
   *
   * @throws ChannelRefused when the server opens no more channels; ToolError `TRANSIENT_UPSTREAM` when the connection
   * ended.
   */
  start(command: string): Promise<Channel>;
  /** Ends it at once, with everything that runs over it. */
  destroy(): void;
}

/**
 * Connects, checks the host's key, and only then logs in.
 *
 * @throws ToolError `UNAVAILABLE`: retryable for what the network does, not for keys and logins.
 *
 * @example
 * ```ts
 * import { connect } from "gatehouse/hosts/ssh/connection.ts";
 *
 * if (connect.length !== 1) throw new Error("other arguments");
 * ```
 */
export async function connect(
  { target, check, steps, prepare, signal }: ConnectionOptions,
): Promise<Connection> {
  const { host, port, user } = target;
  const sock = socketStream(await dial(target, signal));
  const client = newClient();
  let refused: ToolError | null = null;
  let shown = "";
  const ready = Promise.withResolvers<void>();
  // Nobody waits for it when the client does not even start.
  ready.promise.catch(() => {});
  const listeners = new Set<() => void>();
  let isOpen = true;
  const end = (reason: ToolError): void => {
    ready.reject(refused ?? reason);
    if (!isOpen) return;
    isOpen = false;
    sock.destroy();
    for (const listener of listeners) listener();
    listeners.clear();
  };
  const onAbort = (): void => end(unavailable(target, "it took too long"));
  client.on("ready", () => ready.resolve());
  client.on("error", (error) => end(failureOf(target, error)));
  client.on("change password", () => end(expired(target)));
  client.on("close", () => end(unavailable(target, "the connection was closed")));
  sock.on("close", () => end(unavailable(target, "the connection was closed")));
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    prepare?.(client);
    client.connect({
      sock,
      username: user,
      algorithms: { ...offer(), serverHostKey: check.algorithms },
      hostVerifier(blob) {
        const fingerprint = fingerprintOf(blob);
        // Keys are exchanged anew from time to time: the host stays the one that it was.
        refused = shown === "" || shown === fingerprint
          ? check.judge(blob)
          : unavailable(target, "its host key changed meanwhile");
        shown = fingerprint;
        return refused === null;
      },
      authHandler: steps,
      readyTimeout: 0,
      keepaliveInterval: KEEPALIVE_MS,
      keepaliveCountMax: KEEPALIVE_COUNT,
    });
    await ready.promise;
  } catch (error) {
    end(unavailable(target, "the connection failed"));
    throw error;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
  return {
    identity: `ssh:${user}@${host}:${port}#host-key=${target.verifyHostKey ? shown : "UNVERIFIED"}`,
    proven: target.verifyHostKey,
    get isOpen() {
      return isOpen;
    },
    onEnd(listener) {
      if (isOpen) listeners.add(listener);
      else listener();
      return () => listeners.delete(listener);
    },
    start: (command) =>
      new Promise((resolve, reject) => {
        const lost = (): void => reject(connectionLost(target));
        listeners.add(lost);
        // The client tells of a lost connection as of a refused channel.
        const fail = (cause: unknown): void => {
          listeners.delete(lost);
          if (!isOpen) return lost();
          reject(new ChannelRefused(`${shownTarget(target)} opened no channel`, { cause }));
        };
        try {
          client.exec(command, (error, channel) => {
            if (error !== undefined) return fail(error);
            listeners.delete(lost);
            resolve(channel);
          });
        } catch (error) {
          fail(error);
        }
      }),
    destroy: () => end(unavailable(target, "it was closed")),
  };
}

/** The TCP connection. @throws ToolError `UNAVAILABLE`. */
async function dial(target: SshTarget, signal: AbortSignal): Promise<Deno.TcpConn> {
  // Of its own: once there is a connection, it must not hear of the signal any more.
  const giveUp = new AbortController();
  const dialling = Deno.connect({ hostname: target.host, port: target.port, signal: giveUp.signal });
  const late = Promise.withResolvers<never>();
  const onAbort = (): void => late.reject(unavailable(target, "it took too long"));
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([dialling, late.promise]);
  } catch (error) {
    dialling.then((conn) => conn.close(), () => {});
    giveUp.abort();
    if (error instanceof ToolError || error instanceof Deno.errors.NotCapable) throw error;
    throw unavailable(target, error instanceof Error ? error.message : "it failed");
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/**
 * What a read ends with when its connection is lost; a change is ambiguous.
 */
function connectionLost(target: Pick<SshTarget, "host" | "port">): ToolError {
  return new ToolError("TRANSIENT_UPSTREAM", `The connection to ${shownTarget(target)} was lost`, {
    retryable: true,
    next: "Try again",
  });
}

function failureOf(target: SshTarget, error: Error & { readonly level?: string }): ToolError {
  const why = oneLine(error.message, 200);
  if (error.level === "client-authentication") {
    return new ToolError(
      "UNAVAILABLE",
      `${shownTarget(target)} refused the login of ${oneLine(target.user, 100)}`,
      {
        next: target.keyFile === null && target.password === null
          ? "Give ssh_key or password in its settings: there is neither, and an agent's keys are not used"
          : "Check the user, the key or password, and what the server's own log says",
        cause: error,
      },
    );
  }
  if (error.level === "handshake") {
    return new ToolError(
      "UNAVAILABLE",
      `Could not agree on a connection with ${shownTarget(target)}: ${why}`,
      {
        next: "See which algorithms the server offers; those that OpenSSH has dropped are not spoken",
        cause: error,
      },
    );
  }
  return unavailable(target, why);
}

function expired(target: SshTarget): ToolError {
  const who = `${oneLine(target.user, 100)} at ${shownTarget(target)}`;
  return new ToolError("UNAVAILABLE", `Could not log in: the password of ${who} has expired`, {
    next: "Change it there, and then in the configuration",
  });
}

function unavailable(target: SshTarget, why: string): ToolError {
  return new ToolError("UNAVAILABLE", `Could not connect to ${shownTarget(target)}: ${oneLine(why, 200)}`, {
    retryable: true,
    next: "Check that the machine is up and that its address and port are right",
  });
}

function shownTarget({ host, port }: Pick<SshTarget, "host" | "port">): string {
  return `${oneLine(host, 255)}:${port}`;
}
