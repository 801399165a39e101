/** Approves a call that waits: that one, as it was asked for, and no other. */
import { ToolError } from "../core/errors.ts";
import type { Waiting } from "../state/approvals.ts";
import { fieldLines, grantedFields, waitingFields } from "./approval_text.ts";
import { usageError } from "./failure.ts";
import { readLineGroups } from "./input.ts";
import type { Io } from "./io.ts";
import { type Operating, recorded } from "./operating.ts";
import { printJson } from "./print.ts";

/** Which request, and how. */
export interface NamedRequest {
  readonly id: string;
  /** Milliseconds that the approval lasts. */
  readonly ttlMs: number;
  /** The operator has said yes already. */
  readonly yes: boolean;
  readonly json: boolean;
}

/**
 * Shows the request, asks, approves.
 *
 * @returns The exit code: 1 when the person at the terminal did not say yes.
 * @throws ToolError `NO_SUCH_REQUEST`; `USAGE` when nobody can be asked and no yes was given.
 *
 * @example
 * ```ts
 * import { approveRequest } from "gatehouse/cli/approve_request.ts";
 *
 * if (approveRequest.length !== 2) throw new Error("see the tests of approve");
 * ```
 */
export async function approveRequest(
  operating: Operating,
  { id, ttlMs, yes, json }: NamedRequest,
): Promise<number> {
  const { io, approvals } = operating;
  const request = (await approvals.waiting()).find((waiting) => waiting.id === id);
  if (request === undefined) throw noSuchRequest(id);
  const show = json ? (text: string) => io.err(text) : (text: string) => void io.out(text);
  show(fieldLines(waitingFields(request)));
  if (!yes && !io.terminal.stdin) {
    throw usageError("Nobody is at the terminal to be asked", "Look at the request, then give --yes");
  }
  if (!yes && !await agrees(io, show)) {
    show("Nothing was approved\n");
    return 1;
  }
  const { binding, alias } = request;
  const ttl = ttlMs / 1_000;
  const more = { target: alias, request: id, ttl_seconds: ttl };
  await recorded(operating, { command: "approve", binding, more });
  const granted = await approvals.approve(id, ttlMs);
  if (granted === null) throw noSuchRequest(id);
  const told = grantedFields(granted);
  if (json) printJson(io, { ...told, request: id, target: alias, ttl_seconds: ttl });
  else io.out(`Approved once, until ${told.expires_at}: ${told.id}\n`);
  return 0;
}

/**
 * The refusal of an id that names no request.
 *
 * @example
 * ```ts
 * import { noSuchRequest } from "gatehouse/cli/approve_request.ts";
 *
 * if (noSuchRequest("req-22222222").code !== "NO_SUCH_REQUEST") throw new Error("another code");
 * ```
 */
export function noSuchRequest(id: Waiting["id"]): ToolError {
  return new ToolError("NO_SUCH_REQUEST", `No request ${id} waits: it was decided, or has expired`, {
    next: "Run gatehouse approvals pending",
  });
}

async function agrees(io: Io, show: (text: string) => void): Promise<boolean> {
  show("Approve this call, once? Type yes: ");
  for await (const [line] of readLineGroups(io)) return line?.trim().toLowerCase() === "yes";
  return false;
}
