/** How a command's declaration finds its run function, and how that function's end reaches the program. */
import type { CommandContext } from "@stricli/core";
import type { Io } from "./io.ts";

/** What a command runs in. */
export interface Context extends CommandContext {
  readonly io: Io;
  /** How the command ended; set once. */
  ended?: { readonly code: number } | { readonly error: unknown };
}

/** A command's work: the exit code, or an error that says why there is none. */
export type Run<F, A extends readonly (string | undefined)[] = []> = (
  io: Io,
  flags: F,
  ...args: A
) => Promise<number>;

/**
 * Loads a command's run function when it is called, and keeps how it ended: the parser must not word our failures.
 *
 * @example
 * ```ts
 * import { lazily } from "gatehouse/cli/command.ts";
 *
 * const load = lazily(() => Promise.resolve({ default: () => Promise.resolve(0) }));
 * if (typeof await load() !== "function") throw new Error("not loaded");
 * ```
 */
export function lazily<F, A extends readonly (string | undefined)[]>(
  load: () => Promise<{ readonly default: Run<F, A> }>,
): () => Promise<(this: Context, flags: F, ...args: A) => Promise<void>> {
  // The import stands inside the function: a module that cannot be loaded is a defect, told like any other.
  return () =>
    Promise.resolve(async function (flags, ...args) {
      try {
        const { default: run } = await load();
        this.ended = { code: await run(this.io, flags, ...args) };
      } catch (error) {
        this.ended = { error };
      }
    });
}
