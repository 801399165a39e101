/** What the registry's worker does, method by method. */
import { LIMITS, lowered } from "../contract/limits.ts";
import { skillKey } from "../identity.ts";
import { digestsOf } from "../planner/digests.ts";
import { explain } from "../planner/explain.ts";
import { canonicalParameters } from "../planner/parameters.ts";
import { planFor } from "../planner/plan_for.ts";
import type { B3Plan, LegacyPlan, PlanParameters } from "../planner/types.ts";
import { byCodeUnit } from "../text/canonical_json.ts";
import { isDate } from "../tools/today.ts";
import type { GapRule, Limits, Root } from "../types.ts";
import { type CacheOptions, type Loaded, type NotLoaded, RegistryCache, type Wanted } from "./cache.ts";
import { discover } from "./discovery.ts";
import { readDocument } from "./document.ts";
import type { Asked, AskedPlan, AskedSkill } from "./asked.ts";
import { validateCandidate } from "./packages.ts";
import { type Answer, limited, Payloads } from "./payloads.ts";
import { scanRoots } from "./scan.ts";
import { selectedRoots } from "./selection.ts";

/** What the worker is told when it starts. */
export interface RegistrySetup {
  /** All configured roots. */
  readonly roots: readonly Root[];
  readonly gapRules: readonly GapRule[];
  readonly quarantine: boolean;
}

/** A call that can be carried out, or why not. */
type Request =
  | { readonly ok: true; readonly wanted: Wanted }
  | (Omit<NotLoaded, "ok"> & { readonly ok: false });

/** The methods. Each answers with a public payload; what is refused is an answer with `codes`. */
export class RegistryService {
  readonly #setup: RegistrySetup;
  readonly #options: CacheOptions;
  readonly #payloads: Payloads;
  readonly #plans = new WeakMap<Loaded, { readonly key: string; readonly answer: Answer }>();
  /** Public for what looks after the worker, such as a test that counts builds. */
  readonly cache: RegistryCache;

  /** @param options What the cache works with in place of the system's own. */
  constructor(setup: RegistrySetup, options: Partial<CacheOptions> = {}) {
    this.#setup = setup;
    this.#options = {
      validate: (candidate, wanted) => validateCandidate(wanted)(candidate),
      ...options,
      roots: setup.roots,
      quarantine: setup.quarantine,
    };
    this.#payloads = new Payloads(setup.roots.map(({ path }) => path));
    this.cache = new RegistryCache(this.#options);
  }

  /** Which registry can be had, and why none otherwise. */
  load(asked: Asked): Promise<Answer> {
    return this.#with(asked, ({ build }) => ({ value: { build }, masked: 0 }));
  }

  /** All skills. */
  list(asked: Asked): Promise<Answer> {
    return this.#with(asked, (loaded) => this.#payloads.list(loaded));
  }

