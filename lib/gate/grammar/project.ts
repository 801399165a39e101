/** What belongs to the project, and what comes from elsewhere: the line along which build and test tools are trusted. */
import type { Call, Place } from "../call.ts";
import type { Effect } from "../effect.ts";
import { MARK } from "./marks.ts";
import { isGitInternal, isHarmlessDevice, isHome, isInside, isSystem, isTemporary } from "../paths.ts";
import { persistenceOf, secretOf } from "../sensitive.ts";
import type { Word } from "../word.ts";

/** Software that the system's own package manager put there, and its headers and settings. */
const INSTALLED = /^\/(?:usr|opt|lib\w*|nix|etc|System|Library)\//;

/**
 * True for a path whose content is not the work of the person at the keyboard, nor installed software: temporary
 * directories, devices, hidden directories of the home, other homes. Not for the project, nor for one that lies beside it.
 */
function isForeign(path: string, place: Place): boolean {
  if (isInside(path, place.project) || isHarmlessDevice(path)) return false;
  if (isTemporary(path) || isHome(path)) return true;
  if (isSystem(path, place)) return !INSTALLED.test(path);
  if (isInside(path, place.home)) return path.startsWith(`${place.home}/.`);
  return /^\/(?:home|Users|root)\//.test(path);
}

/**
 * True when the word names code or configuration outside the project, or on the network. An unknown word counts by
 * what is certain of it.
 *
 * ```ts
 * import { namesForeign } from "gatehouse/gate/grammar/project.ts";
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const [call] = inspect("mocha test/a.js /tmp/b.js", { cwd: "/home/ann/x" }).calls;
 * const found = call?.args.map((word) => namesForeign(word, call));
 * if (found?.join() !== "false,true") throw new Error("temporary files are nobody's");
 * ```
 */
export function namesForeign(word: Word, call: Call): boolean {
  const text = word.value ?? word.prefix;
  // Inline configuration can name any module there is.
  if (/^(?:(?:data|https?|file|blob|ftp|git|ssh):.|\s*[{[]\s*")/i.test(text)) return true;
  if (!/^[/~.]|\//.test(text)) return false;
  const path = call.target(word).path;
  // Whatever comes in there is not the project's.
  if (/^\/(?:dev\/(?:stdin$|fd\/)|proc\/(?:self|\d+|\$\$)\/fd\/)/.test(path ?? "")) return true;
  if (path === undefined || !isForeign(path, call.place)) return false;
  return isTemporary(path) || word.value === null || !LOOKED_UP.test(text);
}

/**
 * A file right in a directory above, or a package below one: where tools of a project that is part of a larger one look
 * for settings and packages by themselves. Directories there may be other people's homes.
 */
const LOOKED_UP =
  /^(?:\.\.\/)+(?:\.?[\w-]+(?:\.[\w-]+)*\.(?:[cm]?[jt]s|json5?|ya?ml|toml|ini|cfg)|\.\w+(?:rc|ignore|config)|node_modules\/(?!.*\.\.).+)$/;

/**
 * One effect for each word that names code from elsewhere.
 *
 * ```ts
 * import { foreignCode } from "gatehouse/gate/grammar/project.ts";
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const [call] = inspect("mocha test/a.js /tmp/b.js", { cwd: "/home/ann/x" }).calls;
 * if (call === undefined || foreignCode(call.args, call)[0]?.path !== "/tmp/b.js") throw new Error("one of two");
 * ```
 */
export function foreignCode(words: readonly Word[], call: Call): Effect[] {
  return words.filter((word) => namesForeign(word, call)).flatMap((word) =>
    call.touch("execute", [word], { program: word.text })
  );
}

/** The effect of running what the project says. */
export const projectCode: Effect = { kind: "execute", program: MARK.project };

function isProjectCode(effect: Effect): boolean {
  return effect.kind === "execute" && effect.program === MARK.project && effect.word === undefined;
}

/**
 * True when a write stays inside the project and makes nothing run later.
 */
function staysInside(effect: Effect, place: Place): boolean {
  const path = effect.path;
  if (path === undefined || effect.unknown === true) return false;
  if (isHarmlessDevice(path)) return true;
  return isInside(path, place.project) && !isGitInternal(path) && persistenceOf(effect) === null &&
    secretOf(effect) === null;
}

/** Nobody knows where, or not in a project. */
function isElsewhere(cwd: string | null, place: Place): boolean {
  return cwd === null || isForeign(cwd, place) || isSystem(cwd, place);
}

/** What a search finds is gone to, wherever it is (`find -execdir`): no `cd` leaves the place it came from out. */
function strays({ orElse }: Place): boolean {
  return orElse?.size === 1 && orElse.has(null);
}

/**
 * True when all the call does beyond reading is to run the project's own code and to write inside the project, and
 * its catalogue entry says that the program is a build, test or lint tool.
 *
 * ```ts
 * import { runsProjectOnly } from "gatehouse/gate/grammar/project.ts";
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const found = inspect("jest; jest -c /tmp/x.js", { cwd: "/home/ann/x" }).calls.map(runsProjectOnly);
 * if (found.join() !== "true,false") throw new Error("configuration is code");
 * ```
 */
export function runsProjectOnly(call: Call): boolean {
  if (!(call.trusted || call.dependency) || !call.known || !call.effects.some(isProjectCode)) return false;
  if (isElsewhere(call.cwd, call.place) || strays(call.place)) return false;
  // Its path leads to another file wherever it may stand instead.
  if (call.dependency && [...call.place.orElse ?? []].some((cwd) => isElsewhere(cwd, call.place))) {
    return false;
  }
  return call.effects.every((effect) => {
    if (effect.redirect === true || effect.kind === "read") return true;
    if (effect.kind === "execute") return isProjectCode(effect);
    return effect.kind === "write" && effect.recursive !== true && staysInside(effect, call.place);
  });
}
