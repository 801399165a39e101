/**
 * The channels of one connection: few at once, because a server allows few (`MaxSessions`, sshd_config(5)), and those
 * with an idle supervisor are kept for the next read.
 */
import { ToolError } from "../../core/errors.ts";
import { PYTHON_COMMAND } from "../remote/protocol.ts";
import { ChannelRefused, type Connection } from "./connection.ts";
import { HelperChannel } from "./helper_channel.ts";
import type { Channel } from "./ssh2.ts";

/** Channels at once: OpenSSH allows ten, and the user may have one open. */
const MAX_CHANNELS = 8;

/** A channel, and what gives it back. */
export interface Lease<T> {
  readonly channel: T;
  /** `keep`: it may serve another order. Otherwise it is closed. */
  release(keep: boolean): void;
}

/** Who wants a channel. */
export interface Wanted {
  readonly signal: AbortSignal;
  /** True while all channels are busy: a deadline that passes then says nothing against the connection. */
  queued: boolean;
}

/** The channels. */
export class Channels {
  readonly #connection: Connection;
  readonly #idle: HelperChannel[] = [];
  #limit = MAX_CHANNELS;
  #open = 0;
  #waiting: (() => void)[] = [];

  constructor(connection: Connection) {
    this.#connection = connection;
    connection.onEnd(() => {
      this.#idle.length = 0;
      this.#wake(this.#waiting.length);
    });
  }

  /** A supervisor: an idle one, unless a fresh one is wanted. @throws ToolError as `Connection.start`. */
  async helper(wanted: Wanted, { fresh }: { readonly fresh: boolean }): Promise<Lease<HelperChannel>> {
    for (;;) {
      const idle = fresh ? undefined : this.#idle.pop();
      if (idle !== undefined) return this.#lease(idle);
      const channel = await this.#start(PYTHON_COMMAND, wanted);
      if (channel !== null) {
        const helper: HelperChannel = new HelperChannel(channel, () => {
          const at = this.#idle.indexOf(helper);
          if (at >= 0) this.#idle.splice(at, 1);
        });
        return this.#lease(helper);
      }
    }
  }

  /** Any other command. @throws ToolError as `Connection.start`. */
  async command(command: string, wanted: Wanted): Promise<Lease<Channel>> {
    for (;;) {
      const channel = await this.#start(command, wanted);
      if (channel !== null) {
        return {
          channel,
          release() {
            channel.end();
            channel.close();
          },
        };
      }
    }
  }

  #lease(helper: HelperChannel): Lease<HelperChannel> {
    return {
      channel: helper,
      release: (keep) => {
        if (!keep) helper.close();
        else if (helper.isOpen) {
          this.#idle.push(helper);
          this.#wake(1);
        }
      },
    };
  }

  /** A new channel; null when one has become free meanwhile, and the caller must look again. */
  async #start(command: string, wanted: Wanted): Promise<Channel | null> {
    if (this.#open >= this.#limit) {
      const [oldest] = this.#idle.splice(0, 1);
      oldest?.close();
      await this.#turn(wanted);
      return null;
    }
    this.#open++;
    let channel: Channel;
    try {
      channel = await this.#connection.start(command);
    } catch (error) {
      this.#free();
      if (!(error instanceof ChannelRefused)) throw error;
      if (this.#open === 0) throw new ToolError("UNAVAILABLE", error.message, { retryable: true });
      // A server that allows fewer has said so now.
      this.#limit = Math.min(this.#limit, this.#open);
      return null;
    }
    // A channel does not always hear of the end of its connection.
    const deafen = this.#connection.onEnd(() => channel.emit("close"));
    // Only then the server counts it no more.
    channel.once("close", () => {
      deafen();
      this.#free();
    });
    if (wanted.signal.aborted) {
      channel.close();
      throw wanted.signal.reason;
    }
    return channel;
  }

  #free(): void {
    this.#open--;
    this.#wake(1);
  }

  #wake(count: number): void {
    for (const go of this.#waiting.splice(0, count)) go();
  }

  /** Settles when a channel may be free. */
  #turn(wanted: Wanted): Promise<void> {
    const { signal } = wanted;
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#waiting = this.#waiting.filter((waiting) => waiting !== go);
        reject(signal.reason);
      };
      const go = (): void => {
        signal.removeEventListener("abort", stop);
        wanted.queued = false;
        resolve();
      };
      if (signal.aborted) return stop();
      wanted.queued = true;
      signal.addEventListener("abort", stop, { once: true });
      this.#waiting.push(go);
    });
  }
}