  /** One skill, and a further file of it where `document` names one. */
  get(asked: AskedSkill): Promise<Answer> {
    return this.#with(asked, (loaded) => {
      const key = skillKey(asked.skill_id);
      const skill = key === null ? undefined : loaded.registry.get(key);
      if (skill === undefined) return this.#payloads.missing(loaded, null, "SKILL_NOT_FOUND");
      if (asked.document === undefined) return this.#payloads.skill(loaded, skill, null);
      const read = readDocument(skill, asked.document);
      return read.ok
        ? this.#payloads.skill(loaded, skill, read.document)
        : this.#payloads.missing(loaded, read.issue);
    });
  }

  /** Validates anew, whatever was known. */
  async refresh(asked: Asked): Promise<Answer> {
    const request = this.#request(asked);
    if (!request.ok) return this.#payloads.failure(request);
    const loaded = await this.cache.refresh(request.wanted);
    if (!loaded.ok) return this.#payloads.failure(loaded);
    return this.#payloads.beside(loaded, { value: { refreshed: true }, masked: 0 });
  }

  /** What is wrong with each package, without anything being kept or refused for it. */
  // deno-lint-ignore require-await -- like its siblings
  async validate(asked: Asked): Promise<Answer> {
    const request = this.#request(asked);
    if (!request.ok) return this.#payloads.failure(request);
    const { wanted } = request;
    const scan = scanRoots(wanted.roots, {
      limits: wanted.limits,
      allowed: this.#setup.roots.map(({ path }) => path),
      now: Date.now(),
    });
    const { discovery, issues } = discover(scan, {
      limits: wanted.limits,
      quarantine: false,
      validate: (candidate) => this.#options.validate(candidate, wanted),
    });
    const valid = discovery.complete && discovery.records.every(({ state }) => state === "VALID");
    const answer = this.#payloads.masked({ valid, discovery: { ...discovery, issues } });
    return limited(answer, wanted.limits.resultBytes);
  }

  /** The plan for a profile that was made elsewhere; the last one of each registry is kept. */
  plan(asked: AskedPlan): Promise<Answer> {
    return this.#with(asked, (loaded, wanted) => {
      const parameters = this.#parameters(asked, wanted);
      const { profile, target, digests, explain } = asked;
      const key = JSON.stringify([parameters, profile, target, digests, explain]);
      const last = this.#plans.get(loaded);
      if (last?.key === key) return last.answer;
      const answer = this.#planned(loaded, { asked, parameters, wanted });
      this.#plans.set(loaded, { key, answer });
      return answer;
    });
  }

  #planned(
    loaded: Loaded,
    { asked, parameters, wanted }: {
      readonly asked: AskedPlan;
      readonly parameters: PlanParameters;
      readonly wanted: Wanted;
    },
  ): Answer {
    const { skills } = loaded.registry;
    const { profile, target } = asked;
    const further = target === undefined ? [] : [target];
    const planned = planFor(skills, profile, { parameters, maxBytes: wanted.limits.resultBytes });
    if (!planned.ok) {
      const codes = [...new Set(planned.issues.map(({ code }) => code))].sort(byCodeUnit);
      return this.#payloads.beside(loaded, this.#payloads.masked({ codes, issues: planned.issues }, further));
    }
    const { value, masked } = this.#payloads.masked({ plan: planned.plan }, further);
    // Masking changes texts, never the shape.
    const plan = value["plan"] as B3Plan | LegacyPlan;
    const digests = asked.digests === true
      ? { digests: digestsOf({ skills, profile, parameters, plan }), parameters }
      : {};
    const rows = asked.explain === true ? { explain: explain(skills, profile, { parameters }) } : {};
    return this.#payloads.beside(loaded, { value: { plan, ...digests, ...rows }, masked });
  }

  #parameters(asked: AskedPlan, { roots, today }: Wanted): PlanParameters {
    const shared = { root_ids: roots.map(({ key }) => key), today };
    return canonicalParameters(
      asked.plan_version === "B3"
        ? {
          ...shared,
          plan_version: "B3",
          client_capabilities: asked.client_capabilities ?? null,
          accept_likely: asked.accept_likely ?? [],
          gap_rules: this.#setup.gapRules,
        }
        : { ...shared, plan_version: "1.0", constraints: asked.constraints ?? null },
    );
  }

  async #with(
    asked: Asked & Pick<AskedPlan, "build">,
    answer: (loaded: Loaded, wanted: Wanted) => Answer,
  ): Promise<Answer> {
    const request = this.#request(asked);
    if (!request.ok) return this.#payloads.failure(request);
    const { wanted } = request;
    const loaded = await this.cache.load(wanted, asked.build);
    return limited(
      loaded.ok ? answer(loaded, wanted) : this.#payloads.failure(loaded),
      wanted.limits.resultBytes,
    );
  }

  /** @throws ToolError `SKILL_LIMITS`. */
  #request({ root_ids, today, limits: asked }: Asked): Request {
    const limits: Limits = asked === undefined ? LIMITS : lowered(LIMITS, { ...asked });
    if (today === undefined || today === null) return refused("TODAY_REQUIRED");
    if (!isDate(today)) return refused("TODAY_INVALID");
    const selection = selectedRoots(this.#setup.roots, root_ids, { maxRoots: limits.roots });
    if (!selection.ok) return refused(selection.code);
    return { ok: true, wanted: { roots: selection.roots, today, limits } };
  }
}

function refused(code: string): Request {
  return { ok: false, codes: [code], discovery: null, issues: [] };
}
