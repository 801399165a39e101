/** What of a service is compared field by field, in one form for what runs and for what is declared. */
import type { HealthCheck } from "../remote/answers/compose.ts";

/** A mount. */
export interface Mount {
  /** `bind`, `volume`, `tmpfs` or another of the engine's. */
  readonly type: string;
  /** A path, or a volume's real name; empty for what lies in memory. */
  readonly source: string;
  readonly destination: string;
  readonly mode: "rw" | "ro";
}

/** What a container may use. */
export interface Limits {
  /** Bytes. */
  readonly memory: number;
  /** Billionths of a processor. */
  readonly nano_cpus: number;
}

/** The fields. What an image gives is merged in, because a container carries it as its own. */
export interface Fields {
  readonly command: readonly string[];
  readonly entrypoint: readonly string[];
  /** Names of variables, and seals of their values. */
  readonly env: Readonly<Record<string, string>>;
  /** By destination. */
  readonly mounts: readonly Mount[];
  /** Real names, sorted. */
  readonly networks: readonly string[];
  /** `host:port->port/protocol`, sorted; empty host for every address, empty port for a free one. */
  readonly ports: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly restart: { readonly name: string; readonly maximum_retry_count: number };
  /** Null without one. */
  readonly healthcheck: HealthCheck | null;
  /** 0 where there is no limit. */
  readonly limits: Limits;
  /** Containers of the service. */
  readonly replicas: number;
}

/** Their names, in the order in which they are told. */
export const MODELED = [
  "command",
  "entrypoint",
  "env",
  "mounts",
  "networks",
  "ports",
  "labels",
  "restart",
  "healthcheck",
  "limits",
  "replicas",
] as const satisfies readonly (keyof Fields)[];

/**
 * Mounts in the order of their destinations.
 *
 * @example
 * ```ts
 * import { inOrder } from "gatehouse/hosts/compose/fields.ts";
 *
 * const at = (destination: string) => ({ type: "tmpfs", source: "", destination, mode: "rw" as const });
 * if (inOrder([at("/b"), at("/a")])[0]?.destination !== "/a") throw new Error("another order");
 * ```
 */
export function inOrder(mounts: readonly Mount[]): readonly Mount[] {
  return mounts.toSorted((a, b) => a.destination < b.destination ? -1 : 1);
}

/**
 * A health check that says that there is none, as null.
 *
 * @example
 * ```ts
 * import { checkIn } from "gatehouse/hosts/compose/fields.ts";
 *
 * const none = { test: ["NONE"], interval_ns: 0, timeout_ns: 0, start_period_ns: 0, retries: 0 };
 * if (checkIn(none) !== null) throw new Error("a check that checks nothing");
 * ```
 */
export function checkIn(check: HealthCheck | null): HealthCheck | null {
  return check === null || check.test.length === 0 || check.test[0] === "NONE" ? null : check;
}
