/** Programs that start another one with other rights, limits or namespaces than the shell's. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, type Inner, type Program } from "../program.ts";
import { administers, asksHelp } from "./administers.ts";

/** Namespaces of its own: what is done in them stays in them. */
const OWN = new Set(
  ("-U --user -r --map-root-user -c --map-current-user --map-auto -p --pid -f --fork -u --uts -i --ipc -n --net -C --cgroup -T --time -m --mount " +
    "--mount-proc --kill-child --propagation --keep-caps --help --version").split(" "),
);

/** Nobody but root leaves its own user's rights without one of these, and with one it has no others. */
const WITHIN = ["-U", "--user", "-r", "--map-root-user", "-c", "--map-current-user"];

/** A namespace that is kept by a file (`--net=FILE`), or another root, outlives or leaves the program. */
function stays(parsed: Parsed): boolean {
  return parsed.options.every(({ name, value }) =>
    OWN.has(name) && (value === null || /^--(?:mount-proc|kill-child|propagation)$/.test(name))
  ) && parsed.has(...WITHIN);
}

const argv = (parsed: Parsed, more: { readonly privileged?: true } = {}): readonly Inner[] =>
  parsed.operands.length === 0 ? [] : [{ kind: "argv", words: parsed.operands, external: true, ...more }];

/** `chrt [OPTION…] PRIORITY COMMAND…`; with `-p` the operands are a priority and a process, or a process that is shown. */
function scheduled(parsed: Parsed, call: Call): readonly Effect[] {
  return parsed.has("-p", "--pid") && parsed.operands.length > 1 ? administers(call) : [];
}

/** Rights, limits, namespaces. */
export const namespaces: readonly Program[] = [
  defineProgram({
    names: "unshare",
    options: {
      style: "posix",
      closed: true,
      flags:
        "-U -r -c -p -f -u -i -n -C -T -m --map-root-user --map-current-user --map-auto --fork --keep-caps --help --version",
      values:
        "-S -G -R -w -W --setuid --setgid --root --wd --propagation --map-user --map-group --map-users --map-groups --setgroups --monotonic --boottime",
      optional: "--user --pid --uts --ipc --net --cgroup --time --mount --kill-child --mount-proc",
    },
    effects: (parsed, call) => asksHelp(call) || stays(parsed) ? [] : administers(call),
    runs: (parsed) => argv(parsed, stays(parsed) ? {} : { privileged: true }),
    examples: {
      "unshare --user --pid --fork rm a": "delete:/home/user/project/a",
      "unshare --net=x --user ls": "privilege",
      "unshare -m ls": "privilege",
    },
  }),
  defineProgram({
    names: "setpriv",
    options: {
      style: "posix",
      closed: true,
      flags:
        "-d --dump --list-caps --no-new-privs --nnp --clear-groups --keep-groups --init-groups --reset-env --help --version",
      values:
        "--ambient-caps --inh-caps --bounding-set --ruid --euid --rgid --egid --reuid --regid --groups --securebits --pdeathsig --selinux-label --apparmor-profile",
    },
    // It cannot give what it has not; what it keeps is what the shell had.
    runs: (parsed) => argv(parsed),
    examples: { "setpriv --dump": "", "setpriv --no-new-privs rm a": "delete:/home/user/project/a" },
  }),
  defineProgram({
    names: "chrt",
    options: {
      style: "posix",
      closed: true,
      flags:
        "-a -b -d -e -f -i -m -o -p -r -R -v --all-tasks --batch --deadline --ext --fifo --idle --max --other --pid --reset-on-fork --rr --verbose --help --version",
      values: "-T -P -D --sched-runtime --sched-period --sched-deadline",
    },
    effects: scheduled,
    runs: (parsed) => {
      if (parsed.has("-p", "--pid", "-m", "--max")) return [];
      const words = parsed.operands.slice(1);
      return words.length === 0 ? [] : [{ kind: "argv", words, external: true }];
    },
    examples: {
      "chrt -p 12": "",
      "chrt -f -p 50 12": "privilege",
      "chrt --batch 0 rm a": "delete:/home/user/project/a",
    },
  }),
];
