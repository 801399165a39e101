/**
 * Whether anything below a root changed, told by the system's own notifications, so that an unchanged registry need not
 * be compared node by node on every call.
 *
 * Only Linux is trusted here (inotify(7)): a change is in the queue of its notifications before the call that made it
 * returns. A request to the thread that empties the queue is answered after what stood in it; each look at the state
 * makes one, so that silence means that nothing happened, not that nothing has arrived yet. What inotify does not see
 * (writes through a mapping, changes made by other machines) is left to the comparison after the answer.
 */

/** What a watch needs of the system's notifications. */
export interface Notifications {
  /** Ends quietly when closed. */
  events(): AsyncIterable<unknown>;
  close(): void;
}

/** Arms notifications for everything below a directory; throws where the system has none to give. */
export type Arm = (path: string) => Notifications;

/** A name longer than any file system takes: a watch on it is refused, but only by the thread that is asked. */
const TOO_LONG = "x".repeat(300);

/**
 * Deno's notifications.
 *
 * Before 2.9, Deno never lets go of a directory once it was watched: a directory that was made again in its place is not
 * watched, and every watch makes all others slower (seen in 2.7.14).
 *
 * @throws Error when there are none: on other systems than Linux, before Deno 2.9, or when the system's watches are used
 * up.
 *
 * @example
 * ```ts
 * import { armDeno } from "gatehouse/skills/registry/watch.ts";
 *
 * const path = await Deno.realPath(await Deno.makeTempDir());
 * try {
 *   armDeno(path).close();
 * } catch (error) {
 *   if (!(error instanceof Deno.errors.NotSupported)) throw error;
 * }
 * ```
 */
export function armDeno(path: string): Notifications {
  const [major = 0, minor = 0] = Deno.version.deno.split(".").map(Number);
  if (Deno.build.os !== "linux" || major < 2 || major === 2 && minor < 9) {
    throw new Deno.errors.NotSupported("No notifications that can be waited for");
  }
  const watcher = Deno.watchFs(path, { recursive: true });
  return { events: () => watcher, close: () => watcher.close() };
}

/** One root under watch. */
export class Watch {
  readonly #path: string;
  readonly #arm: Arm;
  #armed: Notifications | null = null;
  /** Grows with every notification and every arming. */
  #epoch = 0;
  #armedAt = -1;

  /**
   * @param path Absolute, of a directory below which there is no link: the system's watch would follow it.
   * @param options `arm`: default Deno's.
   */
  constructor(path: string, { arm = armDeno }: { readonly arm?: Arm } = {}) {
    this.#path = path;
    this.#arm = arm;
  }

  /**
   * Where the watch stands once everything that happened before this call has been seen: two equal numbers mean that
   * nothing happened between. Null when nobody watches.
   */
  async state(): Promise<number | null> {
    if (this.#armed === null) return null;
    catchUp(this.#path);
    // The first turn takes what the thread has handed over, the second what that resolved.
    await turn();
    await turn();
    return this.#armed === null ? null : this.#epoch;
  }

  /**
   * Watches from now on; one that has seen something is armed anew, since what is new below may not be watched by it.
   *
   * @returns False when the system has no notifications to give.
   */
  async renew(): Promise<boolean> {
    const state = await this.state();
    if (state !== null && state === this.#armedAt) return true;
    this.close();
    await turn();
    try {
      const armed = this.#arm(this.#path);
      this.#armed = armed;
      this.#armedAt = ++this.#epoch;
      void this.#listen(armed);
      return true;
    } catch {
      return false;
    }
  }

  /** Watches no longer. */
  close(): void {
    this.#armed?.close();
    this.#armed = null;
  }

  async #listen(armed: Notifications): Promise<void> {
    try {
      for await (const _ of armed.events()) this.#epoch++;
    } catch {
      // However the notifications ended, they ended.
    }
    this.#epoch++;
    if (this.#armed === armed) this.close();
  }
}

function catchUp(path: string): void {
  try {
    Deno.watchFs(`${path}/${TOO_LONG}`, { recursive: false }).close();
  } catch {
    // Refused, as it must be, after the thread has seen to all that came before.
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
