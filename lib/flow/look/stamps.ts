/**
 * Which files of a workspace were touched since, by what the system notes of each: no content is read, so that all files
 * can be looked at. Nobody can take back the time of a file's last change (`st_ctim`, stat(2)).
 */
import { Breath } from "./breath.ts";
import type { Place } from "./place.ts";
import { Walk } from "./walk.ts";

const BUDGET = { directories: 5_000, names: 100_000, files: 50_000, levels: 32, milliseconds: 2_000 };

/** Milliseconds that a file's stamp may be behind the clock: Deno gives whole seconds, and the system goes by ticks. */
const LAG_MS = 1_100;

/** The files of a workspace at one time. */
export class Stamps {
  readonly #place: Place;
  readonly #since = Date.now() - LAG_MS;
  readonly #stamps = new Map<string, string>();

  private constructor(place: Place) {
    this.#place = place;
  }

  /**
   * Looks at all files that no `.gitignore` hides, as far as two seconds reach.
   *
   * @param place The workspace.
   * @param signal Ends it where it is.
   */
  static async take(place: Place, signal: AbortSignal): Promise<Stamps> {
    const stamps = new Stamps(place);
    for await (const path of files(place, { hides: true, signal })) {
      stamps.#stamps.set(path, stampOf(place, path)?.text ?? "");
    }
    return stamps;
  }

  /**
   * The paths that were changed, removed or made since, sorted.
   *
   * @param options `isWatched`: whether a path that was there counts. `isWatchedNew`: whether a new one does. `hides`:
   * leave out new ones that a `.gitignore` hides.
   */
  async touched(
    { isWatched, isWatchedNew, hides, signal }: {
      isWatched(path: string): boolean;
      isWatchedNew(path: string): boolean;
      readonly hides: boolean;
      readonly signal: AbortSignal;
    },
  ): Promise<readonly string[]> {
    const touched: string[] = [];
    const breath = new Breath(signal);
    for (const [path, before] of this.#stamps) {
      if (breath.isDue) await breath.draw();
      if (before !== (stampOf(this.#place, path)?.text ?? "") && isWatched(path)) touched.push(path);
    }
    for await (const path of files(this.#place, { hides, signal })) {
      if (this.#stamps.has(path)) continue;
      const stamp = stampOf(this.#place, path);
      // What the first look did not reach may have been there all the time.
      if (stamp !== null && stamp.changed >= this.#since && isWatchedNew(path)) touched.push(path);
    }
    return touched.sort();
  }
}

async function* files(
  place: Place,
  { hides, signal }: { readonly hides: boolean; readonly signal: AbortSignal },
): AsyncGenerator<string, void> {
  const breath = new Breath(signal);
  for (const path of new Walk(place, BUDGET, { hides }).files([])) {
    if (breath.isDue) await breath.draw();
    if (breath.isCancelled) return;
    yield path;
  }
}

/** Null for nothing there. */
function stampOf(
  { root }: Place,
  path: string,
): { readonly text: string; /** Milliseconds of the clock. */ readonly changed: number } | null {
  try {
    const { ino, size, mtime, ctime, mode } = Deno.lstatSync(`${root}/${path}`);
    const changed = ctime?.getTime() ?? Infinity;
    return { text: [ino, size, mtime?.getTime(), changed, mode].join(), changed };
  } catch {
    return null;
  }
}
