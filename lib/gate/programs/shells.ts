/** Shells: what they run from `-c`, a script file, or their input. */
import type { Call } from "../call.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, type Inner, type Program } from "../program.ts";

function shellRuns(language: string) {
  return (parsed: Parsed, call: Call): Inner[] => {
    if (parsed.has("--version", "--help") || (parsed.has("-n") && !parsed.has("-c"))) return [];
    const runs: Inner[] = parsed.values("--rcfile", "--init-file").map((file) => ({
      kind: "file",
      language,
      file,
    }));
    const [first, ...rest] = parsed.operands;
    if (parsed.has("-c", "--command")) {
      const text = parsed.value("--command") ?? first;
      if (text !== undefined) runs.push({ kind: "code", language, words: [text], args: rest });
    } else if (first !== undefined && !parsed.has("-s")) {
      runs.push({ kind: "file", language, file: first });
    } else runs.push({ kind: "input", language });
    // A trusted name is still whatever the words say: an unknown word may be -c.
    return parsed.uncertain.length > 0 && call.code.length === 0 && runs.length === 0
      ? [{ kind: "input", language }]
      : runs;
  };
}

/** Shells. */
export const shells: readonly Program[] = [
  defineProgram({
    names: "sh bash dash ash rbash",
    options: {
      style: "posix",
      closed: true,
      flags:
        "-a -b -e -f -h -i -k -l -m -n -p -r -s -t -u -v -x -B -C -D -E -H -P -T -c --login --noprofile --norc --posix --restricted --verbose --version --help --noediting --debugger --dump-strings",
      values: "-o -O --rcfile --init-file",
    },
    effects: (parsed, call) => parsed.has("-n") ? call.touch("read", parsed.operands.slice(0, 1)) : [],
    runs: shellRuns("shell"),
    examples: {
      "bash -n x.sh": "read:/home/user/project/x.sh",
      "bash x.sh": "execute:/home/user/project/x.sh",
      "bash --version": "",
    },
  }),
  defineProgram({
    names: "zsh zsh5 ksh ksh93 mksh lksh pdksh oksh yash",
    options: {
      style: "posix",
      closed: true,
      flags:
        "-a -b -e -f -h -i -k -l -m -n -p -r -s -t -u -v -x -B -C -D -E -H -P -T -c --login --posix --restricted --verbose --version --help",
      values: "-o -O",
    },
    effects: (parsed, call) => parsed.has("-n") ? call.touch("read", parsed.operands.slice(0, 1)) : [],
    runs: shellRuns("near-shell"),
    examples: { "zsh x.zsh": "execute:/home/user/project/x.zsh", "zsh --version": "" },
  }),
  defineProgram({
    names: "fish csh tcsh nu elvish xonsh pwsh powershell",
    options: { style: "posix", executes: "-C --init-command", values: "--command -d" },
    runs: shellRuns("other-shell"),
  }),
];
