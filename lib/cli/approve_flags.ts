/** What the flags of `approve` ask for, under their own names and under those of older scripts. */
import { shown } from "../config/source.ts";
import { isId } from "../state/ids.ts";
import type { ApproveFlags } from "./approve.ts";
import type { NamedCall } from "./approve_call.ts";
import type { NamedRequest } from "./approve_request.ts";
import { usageError } from "./failure.ts";

/** Milliseconds. */
const DEFAULT_TTL_MS = 60_000;

/** Milliseconds. */
const MAX_TTL_MS = 300_000;

/** A request, or a call that nobody asked for yet. */
export type Asked = ({ readonly kind: "request" } & NamedRequest) | ({ readonly kind: "call" } & NamedCall);

/**
 * What is to be approved.
 *
 * @param options `subject`: the word after `approve`. `principal`: who may call, unless a flag says otherwise.
 * @throws ToolError `USAGE` when it is not clear, or out of range.
 *
 * @example
 * ```ts
 * import { askedOf } from "gatehouse/cli/approve_flags.ts";
 *
 * const asked = askedOf({ server: "vps", ttlSeconds: "30" }, { subject: "write_file", principal: "posix-uid:0" });
 * if (asked.kind !== "call" || asked.alias !== "vps" || asked.ttlMs !== 30_000) throw new Error("read otherwise");
 * ```
 */
export function askedOf(
  flags: ApproveFlags,
  { subject, principal }: { readonly subject: string | undefined; readonly principal: string },
): Asked {
  const name = either(subject, flags.capability, "The tool was given by name and by --capability");
  if (name === undefined) throw usageError("Nothing to approve was named", "Give a request's id, or a tool");
  const ttlMs = ttlOf(either(flags.ttl, flags.ttlSeconds, "--ttl and --ttl-seconds are the same"));
  const alias = either(flags.target, flags.server, "--target and --server are the same");
  const args = either(flags.args, flags.argumentsJson, "--args and --arguments-json are the same");
  const json = flags.json === true;
  if (isId(name, "req")) {
    if ([alias, args, flags.principal, flags.resource].some((flag) => flag !== undefined)) {
      throw usageError(
        `What ${name} asks for is in the request already`,
        "Give only --ttl, --file and --yes",
      );
    }
    return { kind: "request", id: name, ttlMs, yes: flags.yes === true, json };
  }
  if (flags.principal === "") throw usageError("No principal is in --principal", "Say who may call");
  return {
    kind: "call",
    tool: name,
    alias: alias ?? null,
    args: argumentsOf(args ?? "{}"),
    principal: flags.principal ?? principal,
    resource: flags.resource ?? null,
    ttlMs,
    json,
  };
}

function either(a: string | undefined, b: string | undefined, twice: string): string | undefined {
  if (a !== undefined && b !== undefined) throw usageError(twice, "Leave one of them out");
  return a ?? b;
}

function ttlOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_TTL_MS;
  const ttlMs = /^\d{1,3}(?:\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * 1_000) : 0;
  if (ttlMs >= 1 && ttlMs <= MAX_TTL_MS) return ttlMs;
  throw usageError(`An approval cannot last ${shown(text)} seconds`, "Give more than 0 and at most 300");
}

function argumentsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    // JSON has no other objects: what is left has texts for keys.
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) {
      return parsed as Readonly<Record<string, unknown>>;
    }
  } catch {
    // Told below.
  }
  throw usageError(`Could not use the arguments ${shown(text)}`, "Give one JSON object");
}
