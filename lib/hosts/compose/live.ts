/** The fields of a service as it runs. */
import type { Container } from "../remote/answers/compose.ts";
import { checkIn, type Fields, inOrder } from "./fields.ts";

/** Addresses that stand for every one. */
const EVERYWHERE = /^(?:0\.0\.0\.0|::|\[::\]):/;

/**
 * The fields of the first container; the others of the service are counted.
 *
 * @param containers At least one, the one with the lowest id first.
 *
 * @example
 * ```ts
 * import { liveFields } from "gatehouse/hosts/compose/live.ts";
 *
 * if (liveFields.length !== 1) throw new Error("see the tests of drift");
 * ```
 */
export function liveFields(containers: readonly [Container, ...Container[]]): Fields {
  const [one] = containers;
  const mounts = one.mounts.map(({ type, source, destination, rw }) => ({
    type,
    source: type === "tmpfs" ? "" : source,
    destination,
    mode: rw ? "rw" as const : "ro" as const,
  }));
  const inMemory = one.tmpfs.map((path) => {
    return { type: "tmpfs", source: "", destination: path, mode: "rw" as const };
  });
  const { name, retries } = one.restart;
  return {
    command: one.command ?? [],
    entrypoint: one.entrypoint ?? [],
    // A container's variables all have a value.
    env: Object.fromEntries(Object.entries(one.env).map(([key, seal]) => [key, seal ?? ""])),
    mounts: inOrder([...mounts, ...inMemory]),
    // One that shares another container's network has none of its own.
    networks: one.network_mode.startsWith("container:") ? ["shared"] : one.networks,
    ports: one.bindings.map((port) => port.replace(EVERYWHERE, ":").replace(/:0->/, ":->")).toSorted(),
    labels: one.labels,
    restart: { name: name === "" ? "no" : name, maximum_retry_count: retries },
    healthcheck: checkIn(one.healthcheck),
    limits: { memory: one.memory, nano_cpus: one.nano_cpus },
    replicas: new Set(containers.map(({ number, id }) => number ?? id)).size,
  };
}
