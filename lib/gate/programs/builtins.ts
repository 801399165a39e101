/** The shell's own commands that neither run programs nor touch files. */
import { defineProgram, harmless, type Program } from "../program.ts";

/** The shell's own commands. */
export const builtins: readonly Program[] = [
  harmless(": true false echo printf pwd test [ [[", { style: "none" }),
  harmless(
    "cd chdir pushd popd dirs export declare typeset local readonly unset set shift read mapfile readarray getopts let " +
      "return exit break continue wait jobs fg bg disown umask ulimit type shopt caller suspend logout unalias times",
    { style: "none" },
  ),
  harmless("enable", { executes: "-f" }),
  harmless("hash", { executes: "-p" }),
  harmless("compgen complete compopt", { values: "-W -G -P -S -X -A -o", executes: "-C -F" }),
  harmless("bind", { values: "-m -u -r -q", reads: "-f", executes: "-x" }),
  defineProgram({
    names: "alias",
    options: { style: "none" },
    runs: (parsed) =>
      parsed.operands.flatMap((word) => {
        const equals = word.code.indexOf("=");
        if (equals < 0) return [];
        const value = word.value === null ? null : word.value.slice(equals + 1);
        return [{
          kind: "code",
          language: "shell",
          words: [{ ...word, value, code: word.code.slice(equals + 1) }],
        }];
      }),
  }),
  defineProgram({
    names: "trap",
    options: { flags: "-l -p", style: "posix" },
    runs: (parsed) => {
      const [action, signal] = parsed.operands;
      if (action === undefined || signal === undefined || action.value === "" || action.value === "-") {
        return [];
      }
      return [{ kind: "code", language: "shell", words: [action], here: true }];
    },
  }),
  defineProgram({
    names: "eval",
    options: { style: "posix" },
    runs: (parsed) => [{ kind: "code", language: "shell", words: parsed.operands, here: true }],
  }),
  defineProgram({
    names: "source .",
    options: { style: "posix" },
    runs: (parsed) => parsed.operands.slice(0, 1).map((file) => ({ kind: "file", language: "shell", file })),
  }),
];
