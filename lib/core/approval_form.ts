/** The form in which a client's own person is asked for a change, instead of an approval (MCP 2026-07-28, elicitation). */
import { isRecord } from "./record.ts";
import type { Claim } from "./authorise.ts";
import { oneLine } from "./bounds.ts";
import type { InputRequest } from "./question.ts";
import { redactValue } from "./redact.ts";
import { shownArguments } from "./shown_arguments.ts";
import type { Tool } from "./tool.ts";
import { visible } from "./visible.ts";

/** The key of the question, and so of its answer. */
export const APPROVAL_KEY = "change_approval";

/** Characters of shown arguments; a call that has more cannot be read, so nobody is asked about it in a form. */
const MAX_SHOWN = 16_000;

/** What is asked about, and the texts that are masked in it. */
export interface Shown {
  readonly claim: Claim;
  readonly secrets: readonly string[];
  /** What the call would do, a line each. */
  readonly effects: readonly string[];
}

/**
 * The form; null when the call is too large to be shown in one.
 *
 * @example
 * ```ts
 * import { approvalForm } from "gatehouse/core/approval_form.ts";
 *
 * if (approvalForm.length !== 2) throw new Error("see the tests of the approvals");
 * ```
 */
export function approvalForm(tool: Tool, { claim, secrets, effects }: Shown): InputRequest | null {
  const { target, alias, binding, canonical } = claim;
  if (canonical.length > MAX_SHOWN) return null;
  const shown = visible(shownArguments(canonical, { secrets, max: MAX_SHOWN }));
  if (shown.length > MAX_SHOWN) return null;
  const line = (text: string) => oneLine(visible(text), 2_000);
  const message = [
    "May this change be made, once?",
    "",
    `Tool: ${tool.name} (${tool.title})`,
    `Target: ${line(alias)}, which is ${line(target.identity)}`,
    `Acts on: ${line(binding.resource)}`,
    "",
    `Arguments: ${shown}`,
    ...redactValue(effects, secrets).value.map((effect) => `Effect: ${line(effect)}`),
  ].join("\n");
  const requestedSchema = {
    type: "object",
    properties: { approve: { type: "boolean", title: "Make this change", default: false } },
    required: ["approve"],
  };
  return { method: "elicitation/create", params: { mode: "form", message, requestedSchema } };
}

/**
 * Whether an answer to the form is an explicit yes.
 *
 * @example
 * ```ts
 * import { approves } from "gatehouse/core/approval_form.ts";
 *
 * if (!approves({ action: "accept", content: { approve: true } })) throw new Error("a yes is no yes");
 * if (approves({ action: "accept", content: {} })) throw new Error("an empty form is a yes");
 * ```
 */
export function approves(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return false;
  const { action, content } = answer as { readonly action?: unknown; readonly content?: unknown };
  if (action !== "accept" || typeof content !== "object" || content === null) return false;
  return (content as { readonly approve?: unknown }).approve === true;
}

/**
 * Whether a client declared that it can show a form. A bare `elicitation: {}` means forms, as it did before there were
 * modes; one that names other modes alone does not.
 *
 * @example
 * ```ts
 * import { showsForms } from "gatehouse/core/approval_form.ts";
 *
 * if (!showsForms({ elicitation: {} })) throw new Error("a bare declaration means forms");
 * if (showsForms({ elicitation: { url: {} } })) throw new Error("a link is no form");
 * ```
 */
export function showsForms({ elicitation }: Readonly<Record<string, unknown>>): boolean {
  if (typeof elicitation !== "object" || elicitation === null || Array.isArray(elicitation)) return false;
  return ("form" in elicitation && isRecord(elicitation.form)) || !("url" in elicitation);
}
