import { shown } from "../config/source.ts";
import { isId } from "../state/ids.ts";
import type { ApproveFlags } from "./approve.ts";
import { approveCall } from "./approve_call.ts";
import { approveRequest } from "./approve_request.ts";
import { usageError } from "./failure.ts";
import { unneeded } from "./gate_session.ts";
import type { Io } from "./io.ts";
import { operate, type Operating } from "./operating.ts";

const DEFAULT_TTL_MS = 60_000;
const MAX_TTL_MS = 300_000;

/** Exit 1 when the target cannot be reached, or a person did not say yes; 2 when no tool takes the call. */
export default async function approve(io: Io, flags: ApproveFlags, subject?: string): Promise<number> {
  const name = either(subject, flags.capability, "The tool was given by name and by --capability");
  if (name === undefined) throw usageError("Nothing to approve was named", "Give a request's id, or a tool");
  const ttlMs = ttlOf(either(flags.ttl, flags.ttlSeconds, "--ttl and --ttl-seconds are the same"));
  const alias = either(flags.target, flags.server, "--target and --server are the same");
  const json = either(flags.args, flags.argumentsJson, "--args and --arguments-json are the same");
  const isRequest = isId(name, "req");
  const given = [alias, json, flags.principal, flags.resource].some((flag) => flag !== undefined);
  if (isRequest && given) {
    throw usageError(`What ${name} asks for is in the request already`, "Give only --ttl, --file and --yes");
  }
  const args = argumentsOf(json ?? "{}");
  if (flags.principal === "") throw usageError("No principal is in --principal", "Say who may call");
  const work = (operating: Operating) => {
    // A target is reached by a worker, which runs in a process of its own.
    io.revoke(unneeded({ startsWorker: !isRequest }));
    return isRequest
      ? approveRequest(operating, { id: name, ttlMs, yes: flags.yes === true, json: flags.json === true })
      : approveCall(operating, {
        tool: name,
        alias: alias ?? null,
        args,
        principal: flags.principal ?? operating.principal,
        resource: flags.resource ?? null,
        ttlMs,
        json: flags.json === true,
      });
  };
  return await operate(io, { flags, work });
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
