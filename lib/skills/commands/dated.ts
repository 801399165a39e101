/** Whether the day of a call has any part in what is said of the packages of some roots. */
import { z } from "zod";
import { askRegistry } from "../asking.ts";
import { isLegalDomain } from "../validator/legal.ts";

const asked = z.strictObject({
  root_ids: z.array(z.string()),
  /** YYYY-MM-DD. */
  today: z.string(),
  signal: z.instanceof(AbortSignal),
});

const codes = z.array(z.string());

const listed = z.object({
  codes: codes.optional(),
  code: z.string().optional(),
  skills: z.array(z.object({ domain: z.string() })).optional(),
  discovery: z.object({ records: z.array(z.object({ error_codes: codes })) }).optional(),
});

/**
 * Whether a rule of the law is judged: only such a rule grows old.
 *
 * @param given `root_ids`, `today`, and the call's `signal`.
 * @param service The family's.
 * @returns True also where there are too many packages to tell.
 *
 * @example
 * ```ts
 * import dated from "gatehouse/skills/commands/dated.ts";
 * import { SkillsService } from "gatehouse/skills/service.ts";
 * import { skillsSettings } from "gatehouse/skills/settings.ts";
 *
 * const none = { call: () => Promise.reject(new Error("no worker")) };
 * const service = new SkillsService(skillsSettings.parse({}), [], none, () => none);
 * const { signal } = new AbortController();
 * if (await dated({ root_ids: [], today: "2026-08-27", signal }, service)) throw new Error("a rule from nowhere");
 * ```
 */
export default async function dated(given: unknown, service: unknown): Promise<boolean> {
  const { signal, ...input } = asked.parse(given);
  const { code, codes = [], skills = [], discovery } = listed.parse(
    await askRegistry("list", input, { service, signal }),
  );
  const all = [...codes, ...discovery?.records.flatMap(({ error_codes }) => error_codes) ?? []];
  return code === "RESULT_TOO_LARGE" || skills.some(({ domain }) => isLegalDomain(domain)) ||
    all.some(isLegalCode);
}

/**
 * Whether an issue's code is of the rules of a legal package.
 *
 * @example
 * ```ts
 * import { isLegalCode } from "gatehouse/skills/commands/dated.ts";
 *
 * if (!isLegalCode("LEGAL_NO_RULES") || isLegalCode("SKILL_ID")) throw new Error("misjudged");
 * ```
 */
export function isLegalCode(code: string): boolean {
  return code.startsWith("LEGAL_");
}
