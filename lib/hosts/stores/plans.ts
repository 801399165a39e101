/** The store of plans: what apply holds the machine against, for five minutes. */
import { z } from "zod";
import { RecordFile } from "./record_file.ts";

/** Seconds that a plan holds. */
const PLAN_TTL = 300;

/** Plans that are kept; the oldest give way. */
const MAX_PLANS = 16;

const MAX_BYTES = 4_194_304;

const PREFIX = "plan:v1:sha256:";

// Fields that another version keeps beside these stay in the file.
const planRecord = z.looseObject({
  receiptDigest: z.string().regex(/^(?:plan:v1:)?(?:sha256:)?[0-9a-f]{64}$/),
  service: z.string().max(128),
  project: z.string().max(128),
  composeFiles: z.array(z.string().max(4_096)).max(8),
  desiredImage: z.string().max(512).nullable().default(null),
  desiredImageExplicit: z.boolean(),
  allowRuntimeDrift: z.boolean(),
  hasRuntimeDrift: z.boolean(),
  payload: z.unknown(),
  /** Seconds since 1970. */
  createdAt: z.number(),
});

/** A plan. */
export type PlanRecord = z.output<typeof planRecord>;

/**
 * The store.
 *
 * @example
 * ```ts
 * import { PlanStore } from "gatehouse/hosts/stores/plans.ts";
 *
 * const path = `${await Deno.realPath(await Deno.makeTempDir())}/plans.json`;
 * let now = 1_000;
 * const store = new PlanStore(path, { now: () => now });
 * const receiptDigest = "0".repeat(64);
 * await store.add({
 *   receiptDigest, service: "web", project: "shop", composeFiles: ["/srv/shop/compose.yaml"], desiredImage: null,
 *   desiredImageExplicit: false, allowRuntimeDrift: false, hasRuntimeDrift: false, payload: {},
 * });
 * const receipt = `plan:v1:sha256:${receiptDigest}`;
 * now += 300;
 * if ((await store.find(receipt))?.service !== "web") throw new Error("not kept");
 * now += 1;
 * if (await store.find(receipt) !== null) throw new Error("kept too long");
 * ```
 */
export class PlanStore {
  readonly #file: RecordFile<PlanRecord>;
  readonly #now: () => number;

  /**
   * @param path Absolute.
   * @param options `now`: seconds since 1970; default: the system's clock.
   */
  constructor(path: string, { now = () => Date.now() / 1_000 }: { readonly now?: () => number } = {}) {
    const parse = (value: unknown) => planRecord.safeParse(value).data ?? null;
    this.#file = new RecordFile({ path, maxRecords: MAX_PLANS, maxBytes: MAX_BYTES, parse });
    this.#now = now;
  }

  /**
   * The plan of that receipt; null when there is none any more.
   *
   * @throws ToolError `UNAVAILABLE` when the store cannot be used.
   */
  async find(receipt: string): Promise<PlanRecord | null> {
    const digest = receipt.slice(PREFIX.length);
    return (await this.valid()).find((record) => hexOf(record) === digest) ?? null;
  }

  /**
   * Every plan that still holds, the oldest first.
   *
   * @throws ToolError `UNAVAILABLE` when the store cannot be used.
   */
  async valid(): Promise<readonly PlanRecord[]> {
    return this.#valid(await this.#file.read());
  }

  /**
   * Keeps a plan, in the place of one with the same receipt.
   *
   * @throws ToolError `UNAVAILABLE` when the store cannot be used.
   */
  add(plan: Omit<PlanRecord, "createdAt">): Promise<void> {
    return this.#file.update<void>((all) => {
      // Of one receipt there is one plan.
      const others = this.#valid(all).filter((record) => hexOf(record) !== plan["receiptDigest"]);
      // The schema's catch-all has no type of its own.
      const added = { ...plan, createdAt: this.#now() } as PlanRecord;
      return { keep: [...others, added].slice(-MAX_PLANS), value: undefined };
    });
  }

  /** One that was made in the future was made by another clock. */
  #valid(all: readonly PlanRecord[]): PlanRecord[] {
    const now = this.#now();
    return all.filter(({ createdAt }) => createdAt <= now && now - createdAt <= PLAN_TTL)
      .toSorted((a, b) => a.createdAt - b.createdAt);
  }
}

function hexOf({ receiptDigest }: PlanRecord): string {
  return receiptDigest.slice(-64);
}
