/** What a program did, as it is told. */
import type { ProgramAnswer } from "../remote/answers/programs.ts";
import { maskInspected } from "./mask.ts";

/** Characters of both streams together: no more than bytes are taken from the machine. */
const MAX_SHOWN = 524_288;

/** What is told of it; `redacted` is there when something was masked. */
export type ShownProgram = ProgramAnswer & { readonly redacted?: number };

/**
 * The answer, masked where the program's has to be, and bounded: what is made harmless may grow.
 *
 * @example
 * ```ts
 * import { shownProgram } from "gatehouse/hosts/programs/answer.ts";
 *
 * const ran = {
 *   output: '{"Env":["A=b"]}',
 *   stderr: "",
 *   exit_code: 0,
 *   truncated: false,
 *   encoding: "utf-8",
 *   controls_escaped: 0,
 *   leftovers_ended: 0,
 * } as const;
 * if (shownProgram(ran, { masks: true }).output.includes("A=b")) throw new Error("not masked");
 * if (shownProgram(ran, { masks: false }).output !== ran.output) throw new Error("masked");
 * ```
 */
export function shownProgram(answer: ProgramAnswer, { masks }: { readonly masks: boolean }): ShownProgram {
  const { text, masked } = masks ? maskInspected(answer.output) : { text: answer.output, masked: 0 };
  const output = text.slice(0, MAX_SHOWN);
  const stderr = answer.stderr.slice(0, MAX_SHOWN - output.length);
  const isCut = output.length < text.length || stderr.length < answer.stderr.length;
  return {
    ...answer,
    output,
    stderr,
    truncated: answer.truncated || isCut,
    ...(masked === 0 ? {} : { redacted: masked }),
  };
}
