/** Programs whose business is to run another program, by their own option grammars. */
import type { Variable } from "../call.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, type Inner, type Program } from "../program.ts";
import { administers, asksHelp } from "./administers.ts";
import type { Word } from "../word.ts";

type Argv = Extract<Inner, { kind: "argv" }>;

/** The operands as an argument list, after `skip` of the wrapper's own. */
function argv(skip = 0, extra: Partial<Argv> = {}) {
  return (parsed: Parsed): Inner[] => {
    const words = parsed.operands.slice(skip);
    return words.length === 0 ? [] : [{ kind: "argv", words, external: true, ...extra }];
  };
}

/** The operands as an argument list of the same shell: builtins among them act on it. */
function shellArgv(parsed: Parsed): Inner[] {
  return parsed.operands.length === 0 ? [] : [{ kind: "argv", words: parsed.operands }];
}

/** Leading `NAME=value` operands, and the rest. */
function splitAssignments(words: readonly Word[]): { assignments: Variable[]; rest: readonly Word[] } {
  const assignments: Variable[] = [];
  for (const [index, word] of words.entries()) {
    const match = /^([^=\s]*)=/.exec(word.value ?? word.prefix);
    if (match === null) return { assignments, rest: words.slice(index) };
    const cut = match[0].length;
    const value: Word = {
      ...word,
      value: word.value === null ? null : word.value.slice(cut),
      prefix: word.prefix.slice(cut),
      code: word.value === null ? word.code : word.code.slice(cut),
    };
    assignments.push({ name: match[1] ?? "", value, span: word.span });
  }
  return { assignments, rest: [] };
}

function privilege(
  names: string,
  spec: Omit<Parameters<typeof defineProgram>[0], "names" | "effects">,
): Program {
  return defineProgram({
    names,
    ...spec,
    effects: (parsed, call) =>
      parsed.has("--version", "--help")
        ? []
        : [{ kind: "privilege", program: call.name, word: call.program }],
  });
}

const sudo = privilege("sudo", {
  options: {
    style: "posix",
    closed: true,
    flags:
      "-A -b -B -E -e -H -i -K -k -l -n -N -P -S -s -V -v --askpass --background --bell --preserve-env --edit --set-home --login --remove-timestamp --reset-timestamp --list --non-interactive --no-update --preserve-groups --stdin --shell --validate --version --help",
    values:
      "-a -C -c -D -g -h -p -R -r -t -T -U -u --auth-type --close-from --login-class --chdir --group --host --prompt --chroot --role --type --command-timeout --other-user --user",
    optional: "--preserve-env",
  },
  runs: (parsed) => {
    const cwd = parsed.value("-D", "--chdir");
    const { assignments, rest } = splitAssignments(parsed.operands);
    if (rest.length === 0) {
      return parsed.has("-s", "-i", "--shell", "--login")
        ? [{ kind: "input", language: "shell", privileged: true }]
        : [];
    }
    if (parsed.has("-e", "--edit")) return [];
    const base = { kind: "argv", words: rest, assignments, privileged: true, external: true } as const;
    return [cwd === null ? base : { ...base, cwd }];
  },
});

const su = privilege("su runuser", {
  options: {
    flags: "-f -l -m -p -P --fast --login --preserve-environment --pty --help --version",
    values:
      "-c -g -G -s -u -w --command --session-command --group --supp-group --shell --user --whitelist-environment",
    closed: true,
  },
  runs: (parsed) => {
    const text = parsed.values("-c", "--command", "--session-command");
    if (text.length > 0) {
      return text.map((word) => ({ kind: "code", language: "shell", words: [word], privileged: true }));
    }
    if (parsed.has("-u", "--user")) return argv(0, { privileged: true })(parsed);
    return [{ kind: "input", language: "shell", privileged: true }];
  },
});

/** `env -S 'a b'` splits a text into the argument list. */
function envRuns(parsed: Parsed): Inner[] {
  const cwd = parsed.value("-C", "--chdir");
  const split = parsed.value("-S", "--split-string");
  const { assignments, rest } = splitAssignments(parsed.operands);
  if (split !== null) return [{ kind: "code", language: "shell", words: [split, ...parsed.operands] }];
  if (rest.length === 0) return [];
  const base = { kind: "argv", words: rest, assignments, external: true } as const;
  return [cwd === null ? base : { ...base, cwd }];
}

