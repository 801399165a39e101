/** Approvals: what a person allowed, once, for exactly one call. */
import type { Target } from "./target.ts";

/** Everything that a call's approval must agree with. */
export interface Binding {
  readonly principal: string;
  /** The tool's name. */
  readonly capability: string;
  /** The target's exact identity. */
  readonly identity: string;
  /** What on the target is acted on; `<target>` for the whole of it. */
  readonly resource: string;
  /** SHA-256 of the canonical arguments, lower-case hexadecimal. */
  readonly argumentsDigest: string;
}

/** A call that waits for an approval, as the operator is shown it. */
export interface Pending {
  readonly binding: Binding;
  readonly alias: string;
  /** The canonical arguments as JSON, secrets masked; 8 KiB of them, and how much is left out or masked. */
  readonly shown: string;
  /** What the call would do, as far as its tool can tell; a line each, secrets masked. Default: nothing is told. */
  readonly effects?: readonly string[];
}

/** A change that was begun. */
export interface Begun {
  /** Says how it ended; a change of which nobody says it has no known end. Never throws. */
  settle(outcome: string): Promise<void>;
}

/** The store of approvals. Every method throws a `ToolError` when the store cannot be used: then nothing is allowed. */
export interface Approvals {
  /** Whether one is there; nothing is spent. */
  holds(binding: Binding): Promise<boolean>;
  /** Spends one, so that no other call gets it, and remembers that the change begins; null when none is there. */
  begin(binding: Binding): Promise<Begun | null>;
  /**
   * The same without an approval: what a person said to a question stands for it, and was spent already. Null when the
   * same change was begun before and nobody knows how it ended: whoever answered did not know of that.
   */
  beginAsked(binding: Binding): Promise<Begun | null>;
  /** When a change with this binding began whose end nobody knows, in milliseconds since 1970; null for none. */
  openSince(binding: Binding): Promise<number | null>;
  /** Remembers a call for the operator to look at; the id of its request, or why a person declined it before. */
  request(pending: Pending): Promise<{ readonly id: string } | { readonly declined: string }>;
}

/** The resource of a call that acts on the target as a whole. */
export const WHOLE_TARGET = "<target>";

/**
 * The arguments in one spelling: keys sorted on every level, no blanks, what is undefined or null left out, numbers as
 * RFC 8785 has them.
 *
 * @param args Accepted arguments: defaults are in them.
 * @param without The argument that names the target.
 *
 * @example
 * ```ts
 * import { canonicalArguments } from "gatehouse/core/approval.ts";
 *
 * const text = canonicalArguments({ path: "/a", server: "vps", mode: null, lines: 50 }, "server");
 * if (text !== '{"lines":50,"path":"/a"}') throw new Error(text);
 * ```
 */
export function canonicalArguments(args: Readonly<Record<string, unknown>>, without: string): string {
  const { [without]: _, ...rest } = args;
  return JSON.stringify(sorted(rest));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null);
  entries.sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0);
  // Without a prototype, so that a key such as `__proto__` is a key like any other.
  const out: Record<string, unknown> = Object.create(null);
  for (const [key, inner] of entries) out[key] = sorted(inner);
  return out;
}

/** What a binding is made of. */
export interface Bound {
  readonly principal: string;
  readonly capability: string;
  readonly target: Target;
  readonly resource: string;
  /** As `canonicalArguments` writes them. */
  readonly canonical: string;
}

/**
 * The binding of a call.
 *
 * @example
 * ```ts
 * import { bindingOf } from "gatehouse/core/approval.ts";
 *
 * const target = { alias: "a", identity: "mikrus:srv1", backend: "mikrus", proven: true };
 * const bound = { principal: "posix-uid:0", capability: "restart_server", target, resource: "<target>", canonical: "{}" };
 * if ((await bindingOf(bound)).argumentsDigest.length !== 64) throw new Error("no digest");
 * ```
 */
export async function bindingOf(
  { principal, capability, target, resource, canonical }: Bound,
): Promise<Binding> {
  return {
    principal,
    capability,
    identity: target.identity,
    resource,
    argumentsDigest: await sha256(canonical),
  };
}

/**
 * SHA-256 of the text's UTF-8, lower-case hexadecimal.
 *
 * @example
 * ```ts
 * import { sha256 } from "gatehouse/core/approval.ts";
 *
 * if (!(await sha256("")).startsWith("e3b0c442")) throw new Error("another digest");
 * ```
 */
export async function sha256(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}

/**
 * The binding as one text, for whoever compares or seals it.
 *
 * @example
 * ```ts
 * import { bindingText } from "gatehouse/core/approval.ts";
 *
 * const binding = { principal: "p", capability: "c", identity: "i", resource: "r", argumentsDigest: "d" };
 * if (bindingText(binding) === bindingText({ ...binding, resource: "s" })) throw new Error("another call");
 * ```
 */
export function bindingText(binding: Binding): string {
  const { principal, capability, identity, resource, argumentsDigest } = binding;
  return JSON.stringify([principal, capability, identity, resource, argumentsDigest]);
}
