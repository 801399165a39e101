/** The passphrases of the keys, once the worker was told them: they are masked like the configuration's other secrets. */
import type { WorkerSetup } from "./setup.ts";

const told = new WeakMap<object, readonly string[]>();

/**
 * Remembers the passphrases that were read for these settings.
 *
 * @param settings The very object that the family was opened with.
 * @returns The setup as it is.
 *
 * @example
 * ```ts
 * import { passphrasesOf, withPassphrases } from "gatehouse/hosts/passphrases.ts";
 *
 * const settings = {};
 * withPassphrases(settings, { targets: [] });
 * if (passphrasesOf(settings).length !== 0) throw new Error("a passphrase from nowhere");
 * ```
 */
export function withPassphrases(settings: unknown, setup: WorkerSetup): WorkerSetup {
  if (typeof settings !== "object" || settings === null) return setup;
  const found = setup.targets.flatMap((opened) =>
    opened.type === "ssh" && "passphrase" in opened.files && opened.files.passphrase !== null
      ? [opened.files.passphrase]
      : []
  );
  told.set(settings, found);
  return setup;
}

/**
 * The passphrases that were read so far.
 *
 * @param settings As `withPassphrases` got them.
 *
 * @example
 * ```ts
 * import { passphrasesOf } from "gatehouse/hosts/passphrases.ts";
 *
 * if (passphrasesOf(null).length !== 0) throw new Error("a passphrase from nowhere");
 * ```
 */
export function passphrasesOf(settings: unknown): readonly string[] {
  return typeof settings === "object" && settings !== null ? told.get(settings) ?? [] : [];
}
