/** Approvals and requests as they are printed: whole, because what a person does not see cannot be approved. */
import type { Binding } from "../core/approval.ts";
import { visible } from "../core/visible.ts";
import type { Granted, Waiting } from "../state/approvals.ts";
import { columns } from "./print.ts";

/** Characters of one printed value: more than a request keeps, when each is written out as `\u{…}`. */
const MAX = 81_920;

/**
 * What an approval or a request is bound to, as JSON has it.
 *
 * @example
 * ```ts
 * import { boundFields } from "gatehouse/cli/approval_text.ts";
 *
 * const binding = { principal: "p", capability: "c", identity: "i", resource: "r", argumentsDigest: "d" };
 * if (boundFields(binding).target_identity !== "i") throw new Error("another name");
 * ```
 */
export function boundFields(binding: Binding) {
  return {
    capability: binding.capability,
    principal: binding.principal,
    target_identity: binding.identity,
    resource: binding.resource,
    arguments_digest: binding.argumentsDigest,
  };
}

/**
 * An approval as JSON has it.
 *
 * @example
 * ```ts
 * import { grantedFields } from "gatehouse/cli/approval_text.ts";
 *
 * const binding = { principal: "p", capability: "c", identity: "i", resource: "r", argumentsDigest: "d" };
 * const { expires_at } = grantedFields({ id: "apr-22222222", binding, createdAt: null, expiresAt: 0 });
 * if (expires_at !== "1970-01-01T00:00:00.000Z") throw new Error(expires_at);
 * ```
 */
export function grantedFields({ id, binding, expiresAt }: Granted) {
  return { id, ...boundFields(binding), expires_at: timeOf(expiresAt) };
}

/**
 * A request as JSON has it; the arguments are text, because they may be cut.
 *
 * @example
 * ```ts
 * import { waitingFields } from "gatehouse/cli/approval_text.ts";
 *
 * const binding = { principal: "p", capability: "c", identity: "i", resource: "r", argumentsDigest: "d" };
 * const waiting = { id: "req-22222222", binding, alias: "vps", shown: "{}", createdAt: 0, expiresAt: 1 };
 * if (waitingFields(waiting).target !== "vps") throw new Error("another name");
 * ```
 */
export function waitingFields({ id, binding, alias, shown, effects = [], createdAt, expiresAt }: Waiting) {
  return {
    id,
    target: alias,
    ...boundFields(binding),
    arguments: shown,
    ...(effects.length === 0 ? {} : { effects: effects.join("; ") }),
    requested_at: timeOf(createdAt),
    expires_at: timeOf(expiresAt),
  };
}

/**
 * Names and values in two columns, nothing cut, nothing hidden.
 *
 * @example
 * ```ts
 * import { fieldLines } from "gatehouse/cli/approval_text.ts";
 *
 * const text = fieldLines({ target_identity: "a\u202eb", id: "c" });
 * if (text !== "target identity  a\\u{202e}b\nid               c\n") throw new Error(text);
 * ```
 */
export function fieldLines(fields: Readonly<Record<string, string | number>>): string {
  const rows = Object.entries(fields).map((
    [name, value],
  ) => [name.replaceAll("_", " "), visible(String(value))]);
  return columns(rows, { max: MAX });
}

/** A record that another program wrote may hold a number that is no time. */
function timeOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString();
}
