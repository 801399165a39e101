/** Services that are not recreated, because something of them could be lost or is not understood. */
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";
import type { Desired, ServiceState } from "../remote/answers/compose.ts";

/** What compose makes from files that are not looked at here. */
const NOT_REBUILT: readonly (readonly [string, string])[] = [
  ["configs", "it uses configs"],
  ["secrets", "it uses secrets"],
  ["volumes_from", "it takes volumes from another container"],
  ["credential_spec", "it has a credential specification"],
  ["provider", "it is run by a provider"],
];

/** Under these, compose fetches or builds another image than the one that was looked at. */
const NEW_IMAGES = /^(?:always|build|refresh|daily|weekly|every_.{1,40})$/;

/**
 * The refusal to handle a service.
 *
 * @param why Ends the sentence.
 *
 * @example
 * ```ts
 * import { unsupported } from "gatehouse/hosts/compose/unsupported.ts";
 *
 * if (unsupported("it uses secrets").code !== "VALIDATION_FAILED") throw new Error("another code");
 * ```
 */
export function unsupported(why: string): ToolError {
  return new ToolError(
    "VALIDATION_FAILED",
    `Could not plan for this service: ${oneLine(why, 300)} (UNSUPPORTED_CONFIGURATION)`,
    { next: "Recreate it on the machine by hand, or change its compose files" },
  );
}

/**
 * Refuses a service that recreating could take something from.
 *
 * @throws ToolError `VALIDATION_FAILED`.
 *
 * @example
 * ```ts
 * import { checkSupported } from "gatehouse/hosts/compose/unsupported.ts";
 *
 * if (checkSupported.length !== 1) throw new Error("see the tests of the plan");
 * ```
 */
export function checkSupported({ desired, containers }: ServiceState): void {
  for (const [key, why] of NOT_REBUILT) {
    if (desired.keys.includes(key)) throw unsupported(why);
  }
  checkImages(desired);
  const nameless = containers.flatMap(({ mounts }) => mounts).find(({ anonymous }) => anonymous);
  if (nameless !== undefined) {
    throw unsupported(`the volume at ${nameless.destination} has no name, so its content could be lost`);
  }
}

function checkImages({ pull_policy }: Desired): void {
  if (pull_policy === null || !NEW_IMAGES.test(pull_policy)) return;
  throw unsupported(`its pull policy ${pull_policy} could bring another image than the planned one`);
}
