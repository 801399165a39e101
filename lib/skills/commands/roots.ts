/** The identifiers of the configured roots, for who means all of them. */
import { serviceOf } from "../service.ts";

/**
 * The identifiers, sorted by key.
 *
 * @param _asked Nothing.
 * @param service The family's.
 *
 * @example
 * ```ts
 * import roots from "gatehouse/skills/commands/roots.ts";
 * import { SkillsService } from "gatehouse/skills/service.ts";
 * import { skillsSettings } from "gatehouse/skills/settings.ts";
 *
 * const none = { call: () => Promise.reject(new Error("no worker")) };
 * const service = new SkillsService(skillsSettings.parse({}), [], none, () => none);
 * if ((await roots(undefined, service)).length !== 0) throw new Error("a root from nowhere");
 * ```
 */
export default function roots(_asked: unknown, service: unknown): Promise<readonly string[]> {
  return Promise.resolve(serviceOf({ service }).roots.map(({ id }) => id));
}
