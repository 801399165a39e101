/** The family's workers as it declares them: what each may read, and what it is told. */
import type { BackendSpec } from "../core/backend.ts";
import { gapRulesOf, rootsOf } from "./configured.ts";
import { type SkillsSettings, skillsSettings } from "./settings.ts";

/** Validates and plans. It reads the configured roots. */
export const registry: BackendSpec = {
  name: "registry",
  title: "reads skill packages",
  worker: "skills/registry",
  async permissions(settings) {
    const roots = await rootsOf(parsed(settings));
    return roots.length === 0 ? null : { read: roots.map(({ path }) => path) };
  },
  async setup(settings) {
    const own = parsed(settings);
    return { roots: await rootsOf(own), gapRules: await gapRulesOf(own), quarantine: own.quarantine };
  },
};

/** Profiles one target. It reads that and nothing else. */
export const profiler: BackendSpec = {
  name: "profiler",
  title: "profiles a project",
  worker: "skills/profiler",
  subject: "/the-target-of-the-call",
  permissions: (_settings, target) => ({ read: [target] }),
  setup: () => null,
};

function parsed(settings: unknown): SkillsSettings {
  return skillsSettings.parse(settings ?? {});
}
