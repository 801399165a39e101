/** The fields of a service as its compose files and its image declare it, for both forms that compose writes. */
import { isRecord } from "../../core/record.ts";
import type { Desired, HealthCheck, Image, ServiceState } from "../remote/answers/compose.ts";
import { declaredLimits } from "./declared_limits.ts";
import { declaredMounts } from "./declared_mounts.ts";
import { declaredPorts } from "./declared_ports.ts";
import { durationNs } from "./duration.ts";
import { checkIn, type Fields, inOrder } from "./fields.ts";
import { unsupported } from "./unsupported.ts";

/**
 * The fields.
 *
 * @param image The image that what is not declared comes from.
 * @throws ToolError `VALIDATION_FAILED` for a form that is not understood.
 *
 * @example
 * ```ts
 * import { declaredFields } from "gatehouse/hosts/compose/declared.ts";
 *
 * if (declaredFields.length !== 2) throw new Error("see the tests of drift");
 * ```
 */
export function declaredFields(
  { desired, containers, volumes, networks, project }: ServiceState,
  image: Image,
): Fields {
  return {
    ...started(desired, image),
    env: merged(image.env, desired.env),
    mounts: inOrder(declaredMounts(desired, { volumes, project })),
    networks: networksOf(desired, { networks, project }),
    ports: declaredPorts(desired.ports),
    labels: ownLabels(merged(image.labels, desired.labels, { empty: "" })),
    restart: restartOf(desired),
    healthcheck: healthOf(desired.healthcheck, image.healthcheck),
    limits: declaredLimits(desired, containers[0]),
    replicas: desired.replicas ?? 1,
  };
}

/** An entry point of its own leaves the image's command out as well. */
function started(desired: Desired, image: Image): Pick<Fields, "command" | "entrypoint"> {
  if (desired.entrypoint !== null) {
    return { entrypoint: desired.entrypoint, command: desired.command ?? [] };
  }
  return { entrypoint: image.entrypoint ?? [], command: desired.command ?? image.command ?? [] };
}

/** A variable without a value is taken away; a label without one is empty. */
function merged(
  below: Readonly<Record<string, string | null>>,
  above: Readonly<Record<string, string | null>>,
  { empty = null }: { readonly empty?: string | null } = {},
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries({ ...below, ...above }).flatMap(([key, value]) => {
      const set = value ?? empty;
      return set === null ? [] : [[key, set]];
    }),
  );
}

function ownLabels(labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(labels).filter(([key]) => !key.startsWith("com.docker.compose.")));
}

function networksOf(
  { network_mode, networks: named }: Desired,
  { networks, project }: Pick<ServiceState, "networks" | "project">,
): readonly string[] {
  if (network_mode !== null) return [/^(?:service|container):/.test(network_mode) ? "shared" : network_mode];
  const keys = named.length === 0 ? ["default"] : named;
  return keys.map((key) => networks[key] ?? `${project}_${key}`).toSorted();
}

function restartOf({ restart, restart_policy }: Desired): Fields["restart"] {
  if (restart === null && isRecord(restart_policy)) {
    const { condition = "any", max_attempts = 0 } = restart_policy;
    const name = condition === "none" ? "no" : condition === "on-failure" ? "on-failure" : "always";
    return { name, maximum_retry_count: name === "on-failure" ? Number(max_attempts ?? 0) : 0 };
  }
  const [name = "no", retries = "0"] = (restart ?? "no").split(":");
  return { name: name === "" || name === "false" ? "no" : name, maximum_retry_count: Number(retries) };
}

/** Docker takes each part that is not declared from the image's check. */
function healthOf(declared: unknown, image: HealthCheck | null): HealthCheck | null {
  if (declared === null) return checkIn(image);
  if (!isRecord(declared)) throw unsupported("its health check has a form that is not known");
  const { test = null, disable = false, interval, timeout, start_period, retries } = declared;
  if (disable === true) return null;
  const own = {
    test: typeof test === "string" ? ["CMD-SHELL", test] : Array.isArray(test) ? test.map(String) : [],
    interval_ns: durationNs(interval),
    timeout_ns: durationNs(timeout),
    start_period_ns: durationNs(start_period),
    retries: Number(retries ?? 0),
  };
  return checkIn({
    test: own.test.length > 0 ? own.test : image?.test ?? [],
    interval_ns: own.interval_ns || (image?.interval_ns ?? 0),
    timeout_ns: own.timeout_ns || (image?.timeout_ns ?? 0),
    start_period_ns: own.start_period_ns || (image?.start_period_ns ?? 0),
    retries: own.retries || (image?.retries ?? 0),
  });
}
