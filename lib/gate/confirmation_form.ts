/** The form in which a person is asked about a command (MCP 2026-07-28, elicitation in form mode). */
import { oneLine } from "../core/bounds.ts";
import type { InputRequest } from "../core/question.ts";
import type { Answer } from "./answer.ts";
import { visible } from "../core/visible.ts";

/** The key of the question, and so of its answer. */
export const QUESTION_KEY = "gate_confirmation";

/** Characters of a shown command; one that needs more cannot be read, so nobody is asked about it in a form. */
const MAX_SHOWN = 32_000;

/** The only field. A flat object of primitives is all that a form may have. */
const SCHEMA = {
  type: "object",
  properties: {
    approve: {
      type: "boolean",
      title: "Run this command",
      description: "Yes only if you have read the whole command and want it to run now, once",
    },
  },
  required: ["approve"],
} as const;

const NOT_COUNTED =
  "An earlier answer does not count: it was incomplete, changed, too late, used before, or given for something else.";

/**
 * The form about a command that must be asked about; null when the command is too long to be shown whole.
 *
 * The command stands last, each of its lines marked as bash marks them, so that no text in it can pass for ours.
 *
 * @param options `again`: something came back before and did not count.
 *
 * @example
 * ```ts
 * import { answer, refusal } from "gatehouse/gate/answer.ts";
 * import { confirmationForm } from "gatehouse/gate/confirmation_form.ts";
 *
 * const asked = answer(refusal("Publishes to others"), { command: "git push\nls", cwd: "/home/ann" });
 * const message = String(confirmationForm(asked, { again: false })?.params["message"]);
 * if (!message.endsWith("\n$ git push\n> ls")) throw new Error(message);
 * ```
 */
export function confirmationForm(
  { command, cwd, reason, rule, part, safer }: Answer,
  { again }: { again: boolean },
): InputRequest | null {
  const shown = visible(command).replaceAll("\n", "\n> ");
  if (shown.length > MAX_SHOWN) return null;
  const message = [
    "May this command run?",
    ...(again ? [NOT_COUNTED] : []),
    "",
    `Why it is asked: ${line(reason, 2_000)}`,
    `Rule: ${line(rule, 128)}`,
    ...(part === null || part.text === command ? [] : [`Part to look at: ${line(part.text, 500)}`]),
    ...(safer === null ? [] : [`Safer: ${line(safer, 2_000)}`]),
    `Directory: ${cwd === null ? "not given" : line(cwd, 4_096)}`,
    "",
    `$ ${shown}`,
  ].join("\n");
  return { method: "elicitation/create", params: { mode: "form", message, requestedSchema: SCHEMA } };
}

function line(text: string, max: number): string {
  return oneLine(visible(text), max);
}
