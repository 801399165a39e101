/** What the words of a call lead to, and which flag a wrong one meant. */
import type { Command, RouteMap } from "@stricli/core";
import { nearest } from "../core/nearest.ts";
import type { Context } from "./command.ts";

type Target = RouteMap<Context> | Command<Context>;

/** The command, or the group of commands, that a call's first words name. */
export interface Named {
  /** As they were given: `skills plan`, say; empty when no word names one. */
  readonly words: readonly string[];
  /** All flags of the command, hidden ones too, as people write them; none for a group. */
  readonly flags: readonly string[];
}

/**
 * Follows the first words as far as they name something.
 *
 * @example
 * ```ts
 * import { buildCommand, buildRouteMap } from "@stricli/core";
 * import { named } from "gatehouse/cli/meant.ts";
 *
 * const docs = { brief: "Works" };
 * const work = buildCommand({ docs, parameters: {}, func() {} });
 * const { words } = named(buildRouteMap({ docs, routes: { work } }), ["work", "more"]);
 * if (words.join() !== "work") throw new Error(words.join());
 * ```
 */
export function named(root: Target, argv: readonly string[]): Named {
  let at = root;
  const words: string[] = [];
  for (const word of argv) {
    if (!("getRoutingTargetForInput" in at)) break;
    const next: Target | undefined = at.getRoutingTargetForInput(word);
    if (next === undefined) break;
    words.push(word);
    at = next;
  }
  return { words, flags: "parameters" in at ? Object.keys(at.parameters.flags ?? {}).map(kebab) : [] };
}

/**
 * The flag that a wrong one meant: the only one that begins like it, else the nearest; null when none is near.
 *
 * @param given Without its dashes.
 *
 * @example
 * ```ts
 * import { flagMeant } from "gatehouse/cli/meant.ts";
 *
 * if (flagMeant("cap", ["today", "capabilities"]) !== "capabilities") throw new Error("no beginning");
 * if (flagMeant("tody", ["today", "type"]) !== "today") throw new Error("not the nearest");
 * if (flagMeant("t", ["today", "type"]) !== null) throw new Error("one of two");
 * ```
 */
export function flagMeant(given: string, flags: readonly string[]): string | null {
  const name = kebab(given);
  const [only, another] = flags.filter((flag) => flag.startsWith(name));
  return only !== undefined && another === undefined ? only : nearest(name, flags);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
