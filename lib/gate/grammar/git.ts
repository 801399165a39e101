/** Which settings of git are plain preferences, and which make it run programs. */
import type { Call } from "../call.ts";
import { literalWord, type Word } from "../word.ts";
import { namesForeign } from "./project.ts";

/** Settings through which git later runs programs or reaches other places. */
export const PERMANENT_KEYS =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|hookspath|askpass|gitproxy|worktree|attributesfile|excludesfile|alternaterefscommand|hooks.*)|alias\..*|credential\..*|diff\..*\.(?:command|textconv)|diff\.external|difftool\..*|mergetool\..*|merge\..*\.driver|filter\..*|gpg\..*|include(?:if)?\..*|url\..*|http\..*|https\..*|protocol\..*|remote\..*|sequence\.editor|pager\..*|interactive\.difffilter|init\.templatedir|uploadpack\..*|receive\..*|sendemail\..*|web\.browser|browser\..*|man\..*|safe\..*|submodule\..*|trailer\..*|log\.showsignature|hook\..*)$/i;

/** Settings that change how things look, or who a commit is by. */
const PREFERENCES =
  /^(?:color\..*|column\..*|advice\..*|user\.(?:name|email)|core\.(?:bare|quotepath|abbrev|precomposeunicode|longpaths|ignorecase|filemode|autocrlf|safecrlf|eol|compression|preloadindex|untrackedcache|commentchar)|log\.(?:date|decorate|abbrevcommit|follow)|diff\.(?:renames|renamelimit|algorithm|context|noprefix|mnemonicprefix|colormoved|wserrorhighlight|indentheuristic|submodule)|blame\..*|init\.defaultbranch|status\..*|grep\..*|versionsort\..*|commit\.gpgsign|tag\.gpgsign|gc\.auto|pack\.threads|i18n\..*|feature\..*|fetch\.(?:prune|parallel)|pull\.(?:rebase|ff)|push\.default|merge\.(?:conflictstyle|renames|ff)|rerere\.enabled)$/i;

/**
 * True for a `key=value` that changes nothing but looks, or names a pager known to be harmless.
 */
function safeSetting(setting: string): boolean {
  const equals = setting.indexOf("=");
  const key = equals < 0 ? setting : setting.slice(0, equals);
  const value = equals < 0 ? "true" : setting.slice(equals + 1);
  if (/^(?:core\.pager|pager\.\w+)$/i.test(key)) return /^(?:|cat|less|more|true|false)$/.test(value);
  if (/^core\.fsmonitor$/i.test(key)) return value === "false";
  return PREFERENCES.test(key) && !value.startsWith("!");
}

/** Options before the subcommand that take a value in the next word. */
const WITH_VALUE =
  /^(?:-C|-c|--git-dir|--work-tree|--namespace|--config-env|--exec-path|--super-prefix|--attr-source)$/;

/**
 * The word before the subcommand that makes git read another configuration, or run programs from elsewhere: `-c` with
 * more than a preference, `--git-dir`, `--exec-path`.
 *
 * ```ts
 * import { overriding } from "gatehouse/gate/grammar/git.ts";
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const [call] = inspect("git -C x -c core.pager=./y log -c").calls;
 * if (call === undefined || overriding(call)?.value !== "core.pager=./y") throw new Error("a pager");
 * ```
 */
export function overriding(call: Call): Word | null {
  for (let index = 0; index < call.args.length; index++) {
    const word = call.args[index];
    const text = word?.value ?? word?.prefix ?? "";
    if (word === undefined || !text.startsWith("-")) return null;
    const next = call.args[index + 1];
    if (text === "-c" && next !== undefined && !safeSetting(next.value ?? "?")) return next;
    if (/^-c./.test(text) && !safeSetting(text.slice(2))) return word;
    if (/^--(?:git-dir|work-tree|config-env|exec-path=|super-prefix)/.test(text)) return word;
    if (WITH_VALUE.test(text)) index++;
  }
  return null;
}

/**
 * True when the call looks at a repository that is not the work of the person at the keyboard: its own settings name
 * programs that even `git status` runs.
 *
 * ```ts
 * import { judge } from "gatehouse/gate/judge.ts";
 *
 * if (judge("git -C /tmp/x status").decision !== "ask") throw new Error("whose settings are these");
 * ```
 */
export function inForeignRepository(call: Call): Word | null {
  for (let index = 0; index < call.args.length; index++) {
    const word = call.args[index];
    const next = call.args[index + 1];
    if (word === undefined || !word.prefix.startsWith("-")) break;
    if (word.value === "-C" && next !== undefined && namesForeign(next, call)) return next;
    if (WITH_VALUE.test(word.value ?? "")) index++;
  }
  if (call.cwd === null) return null;
  return namesForeign(literalWord(call.cwd, call.program.span), call) ? call.program : null;
}
