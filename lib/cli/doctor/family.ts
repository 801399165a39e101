/** How a check asks a family for what only the family knows. */
import type { OpenHouse } from "../../house.ts";

/**
 * Does the family's work of that name.
 *
 * @param options `name` of the work; `asked`: what it takes. `opened: false`: it needs no service of the family.
 * @throws Error when the family has no such work; ToolError what the work throws.
 *
 * @example
 * ```ts
 * import { asks } from "gatehouse/cli/doctor/family.ts";
 * import { openHouse } from "gatehouse/house.ts";
 *
 * const house = openHouse({ families: null, readOnly: true, stateDirectory: null });
 * const work = asks(house, { family: "gate", name: "no such work", asked: {} });
 * if (await work.then(() => true, () => false)) throw new Error("done");
 * ```
 */
export async function asks(
  house: OpenHouse,
  { family: name, name: work, asked, opened = true }: {
    readonly family: string;
    readonly name: string;
    readonly asked: Readonly<Record<string, unknown>>;
    readonly opened?: boolean;
  },
): Promise<unknown> {
  const family = await house.catalogue.load(name);
  const load = family.commands?.[work];
  if (load === undefined) throw new Error(`The family ${name} has no command ${work}`);
  const service = opened ? await house.serviceOf(family) : undefined;
  return await (await load()).default(asked, service);
}

/**
 * Is the family among those that are served?
 *
 * @example
 * ```ts
 * import { serves } from "gatehouse/cli/doctor/family.ts";
 * import { openHouse } from "gatehouse/house.ts";
 *
 * const house = openHouse({ families: ["gate"], readOnly: true, stateDirectory: null });
 * if (!serves(house, "gate") || serves(house, "skills")) throw new Error("other families");
 * ```
 */
export function serves({ catalogue }: Pick<OpenHouse, "catalogue">, family: string): boolean {
  return catalogue.families.some(({ name }) => name === family);
}
