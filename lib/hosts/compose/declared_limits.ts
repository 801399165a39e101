/** Limits as compose writes them. */
import { isRecord } from "../../core/record.ts";
import type { Container, Desired } from "../remote/answers/compose.ts";
import type { Limits } from "./fields.ts";
import { unsupported } from "./unsupported.ts";

const BYTES = new Map([["", 1], ["b", 1], ["k", 2 ** 10], ["m", 2 ** 20], ["g", 2 ** 30], ["t", 2 ** 40]]);

/**
 * The limits. Those under `deploy` hold for some versions of compose and not for others: what the container has of the two
 * is taken for what was meant.
 *
 * @throws ToolError `VALIDATION_FAILED` for a form that is not known.
 *
 * @example
 * ```ts
 * import { declaredLimits } from "gatehouse/hosts/compose/declared_limits.ts";
 *
 * const { memory, nano_cpus } = declaredLimits({ mem_limit: "64m", cpus: "0.5", limits: null }, undefined);
 * if (memory !== 64 * 2 ** 20 || nano_cpus !== 5e8) throw new Error("other limits");
 * ```
 */
export function declaredLimits(
  { mem_limit, cpus, limits }: Pick<Desired, "mem_limit" | "cpus" | "limits">,
  live: Pick<Container, "memory" | "nano_cpus"> | undefined,
): Limits {
  const below = isRecord(limits) ? limits : {};
  return {
    memory: mem_limit === null ? either(bytesOf(below["memory"]), live?.memory) : bytesOf(mem_limit),
    nano_cpus: cpus === null ? either(cpusOf(below["cpus"]), live?.nano_cpus) : cpusOf(cpus),
  };
}

function either(limit: number, live: number | undefined): number {
  return live === 0 ? 0 : limit;
}

function bytesOf(value: unknown): number {
  if (value === undefined || value === null) return 0;
  const match = /^(\d+(?:\.\d+)?)\s?([bkmgt]?)(?:i?b)?$/i.exec(String(value));
  const [, number = "", unit = ""] = match ?? [];
  if (match === null) throw unsupported("its memory limit has a form that is not known");
  return Math.floor(Number(number) * (BYTES.get(unit.toLowerCase()) ?? 1));
}

function cpusOf(value: unknown): number {
  if (value === undefined || value === null) return 0;
  const number = Number(value);
  if (!(number >= 0 && number < 100_000)) {
    throw unsupported("its limit of processors has a form that is not known");
  }
  return Math.round(number * 1e9);
}
