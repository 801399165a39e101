/** A small catalogue and one rule, so that the engine is tested apart from the packs. */
import { judgeWith, type Policy } from "gatehouse/gate/judge.ts";
import { lossOf } from "gatehouse/gate/paths.ts";
import { defineProgram, harmless, type Program, reader } from "gatehouse/gate/program.ts";
import { batch } from "gatehouse/gate/programs/batch.ts";
import { builtins } from "gatehouse/gate/programs/builtins.ts";
import { remote } from "gatehouse/gate/programs/remote.ts";
import { shells } from "gatehouse/gate/programs/shells.ts";
import { wrappers } from "gatehouse/gate/programs/wrappers.ts";
import { defineRule } from "gatehouse/gate/rule.ts";
import { program } from "gatehouse/gate/rules/program.ts";
import { shell } from "gatehouse/gate/rules/shell.ts";
import { text } from "gatehouse/gate/rules/text.ts";
import { secretOf } from "gatehouse/gate/sensitive.ts";
import type { Explanation, Verdict } from "gatehouse/gate/verdict.ts";

export const CWD = "/home/user/project";

const programs: readonly Program[] = [
  ...builtins,
  ...shells,
  ...wrappers,
  ...batch,
  ...remote,
  reader("cat head tail wc ls diff du jq", { values: "-n -c -L" }),
  reader("uniq cut"),
  defineProgram({
    names: "sort",
    options: { values: "-k -t", writes: "-o --output", executes: "--compress-program" },
    operands: "read",
  }),
  defineProgram({ names: "grep rg", options: { values: "-e -m" }, operands: "read", skip: 1 }),
  defineProgram({
    names: "rm",
    effects: (parsed, call) =>
      call.touch("delete", parsed.operands, parsed.has("-r", "-R", "--recursive") ? { recursive: true } : {}),
  }),
  defineProgram({ names: "tee", effects: (parsed, call) => call.touch("write", parsed.operands) }),
  harmless("sleep dirname which base64 date"),
  defineProgram({ names: "git", options: { values: "-C" }, commands: { "rev-parse|ls-files|status": {} } }),
  defineProgram({
    names: "curl",
    options: { values: "-d", writes: "-o" },
    effects: (parsed) => parsed.operands.map((word) => ({ kind: "network", host: word.value ?? "", word })),
  }),
];

const loss = defineRule({
  id: "test.loss",
  verdict: "deny",
  reason: "Something nobody can bring back would be lost",
  when: (call) =>
    call.effects.find((effect) => {
      if (effect.path === undefined || (effect.kind !== "delete" && effect.kind !== "write")) return false;
      const lost = lossOf(effect.path, call.place);
      return effect.kind === "write" ? lost === "system" || lost === "root" : lost !== null &&
        (effect.filtered === undefined || lost !== "project");
    })?.word,
  match: ["rm -rf /"],
  notMatch: ["rm x"],
});

const secret = defineRule({
  id: "test.secret",
  verdict: "ask",
  reason: "Shows a secret",
  when: (call) => call.effects.find((effect) => effect.kind === "read" && secretOf(effect) !== null)?.word,
  match: ["cat ~/.ssh/id_rsa"],
  notMatch: ["cat x"],
});

const grey = defineRule({
  id: "test.grey",
  verdict: "grey",
  reason: "Builds",
  programs: ["make"],
  when: () => true,
  match: ["make"],
  notMatch: ["ls"],
});

const policy: Policy = { rules: [...shell, ...program, loss, secret, grey], textRules: text, programs };

/** The verdict, with the calls, of the engine under test. */
export function examine(command: string, cwd: string | undefined = CWD): Explanation {
  return judgeWith(policy, command, cwd === undefined ? {} : { cwd });
}

/** The verdict alone. */
export function verdictOf(command: string, cwd: string | undefined = CWD): Verdict {
  return examine(command, cwd).verdict;
}

/** The effects as `kind:path` in order, for short comparisons. */
export function effectsOf(command: string, cwd: string | undefined = CWD): string[] {
  return verdictOf(command, cwd).effects.map((effect) =>
    [
      effect.kind,
      effect.path ?? effect.host ?? effect.program,
      effect.below && "below",
      effect.recursive && "recursive",
      effect.unknown && "unknown",
    ]
      .filter(Boolean).join(":")
  );
}
