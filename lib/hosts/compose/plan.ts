/** A plan: what a service is to become, what it is now, and the receipt that stands for exactly that. */
import { sha256 } from "../../core/approval.ts";
import { ToolError } from "../../core/errors.ts";
import type { Container, ServiceState } from "../remote/answers/compose.ts";
import { sortedJson } from "../sorted_json.ts";
import { declaredFields } from "./declared.ts";
import { type Drift, driftOf } from "./drift.ts";
import { type Fields, MODELED } from "./fields.ts";
import { liveFields } from "./live.ts";
import { checkSupported } from "./unsupported.ts";

/** What a plan is made for, besides the service's state. */
export interface Asked {
  /** Who asks. */
  readonly principal: string;
  /** The resolved identity of the machine. */
  readonly target: string;
  /** The image that was asked for by name; null when it is the compose files' own business. */
  readonly image: string | null;
  /** What values of variables were sealed with; as secret as the store that it is kept in. */
  readonly key: string;
  /** Whether what only the running container has may be lost. */
  readonly allowsDrift: boolean;
}

/** A plan. */
export interface Plan {
  /** `plan:v1:sha256:` and 64 hexadecimal digits. */
  readonly receipt: string;
  readonly payload: Payload;
  readonly desired: Fields;
  readonly live: Fields;
  readonly drift: Drift;
  /** What runs is what is declared, of that image, and runs. */
  readonly isApplied: boolean;
}

/** What the receipt is the digest of. Values of variables are in it as seals: they never leave the machine. */
export interface Payload {
  readonly version: "v1";
  /** Who made it: nobody else's approval is spent on it. */
  readonly principal: string;
  readonly target: string;
  readonly service: string;
  readonly project: string;
  readonly compose_files: readonly string[];
  readonly desired_image_explicit: boolean;
  /** A receipt that was approved without it does not become one that has it. */
  readonly allow_runtime_drift: boolean;
  /** What was there to be lost, as canonical JSON, so that an approval holds for just that; null without the consent. */
  readonly accepted_drift: string | null;
  readonly image_digest: string;
  readonly config_hash: string;
  readonly modeled_fields: readonly string[];
  readonly env_key: string;
  readonly desired: Fields & {
    readonly image_ref: string;
    readonly depends_on: readonly string[];
    /** Seal of everything that the files say of the service, what is not compared by field included. */
    readonly declaration: string;
  };
}

/**
 * The plan for the service in that state.
 *
 * @throws ToolError `VALIDATION_FAILED` for a service that recreating could take something from, `CONFLICT` when the image
 * that was asked for is not the one that the compose files name.
 *
 * @example
 * ```ts
 * import { planOf } from "gatehouse/hosts/compose/plan.ts";
 *
 * if (planOf.length !== 2) throw new Error("see the tests of the plan");
 * ```
 */
export async function planOf(
  state: ServiceState,
  { principal, target, image, key, allowsDrift }: Asked,
): Promise<Plan> {
  checkSupported(state);
  checkImage(state, image);
  const containers = present(state);
  const desired = declaredFields(state, state.image);
  const live = liveFields(containers);
  const sameDeclaration = containers.every(({ config_hash }) => config_hash === state.config_hash);
  // What the container has of its own image came with that, and not at run time.
  const drift = driftOf({ live, desired: declaredFields(state, state.live_image) }, { sameDeclaration });
  const payload: Payload = {
    version: "v1",
    principal,
    target,
    service: state.service,
    project: state.project,
    compose_files: state.files,
    desired_image_explicit: image !== null,
    allow_runtime_drift: allowsDrift,
    accepted_drift: allowsDrift ? sortedJson(drift.runtimeOnly) : null,
    image_digest: state.image.id,
    config_hash: state.config_hash,
    modeled_fields: MODELED,
    env_key: key,
    desired: {
      ...desired,
      image_ref: state.desired.image,
      depends_on: state.desired.depends_on,
      declaration: state.declaration,
    },
  };
  const isApplied = sameDeclaration && drift.differing.length === 0 &&
    containers.length === desired.replicas &&
    containers.every(({ image_id, running }) => image_id === state.image.id && running);
  return { receipt: await receiptOf(payload), payload, desired, live, drift, isApplied };
}

async function receiptOf(payload: Payload): Promise<string> {
  return `plan:v1:sha256:${await sha256(sortedJson(payload))}`;
}

function present({ containers: [first, ...others] }: ServiceState): readonly [Container, ...Container[]] {
  if (first === undefined) {
    throw new ToolError(
      "UPSTREAM_PROTOCOL",
      "The machine told of a service without a container (PARSER_FAILED)",
    );
  }
  return [first, ...others];
}

/** Compose starts the image that its files name, whatever was asked for here. */
function checkImage({ desired, image, named_image_id }: ServiceState, wanted: string | null): void {
  if (wanted === null || named_image_id === image.id) return;
  throw new ToolError(
    "CONFLICT",
    `The compose files name ${desired.image}, which is another image than the desired one (IMAGE_DRIFT)`,
    { next: "Change the image in the compose files, or leave desired_image out" },
  );
}
