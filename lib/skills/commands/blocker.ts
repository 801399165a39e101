/** Which entry of a target blocks its profile: the answer of a tool has the code alone. */
import { z } from "zod";
import { profileTarget } from "../asking.ts";

const asked = z.strictObject({
  /** Absolute. */
  target: z.string(),
  signal: z.instanceof(AbortSignal),
});

/**
 * The entry's path relative to the target, with `/`; null where no single entry blocks it, or nothing does.
 *
 * @param given `target`, and the call's `signal`.
 * @param service The family's.
 *
 * @example
 * ```ts
 * import blocker from "gatehouse/skills/commands/blocker.ts";
 * import { SkillsService } from "gatehouse/skills/service.ts";
 * import { skillsSettings } from "gatehouse/skills/settings.ts";
 *
 * const none = { call: () => Promise.reject(new Error("no worker")) };
 * const service = new SkillsService(skillsSettings.parse({}), [], none, () => none);
 * const { signal } = new AbortController();
 * if (await blocker({ target: "/nowhere/at/all", signal }, service) !== null) throw new Error("blocked by nothing");
 * ```
 */
export default async function blocker(given: unknown, service: unknown): Promise<string | null> {
  const { target, signal } = asked.parse(given);
  const { blockedBy } = await profileTarget(target, { service, signal });
  return blockedBy ?? null;
}
