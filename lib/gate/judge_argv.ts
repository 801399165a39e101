/** Judges a program that another family is to start, by its words: no shell will read them. */
import { z } from "zod";
import type { CommandJudgement } from "../core/command_judge.ts";
import { judgeWith } from "./judge.ts";
import { serviceOf } from "./service.ts";
import type { ShownEffect } from "./verdict.ts";

const asked = z.strictObject({ argv: z.array(z.string()).min(1).max(256), cwd: z.string().startsWith("/") });

/**
 * The rules' verdict on the words, each for itself. No model is asked: a person decides afterwards.
 *
 * @param given `argv` and `cwd`.
 * @param service The family's.
 *
 * ```ts
 * import judgeArgv from "gatehouse/gate/judge_argv.ts";
 * import { RuleBook } from "gatehouse/gate/rulebook.ts";
 * import { GateService } from "gatehouse/gate/service.ts";
 * import { gateSettings } from "gatehouse/gate/settings.ts";
 *
 * const model = { call: () => Promise.reject(new Error("no model")) };
 * const service = new GateService(gateSettings.parse({}), model, await RuleBook.open(null));
 * const judged = await judgeArgv({ argv: ["rm", "-rf", "/"], cwd: "/" }, service);
 * if (judged.decision !== "deny") throw new Error("the root would be lost");
 * const harmless = await judgeArgv({ argv: ["cat", "a; rm -rf /"], cwd: "/srv" }, service);
 * if (harmless.effects.join() !== "read /srv/a; rm -rf ") throw new Error(harmless.effects.join());
 * ```
 */
export default async function judgeArgv(given: unknown, service: unknown): Promise<CommandJudgement> {
  const { argv, cwd } = asked.parse(given);
  const { policy } = await serviceOf({ service }).rules.current();
  const { verdict } = judgeWith(policy, argv.map(quoted).join(" "), { cwd });
  return { decision: verdict.decision, reason: verdict.reason, effects: verdict.effects.map(effectLine) };
}

/** One literal word of a shell (POSIX, 2.2.2). */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function effectLine({ kind, path, host, program, below, recursive, unknown }: ShownEffect): string {
  const what = [program, host, path].filter((part) => part !== undefined).join(" ");
  const more = [
    ...(below === true ? ["its entries"] : []),
    ...(recursive === true ? ["and all below"] : []),
    ...(unknown === true ? ["not known exactly"] : []),
  ];
  return [kind, what, ...(more.length === 0 ? [] : [`(${more.join(", ")})`])].filter((part) => part !== "")
    .join(" ");
}