/** Programs that run the program in their arguments. */
export const wrappers: readonly Program[] = [
  sudo,
  su,
  privilege("doas", {
    options: { style: "posix", closed: true, flags: "-L -n -s", values: "-a -C -u" },
    runs: (parsed) =>
      parsed.operands.length > 0
        ? argv(0, { privileged: true })(parsed)
        : parsed.has("-s")
        ? [{ kind: "input", language: "shell", privileged: true }]
        : [],
  }),
  privilege("pkexec", {
    options: {
      style: "posix",
      closed: true,
      flags: "--disable-internal-agent --keep-cwd --help --version",
      values: "--user",
    },
    runs: argv(0, { privileged: true }),
  }),
  defineProgram({
    names: "env",
    options: {
      style: "posix",
      closed: true,
      flags: "-i -0 -v --ignore-environment --null --debug --list-signal-handling --help --version - -P",
      values: "-u -C -S --unset --chdir --split-string -a --argv0",
      optional: "--block-signal --default-signal --ignore-signal",
    },
    runs: envRuns,
  }),
  defineProgram({
    names: "nice",
    options: {
      style: "posix",
      closed: true,
      flags: "-0 -1 -2 -3 -4 -5 -6 -7 -8 -9 --help --version",
      values: "-n --adjustment",
    },
    runs: argv(),
  }),
  defineProgram({
    names: "ionice",
    options: {
      style: "posix",
      closed: true,
      values: "-c -n --class --classdata",
      optional: "-p -P -u --pid --pgid --uid",
      flags: "-t --ignore --help --version",
    },
    // With `-p` and its like the operands are processes, shown or changed.
    effects: (parsed, call) =>
      parsed.has("-p", "-P", "-u", "--pid", "--pgid", "--uid") &&
        parsed.has("-c", "-n", "--class", "--classdata")
        ? administers(call)
        : [],
    runs: (parsed) => parsed.has("-p", "-P", "-u", "--pid", "--pgid", "--uid") ? [] : argv()(parsed),
  }),
  defineProgram({
    names: "taskset",
    options: {
      style: "posix",
      closed: true,
      flags: "-a -c -p --all-tasks --cpu-list --pid --help --version",
    },
    runs: argv(1),
  }),
  defineProgram({
    names: "nohup setsid",
    options: { style: "posix", closed: true, flags: "-c -f -w --ctty --fork --wait --help --version" },
    runs: argv(),
  }),
  defineProgram({
    names: "time",
    options: {
      style: "posix",
      closed: true,
      flags: "-a -p -q -v -V --append --portability --quiet --verbose --help --version",
      values: "-f --format",
      writes: "-o --output",
    },
    runs: argv(),
  }),
  defineProgram({
    names: "timeout gtimeout",
    options: {
      style: "posix",
      closed: true,
      flags: "-v -f -p --foreground --preserve-status --verbose --help --version",
      values: "-k -s --kill-after --signal",
    },
    runs: argv(1),
  }),
  defineProgram({
    names: "stdbuf",
    options: {
      style: "posix",
      closed: true,
      flags: "--help --version",
      values: "-i -o -e --input --output --error",
    },
    runs: argv(),
  }),
  defineProgram({
    names: "chroot",
    options: {
      style: "posix",
      closed: true,
      flags: "--skip-chdir --help --version",
      values: "--groups --userspec",
    },
    effects: (_, call) => [{ kind: "privilege", program: "chroot", word: call.program }],
    runs: argv(1, { privileged: true, remote: true }),
  }),
  defineProgram({
    names: "nsenter",
    options: {
      style: "posix",
      closed: true,
      flags:
        "-a -c -f -i -m -n -p -r -u -C -T -U -w --all --fork --ipc --map-auto --map-current-user --map-root-user --mount --net --no-fork --pid --uts --user --cgroup --time --help --version",
      values:
        "-t -S -G -R -W --target --setuid --setgid --root --wd --propagation --map-user --map-group --setgroups",
      optional: "--kill-child --mount-proc",
    },
    effects: (_, call) =>
      asksHelp(call) ? [] : [{ kind: "privilege", program: call.name, word: call.program }],
    runs: argv(0, { privileged: true }),
  }),
  defineProgram({
    names: "command",
    options: { style: "posix", closed: true, flags: "-p -v -V" },
    runs: (parsed) => parsed.has("-v", "-V") ? [] : shellArgv(parsed),
  }),
  defineProgram({
    names: "builtin exec noglob nocorrect",
    options: { style: "posix", closed: true, flags: "-c -l", values: "-a" },
    runs: shellArgv,
  }),
  defineProgram({
    names: "flock",
    options: {
      style: "posix",
      closed: true,
      flags:
        "-e -F -n -o -s -u -x --close --exclusive --no-fork --nonblock --nb --shared --unlock --verbose --help --version",
      values: "-E -w --conflict-exit-code --timeout --wait --command",
    },
    effects: (parsed, call) =>
      // A directory is only opened; a file is made if it is not there.
      /\/$|^\.{1,2}$|^(?:\/var)?\/tmp$/.test(parsed.operands[0]?.value ?? "")
        ? call.touch("read", parsed.operands.slice(0, 1))
        : call.touch("write", parsed.operands.slice(0, 1).filter((word) => !/^\d+$/.test(word.value ?? "")), {
          append: true,
        }),
    runs: (parsed) => {
      const [, first, ...rest] = parsed.operands;
      if (first?.value === "-c" || first?.value === "--command") {
        return [{ kind: "code", language: "shell", words: rest.slice(0, 1) }];
      }
      return argv(1)(parsed);
    },
  }),
  defineProgram({
    names: "script",
    options: {
      flags: "-a -e -f -q --append --return --flush --quiet --help --version",
      values: "-c -E -m -o --command --echo --logging-format --output-limit",
      writes: "-B -I -O -T --log-io --log-in --log-out --log-timing",
      optional: "-t --timing",
    },
    effects: (parsed, call) => call.touch("write", parsed.operands.slice(0, 1)),
    runs: (parsed) => {
      const text = parsed.value("-c", "--command");
      return text === null
        ? [{ kind: "input", language: "shell" }]
        : [{ kind: "code", language: "shell", words: [text] }];
    },
  }),
  defineProgram({
    names: "watch",
    options: {
      style: "posix",
      closed: true,
      flags:
        "-b -c -C -d -e -g -p -r -t -w -x --beep --color --no-color --differences --errexit --chgexit --precise --no-rerun --no-title --no-wrap --exec --help --version",
      values: "-n -q --interval --equexit",
      optional: "--differences",
    },
    runs: (parsed) => {
      if (parsed.operands.length === 0) return [];
      if (parsed.has("-x", "--exec")) return argv()(parsed);
      return [{ kind: "code", language: "shell", words: parsed.operands }];
    },
  }),
  defineProgram({
    names: "caffeinate",
    options: { style: "posix", closed: true, flags: "-d -i -m -s -u", values: "-t -w" },
    runs: argv(),
  }),
  defineProgram({
    names: "strace ltrace",
    options: { style: "posix", values: "-e -p -s -a -O -I -u -E -P -X -S -b", writes: "-o --output" },
    runs: argv(),
  }),
  defineProgram({
    names: "ssh-agent dbus-run-session xvfb-run proot fakeroot catchsegv",
    options: { style: "posix", closed: true, flags: "-a -A --auto-servernum" },
    runs: argv(),
  }),
  defineProgram({
    names: "faketime",
    options: { style: "posix", closed: true, flags: "-f -m --exclude-monotonic --help --version" },
    runs: argv(1),
    examples: { "faketime -f '+2y' date": "", "faketime yesterday rm a": "delete:/home/user/project/a" },
  }),
  defineProgram({
    names: "busybox toybox",
    options: { style: "posix", flags: "--list --list-full --help" },
    runs: argv(),
  }),
  defineProgram({ names: "coproc", options: { style: "none" }, runs: argv() }),
];
