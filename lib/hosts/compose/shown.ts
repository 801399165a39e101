/** How containers are shown: bounded, without values of variables, and without what is named like a secret. */
import { isRecord } from "../../core/record.ts";
import type { Container } from "../remote/answers/compose.ts";
import { redactCommand } from "../remote/redact_command.ts";
import type { Difference, Differences } from "./drift.ts";

/** Plain data. */
export type Shown = Readonly<Record<string, unknown>>;

/**
 * A container for a client.
 *
 * @example
 * ```ts
 * import { shownContainer } from "gatehouse/hosts/compose/shown.ts";
 *
 * if (shownContainer.length !== 1) throw new Error("see the tests of the snapshot");
 * ```
 */
export function shownContainer(container: Container): Shown {
  const { id, names, image, image_id, state, running, health, project, service, restart } = container;
  const { config_files, command, entrypoint, env, mounts, networks, ports, labels, healthcheck } = container;
  return {
    id,
    names: names.slice(0, 8),
    image,
    image_id,
    state,
    running,
    health,
    project,
    service,
    config_files: config_files === null ? [] : config_files.split(","),
    config_hash: container.config_hash,
    command: command === null ? null : safeWords(command),
    entrypoint: entrypoint === null ? null : safeWords(entrypoint),
    env_keys: Object.keys(env).toSorted().slice(0, 128),
    mounts: mounts.slice(0, 32).map(({ type, source, destination, rw }) => {
      return { type, source, destination, mode: rw ? "rw" : "ro" };
    }),
    networks: networks.slice(0, 16),
    ports: ports.slice(0, 64),
    labels: Object.fromEntries(Object.entries(labels).slice(0, 64)),
    restart: { name: restart.name, maximum_retry_count: restart.retries },
    healthcheck: healthcheck === null ? null : { ...healthcheck, test: safeWords(healthcheck.test) },
  };
}

/**
 * Differences for a client.
 *
 * @example
 * ```ts
 * import { shownDrift } from "gatehouse/hosts/compose/shown.ts";
 *
 * const shown = shownDrift({ command: { live: ["app", "--token=abc"], desired: [] } });
 * if (JSON.stringify(shown).includes("abc")) throw new Error("a secret is shown");
 * ```
 */
export function shownDrift(differences: Differences): Shown {
  return Object.fromEntries(
    Object.entries(differences).map(([field, one]) => [field, safeDifference(one)]),
  );
}

function safeDifference(one: Difference): Difference {
  return "keys_added" in one ? one : { live: safe(one.live), desired: safe(one.desired) };
}

/** Words, or a health check with words in it; the other fields hold no command. */
function safe(side: unknown): unknown {
  if (Array.isArray(side)) return safeWords(side);
  if (isRecord(side) && Array.isArray(side["test"])) return { ...side, test: safeWords(side["test"]) };
  return side;
}

/** Words of a command; a secret may stand in the word after its option. */
function safeWords(words: readonly unknown[]): unknown[] {
  return words.map((word, index) => {
    if (typeof word !== "string") return word;
    const before = words[index - 1];
    if (typeof before === "string" && /^--?[A-Za-z][\w.-]*$/.test(before)) {
      const both = `${before} x`;
      if (redactCommand(both) !== both) return "[redacted]";
    }
    return redactCommand(word);
  });
}
