/** Files of the workspace that the checks' commands name as what they run or go by: who writes one decides what passes. */
import type { CheckSettings } from "../types.ts";

/** Programs that carry out a file that is named to them. */
const INTERPRETER =
  /^(?:(?:ba|da|k|z|fi)?sh|(?:python|pypy|lua)[\d.]*|node|nodejs|bun|ruby|perl|php|luajit|Rscript|pwsh|tclsh)$/;

const SHELL = /^(?:ba|da|k|z|fi)?sh$/;

/** Flags after which code or a module stands, and no file. */
const CODE = /^-[a-z]*[cemr]$|^--?eval$/;

/** Flags whose value is a file of settings. */
const SETTINGS =
  /^--?(?:[a-z-]*(?:config|conf|rcfile|settings|ruleset|project|makefile)[a-z-]*|[cfp])(?:=(.*))?$/i;

/** What no path has, but code that stands in a command may. */
const NO_PATH = /[\n;|&$"'`<>*?[\]{}\\]/;

/** Globs that are given, and characters of one. */
const MAX_GLOBS = 64;
const MAX_CHARACTERS = 200;

/**
 * Globs of these files: the program itself, the file that an interpreter carries out, files of settings, and names in the
 * root that Python would take for the module that it was told to run.
 *
 * @param checks Their commands.
 * @param place `workspace`: its absolute path. `kindOf`: what stands at an absolute path; default: what does.
 *
 * @example
 * ```ts
 * import { namedByChecks } from "gatehouse/flow/look/protect_commands.ts";
 *
 * const checks = [{ cmd: ["sh", "tools/check.sh"] }, { cmd: ["python3", "-m", "unittest"] }];
 * const globs = namedByChecks(checks, { workspace: "/w", kindOf: () => null });
 * if (globs.join(" ") !== "/tools/check.sh /unittest.py /unittest/**") throw new Error(globs.join(" "));
 * ```
 */
export function namedByChecks(
  checks: readonly Pick<CheckSettings, "cmd">[],
  { workspace, kindOf = standing }: {
    readonly workspace: string;
    kindOf?(path: string): "file" | "directory" | null;
  },
): readonly string[] {
  const below = (word: string) => placeBelow(word, workspace);
  const isFile = (path: string | null) => path !== null && kindOf(workspace + path) === "file";
  const paths = checks.flatMap(({ cmd: [program = "", ...args] }) => [
    ...(program.includes("/") ? [below(program)] : []),
    ...scriptsIn([program, ...args]).map(below),
    ...settingsIn(args).map(below).filter(isFile),
    // A module of the project's own is what the check is about.
    ...modulesIn([program, ...args]).filter((name) =>
      kindOf(`${workspace}/${name}.py`) === null && kindOf(`${workspace}/${name}`) === null
    ).flatMap((name) => [`/${name}.py`, `/${name}/**`]),
  ]);
  return [...new Set(paths.filter((path) => path !== null))].slice(0, MAX_GLOBS);
}

/** What a program or wrapper that takes files is given first; words before the first one that looks like a path may be a flag's. */
function scriptsIn(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    if (!INTERPRETER.test(baseOf(word)) && !(baseOf(word) === "deno" && words[at + 1] === "run")) return [];
    const scripts: string[] = [];
    for (const next of words.slice(at + (baseOf(word) === "deno" ? 2 : 1))) {
      if (CODE.test(next) && !(next === "-e" && SHELL.test(baseOf(word)))) break;
      if (next.startsWith("-")) continue;
      scripts.push(next);
      if (/[./]/.test(next)) break;
    }
    return scripts;
  });
}

function settingsIn(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    const found = SETTINGS.exec(arg);
    return found === null ? [] : [found[1] ?? args[at + 1] ?? ""];
  }).filter((word) => word !== "");
}

/** What stands after `-m`, as a path. */
function modulesIn(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    const isPython = /^(?:python|pypy)[\d.]*$/.test(baseOf(word));
    const flag = isPython ? words.indexOf("-m", at) : -1;
    const [name = ""] = (words[flag + 1] ?? "").split(".");
    return flag > 0 && /^\w{1,64}$/.test(name) ? [name] : [];
  });
}

/** The path from the root on, as a glob; null for what is elsewhere or no path. */
function placeBelow(word: string, workspace: string): string | null {
  const path = word.startsWith(`${workspace}/`) ? word.slice(workspace.length + 1) : word;
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  const isOurs = !path.startsWith("/") && !parts.includes("..") && !NO_PATH.test(path);
  return isOurs && parts.length > 0 && path.length <= MAX_CHARACTERS ? `/${parts.join("/")}` : null;
}

function baseOf(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}

function standing(path: string): "file" | "directory" | null {
  try {
    const { isFile, isDirectory } = Deno.statSync(path);
    return isFile ? "file" : isDirectory ? "directory" : null;
  } catch {
    return null;
  }
}
