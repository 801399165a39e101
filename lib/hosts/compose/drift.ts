/** Where what runs differs from what is declared, and which of it only the running container knows. */
import { sortedJson } from "../sorted_json.ts";
import { type Fields, MODELED } from "./fields.ts";

/** A field that differs; of variables, only the names are told. */
export type Difference =
  | { readonly live: unknown; readonly desired: unknown }
  | { readonly keys_added: readonly string[]; readonly keys_changed: readonly string[] };

/** Fields that differ, by name. */
export type Differences = Readonly<Record<string, Difference>>;

/** The comparison. */
export interface Drift {
  /** What recreating would take away although nobody changed the compose files for it. */
  readonly runtimeOnly: Differences;
  /** Names of all fields that differ. */
  readonly differing: readonly string[];
}

/**
 * Compares the fields.
 *
 * When the container was made of exactly this declaration, whatever differs came later. When the declaration was changed
 * since, a value that it gives in another way is that change; but what the container has and the declaration does not
 * know at all may still have come at run time, and counts as such.
 *
 * @param options `sameDeclaration`: the container carries the hash of the declaration as it is now.
 *
 * @example
 * ```ts
 * import { driftOf } from "gatehouse/hosts/compose/drift.ts";
 *
 * const base = {
 *   command: [], entrypoint: [], env: {}, mounts: [], networks: [], ports: [], labels: {}, healthcheck: null, replicas: 1,
 *   limits: { memory: 0, nano_cpus: 0 },
 *   restart: { name: "no", maximum_retry_count: 0 },
 * };
 * const live = { ...base, labels: { a: "1" } };
 * const { runtimeOnly } = driftOf({ live, desired: base }, { sameDeclaration: false });
 * if (JSON.stringify(runtimeOnly) !== '{"labels":{"live":{"a":"1"},"desired":{}}}') throw new Error("not found");
 * ```
 */
export function driftOf(
  { live, desired }: { readonly live: Fields; readonly desired: Fields },
  { sameDeclaration }: { readonly sameDeclaration: boolean },
): Drift {
  const differing = MODELED.filter((field) => sortedJson(live[field]) !== sortedJson(desired[field]));
  const runtimeOnly = differing.flatMap((field): [string, Difference][] => {
    const told = sameDeclaration || hasMore(field, live, desired);
    return told
      ? [[field, field === "env" ? variables(live.env, desired.env) : sides(field, live, desired)]]
      : [];
  });
  return { runtimeOnly: Object.fromEntries(runtimeOnly), differing };
}

/** Whether the container has something that the declaration says nothing of. */
function hasMore(field: keyof Fields, live: Fields, desired: Fields): boolean {
  switch (field) {
    case "env":
    case "labels":
      return Object.keys(live[field]).some((key) => !Object.hasOwn(desired[field], key));
    case "mounts": {
      const known = new Set(desired.mounts.map(({ destination }) => destination));
      return live.mounts.some(({ destination }) => !known.has(destination));
    }
    case "networks":
      return live.networks.some((name) => !desired.networks.includes(name));
    case "ports": {
      const known = new Set(desired.ports.map(innerPort));
      return live.ports.some((port) => !known.has(innerPort(port)));
    }
    case "command":
    case "entrypoint":
      return desired[field].length === 0;
    case "restart":
      return desired.restart.name === "no";
    case "healthcheck":
      return desired.healthcheck === null;
    case "limits":
      return (live.limits.memory > 0 && desired.limits.memory === 0) ||
        (live.limits.nano_cpus > 0 && desired.limits.nano_cpus === 0);
    case "replicas":
      return live.replicas > desired.replicas;
  }
}

function innerPort(port: string): string {
  return port.slice(port.indexOf("->"));
}

function variables(live: Fields["env"], desired: Fields["env"]): Difference {
  return {
    keys_added: Object.keys(live).filter((key) => !Object.hasOwn(desired, key)).toSorted(),
    keys_changed: Object.keys(desired).filter((key) => live[key] !== desired[key]).toSorted(),
  };
}

/** Of a map, only the entries that differ. */
function sides(field: keyof Fields, live: Fields, desired: Fields): Difference {
  if (field !== "labels") return { live: live[field], desired: desired[field] };
  const only = (own: Fields["labels"], other: Fields["labels"]) =>
    Object.fromEntries(Object.entries(own).filter(([key, value]) => other[key] !== value));
  return { live: only(live.labels, desired.labels), desired: only(desired.labels, live.labels) };
}
