/** What effects are about: the losses and places that the rules of several packs ask for. */
import type { Call, Place } from "../call.ts";
import type { Effect } from "../effect.ts";
import { holdsProject, isBlockDevice, isHome, isSystem, isTemporary, type Loss, lossOf } from "../paths.ts";

/**
 * What deleting, or taking away, the target of an effect would lose; `null` when it is a loss like any other.
 *
 * ```ts
 * import { lostBy } from "gatehouse/gate/rules/subjects.ts";
 * import { placeOf } from "gatehouse/gate/place.ts";
 *
 * const place = placeOf("/home/ann/x");
 * if (lostBy({ kind: "delete", path: "/etc", below: true, filtered: true }, place) !== "system") throw new Error("x");
 * if (lostBy({ kind: "delete", path: "/home/ann/x", below: true, filtered: true }, place) !== null) throw new Error("y");
 * ```
 */
export function lostBy(effect: Effect, place: Place): Loss | null {
  const { path } = effect;
  if (path === undefined) return null;
  if (effect.unknown === true) return path !== "/" && isSystem(`${path}/x`, place) ? "system" : null;
  if (effect.below !== true) return lossOf(path, place);
  if (path === "/") return "root";
  if (isTemporary(`${path}/x`)) return null;
  if (isHome(path)) return effect.filtered === true && !/^\/(?:home|Users)$/.test(path) ? null : "home";
  if (isSystem(`${path}/x`, place)) return "system";
  if (effect.filtered === true || !holdsProject(path, place)) return null;
  // `rm *` takes the files that lie here; with their directories it takes the project.
  return effect.recursive === true || path !== place.cwd ? "project" : null;
}

/** Terminals and printers: writing there changes no file. */
const CHARACTER_DEVICE = /^\/dev\/(?:tty\w*|pts\/\w+|console|lp\d*|dsp|usb\/lp\d*|stderr|stdout)$/;

/**
 * True when an effect changes a file of the system, other than a disk.
 *
 * ```ts
 * import { touchesSystem } from "gatehouse/gate/rules/subjects.ts";
 * import { placeOf } from "gatehouse/gate/place.ts";
 *
 * const place = placeOf("/home/ann/x");
 * if (!touchesSystem({ kind: "write", path: "/etc/hosts" }, place)) throw new Error("a system file");
 * if (touchesSystem({ kind: "write", path: "/tmp" }, place)) throw new Error("into the temporary directory");
 * ```
 */
export function touchesSystem(effect: Effect, place: Place): boolean {
  const { path } = effect;
  if (path === undefined || isBlockDevice(path) || CHARACTER_DEVICE.test(path)) return false;
  if (isTemporary(`${path}/x`)) return false;
  if (effect.below === true) return path === "/" || isSystem(`${path}/x`, place);
  if (effect.unknown === true) return path !== "/" && isSystem(`${path}/x`, place);
  return isSystem(path, place);
}

/**
 * A test that finds the first effect of these kinds that passes, as something to blame.
 *
 * ```ts
 * import { blame } from "gatehouse/gate/rules/subjects.ts";
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const call = inspect("rm a b").calls[0];
 * if (call === undefined || !blame("delete")(call, () => true)) throw new Error("deletes");
 * ```
 */
export function blame(
  ...kinds: readonly Effect["kind"][]
): (call: Call, passes: (effect: Effect) => boolean) => false | { readonly span: Call["span"] } {
  return (call, passes) => {
    const effect = call.effects.find((each) => kinds.includes(each.kind) && passes(each));
    return effect === undefined ? false : effect.word ?? call;
  };
}
