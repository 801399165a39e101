/** Every step of an approval, with the time looked at first: in the one store, and where one is named in the approval file. */
import type { DatabaseSync } from "node:sqlite";
import type { Begun, Binding, Pending } from "../core/approval.ts";
import { ToolError } from "../core/errors.ts";
import { writeLog } from "../core/log.ts";
import type { ApprovalDesk } from "./approvals.ts";
import { tick, wasSetBack } from "./approvals_clock.ts";
import { ApprovalsFile } from "./approvals_file.ts";
import { MAX_TTL_MS } from "./approvals_records.ts";
import {
  addApproval,
  type Granted,
  holdsApproval,
  listApprovals,
  removeApproval,
  spendApproval,
} from "./approvals_store.ts";
import { addBegun, openBegun, settleBegun } from "./begun_store.ts";
import type { PatientStore } from "./patient.ts";
import {
  addRequest,
  declineRequest,
  dropRequest,
  listRequests,
  takeRequest,
  type Waiting,
} from "./requests_store.ts";
import type { Reading, WatchedClock } from "./watched_clock.ts";

/**
 * The desk.
 *
 * @example
 * ```ts
 * import { Desk } from "gatehouse/state/approvals_desk.ts";
 *
 * if (Desk.length !== 2) throw new Error("see createApprovals");
 * ```
 */
export class Desk implements Omit<ApprovalDesk, "close"> {
  readonly #store: PatientStore;
  readonly #clock: WatchedClock;
  readonly #file: ApprovalsFile | null;

  constructor(
    store: PatientStore,
    { clock, file, busyMs }: {
      readonly clock: WatchedClock;
      readonly file: string | null;
      readonly busyMs: number;
    },
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#file = file === null ? null : new ApprovalsFile(file, { busyMs });
  }

  async holds(binding: Binding): Promise<boolean> {
    const file = this.#file;
    if (file === null) return await this.#transact((db) => holdsApproval(db, binding));
    return await file.holds(binding, await this.#outlook(binding));
  }

  async begin(binding: Binding): Promise<Begun | null> {
    const file = this.#file;
    if (file === null) {
      const id = await this.#transact((db, now) =>
        spendApproval(db, binding) ? began(db, binding, { now }) : null
      );
      return id === null ? null : this.#begun(id);
    }
    // A process that ends between the two has spent an approval and begun nothing, which is the safe side.
    const older = await file.spend(binding, await this.#outlook(binding));
    if (older === null) return null;
    return this.#begun(await this.#transact((db, now) => began(db, binding, { now, older })));
  }

  async beginAsked(binding: Binding): Promise<Begun | null> {
    const id = await this.#transact((db, now) =>
      openBegun(db, binding) === null ? began(db, binding, { now }) : null
    );
    return id === null ? null : this.#begun(id);
  }

  async openSince(binding: Binding): Promise<number | null> {
    return await this.#transact((db) => openBegun(db, binding)?.since ?? null);
  }

  async request(pending: Pending): Promise<{ readonly id: string } | { readonly declined: string }> {
    return await this.#transact((db, now) => addRequest(db, pending, { now }));
  }

  async grant(binding: Binding, ttlMs: number): Promise<Granted> {
    checkTtl(ttlMs);
    const file = this.#file;
    if (file === null) {
      return await this.#transact((db, now) => {
        dropRequest(db, binding);
        return addApproval(db, binding, { now, ttlMs });
      });
    }
    const now = await this.#transact((db, at) => {
      dropRequest(db, binding);
      return at;
    });
    return await file.add(binding, { now, ttlMs });
  }

  async approve(id: string, ttlMs: number): Promise<Granted | null> {
    checkTtl(ttlMs);
    const file = this.#file;
    if (file === null) {
      return await this.#transact((db, now) => {
        const binding = takeRequest(db, id);
        return binding === null ? null : addApproval(db, binding, { now, ttlMs });
      });
    }
    // Taken away first: two who approve the same request must not allow it twice.
    const taken = await this.#transact((db, now) => ({ binding: takeRequest(db, id), now }));
    if (taken.binding === null) return null;
    return await file.add(taken.binding, { now: taken.now, ttlMs });
  }

  async decline(id: string, reason: string): Promise<Binding | null> {
    return await this.#transact((db, now) => declineRequest(db, id, { reason, now }));
  }

  async granted(): Promise<readonly Granted[]> {
    if (this.#file === null) return await this.#transact(listApprovals);
    return await this.#file.list({ now: await this.#transact((_, now) => now) });
  }

  async revoke(id: string): Promise<boolean> {
    return await (this.#file?.remove(id) ?? this.#transact((db) => removeApproval(db, id)));
  }

  async waiting(): Promise<readonly Waiting[]> {
    return await this.#transact(listRequests);
  }

  /** What the approval file is looked at with. */
  async #outlook(binding: Binding): Promise<{ now: number; but: readonly string[] }> {
    return await this.#transact((db, now) => ({ now, but: openBegun(db, binding)?.older ?? [] }));
  }

  #begun(id: string): Begun {
    return {
      settle: async (outcome) => {
        try {
          await this.#transact((db, now) => settleBegun(db, id, { outcome, now }));
        } catch (error) {
          // The change stays one of which nobody knows the end, and the next same call says so.
          const why = error instanceof ToolError ? error.message : "a defect of ours";
          writeLog("warning", `How a change ended (${outcome}) could not be stored: ${why}`);
        }
      },
    };
  }

  async #transact<T>(work: (db: DatabaseSync, now: number) => T): Promise<T> {
    const file = this.#file;
    if (file !== null && await this.#isBack()) {
      // Before the store forgets that the clock went back.
      await file.clear();
    }
    const done = await this.#store.use((store) => {
      const reading: Reading = this.#clock.read();
      return { reading, value: store.transact((db) => work(db, tick(db, reading))) };
    });
    this.#clock.accept(done.reading);
    return done.value;
  }

  async #isBack(): Promise<boolean> {
    return await this.#store.use((store) => store.transact((db) => wasSetBack(db, this.#clock.read())));
  }
}

function began(
  db: DatabaseSync,
  binding: Binding,
  options: { readonly now: number; readonly older?: readonly string[] },
): string {
  dropRequest(db, binding);
  return addBegun(db, binding, options);
}

function checkTtl(ttlMs: number): void {
  if (Number.isInteger(ttlMs) && ttlMs >= 1 && ttlMs <= MAX_TTL_MS) return;
  throw new RangeError(`An approval cannot last ${ttlMs} ms`);
}
