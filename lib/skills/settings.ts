/** What the configuration's table `[skills]` says, as the family gets it. */
import { z } from "zod";

const format = z.enum(["phases", "agent-skills"]);

/** Every setting has a default, so that nothing needs to be configured. */
export const skillsSettings = z.strictObject({
  /** The roots of the configuration's own table. */
  roots: z.array(z.strictObject({
    id: z.string().max(64),
    path: z.string().max(32_767),
    format: format.optional(),
    followLinks: z.boolean().optional(),
  })).max(16).default([]),
  /** Absolute path of a file with further roots, in the form of `skills-roots.json`. */
  configFile: z.string().max(4_096).nullable().default(null),
  /** Whether a bad package is set aside, instead of refusing all. */
  quarantine: z.boolean().default(false),
  /** What packages follow in a root that does not say. */
  format: format.default("phases"),
  /** Absolute path of the operator's gap rules. */
  gapRules: z.string().max(4_096).nullable().default(null),
});

/** The settings in force. */
export type SkillsSettings = z.output<typeof skillsSettings>;
