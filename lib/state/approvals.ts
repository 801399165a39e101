/**
 * What people allowed, for a running program and for the operator's commands: the stores are opened, and SQLite loaded,
 * on first use.
 *
 * Requests, and what was begun, are in the program's one store. So are approvals, unless a file of their own is named:
 * then that file alone is asked.
 */
import type { Approvals, Binding } from "../core/approval.ts";
import type { Desk } from "./approvals_desk.ts";
import type { Granted } from "./approvals_store.ts";
import { patientStore } from "./patient.ts";
import type { Waiting } from "./requests_store.ts";
import { WatchedClock } from "./watched_clock.ts";

export type { Granted, Waiting };

/** Where approvals are kept. */
export interface ApprovalsOptions {
  /** The state directory, absolute and without links in its path; made with mode 0700 when missing. */
  readonly directory: string;
  /** The approval file, absolute; null keeps approvals in the state directory. Default null. */
  readonly file?: string | null;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
  /** Milliseconds of a clock that is never set. Default: the system's. */
  readonly elapsed?: () => number;
  /** Milliseconds that a use waits for a store that others are writing to. Default 2,000. */
  readonly busyMs?: number;
}

/** Approvals as the operator's commands see them. Every method throws a `ToolError` when a store cannot be used. */
export interface ApprovalDesk extends Approvals {
  /** Allows a call once. `ttlMs`: milliseconds, at most 300,000. */
  grant(binding: Binding, ttlMs: number): Promise<Granted>;
  /** Allows the call of a request once, and takes the request away; null when no such request waits. */
  approve(id: string, ttlMs: number): Promise<Granted | null>;
  /** Turns a request down, so that the same call is told why; null when no such request waits. */
  decline(id: string, reason: string): Promise<Binding | null>;
  /** Approvals that were not used yet. */
  granted(): Promise<readonly Granted[]>;
  /** Takes an approval back; false when there is none of that id. */
  revoke(id: string): Promise<boolean>;
  /** Requests that wait. */
  waiting(): Promise<readonly Waiting[]>;
  /** Lets go of the stores. */
  close(): void;
}

/**
 * The approvals of a state directory.
 *
 * @example
 * ```ts
 * import { createApprovals } from "gatehouse/state/approvals.ts";
 *
 * const directory = `${await Deno.realPath(await Deno.makeTempDir())}/gatehouse`;
 * const approvals = createApprovals({ directory });
 * const argumentsDigest = "0".repeat(64);
 * const binding = { principal: "p", capability: "c", identity: "i", resource: "r", argumentsDigest };
 * await approvals.grant(binding, 60_000);
 * const begun = await approvals.begin(binding);
 * await begun?.settle("ok");
 * if (begun === null || await approvals.begin(binding) !== null) throw new Error("not spent once");
 * approvals.close();
 * ```
 */
export function createApprovals(options: ApprovalsOptions): ApprovalDesk {
  const { directory, file = null, now = Date.now, elapsed = () => performance.now(), busyMs = 2_000 } =
    options;
  // Watched from now on and not from first use: a clock that is set back in between is to be noticed.
  const clock = new WatchedClock({ now, elapsed });
  const store = patientStore(directory, { busyMs });
  let desk: Promise<Desk> | undefined;
  const open = (): Promise<Desk> =>
    desk ??= import("./approvals_desk.ts").then(({ Desk }) => new Desk(store, { clock, file, busyMs }));
  return {
    holds: async (...call) => await (await open()).holds(...call),
    begin: async (...call) => await (await open()).begin(...call),
    beginAsked: async (...call) => await (await open()).beginAsked(...call),
    openSince: async (...call) => await (await open()).openSince(...call),
    request: async (...call) => await (await open()).request(...call),
    grant: async (...call) => await (await open()).grant(...call),
    approve: async (...call) => await (await open()).approve(...call),
    decline: async (...call) => await (await open()).decline(...call),
    granted: async () => await (await open()).granted(),
    revoke: async (...call) => await (await open()).revoke(...call),
    waiting: async () => await (await open()).waiting(),
    close: () => store.close(),
  };
}
