/** Answers of the operations on compose services. */
import { ToolError } from "../../../core/errors.ts";
import { harmless } from "../harmless.ts";
import { fields, flag, list, maybe, oneOf, type Read, type Reader, text, whole } from "../shapes.ts";

/** A list or map of a container that is longer than this cannot be compared. */
const MOST = 512;

const name = text(128);
const line = text(4_096);

/** What has the same value has the same seal; no one else can tell from it what the value is. */
const seal: Reader<string> = (value, place) => {
  if (typeof value === "string" && /^[0-9a-f]{64}$/.test(value)) return value;
  throw another(place);
};

function another(place: string): ToolError {
  return new ToolError("UPSTREAM_PROTOCOL", `Could not read the machine's answer: ${place} (PARSER_FAILED)`);
}

/** A map of names to what the reader reads. */
function map<T>(reader: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (value, place) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw another(place);
    const entries = Object.entries(value);
    if (entries.length > MOST) throw another(place);
    return Object.fromEntries(
      entries.map(([key, inner]) => [harmless(key, 512), reader(inner, `${place}.${harmless(key, 64)}`)]),
    );
  };
}

/** What compose has normalised; its form depends on the version, so it is read where it is understood. */
const plain: Reader<unknown> = (value, place) => harmlessValue(value, { place, depth: 0 });

function harmlessValue(value: unknown, at: { place: string; depth: number }): unknown {
  const { place, depth } = at;
  if (depth > 6) throw another(place);
  const inner = { place, depth: depth + 1 };
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return harmless(value, 4_096);
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value) && value.length <= MOST) return value.map((entry) => harmlessValue(entry, inner));
  if (typeof value !== "object" || Object.keys(value).length > MOST) throw another(place);
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [harmless(key, 512), harmlessValue(entry, inner)]),
  );
}

const health = fields({
  test: list(line, MOST),
  interval_ns: whole(),
  timeout_ns: whole(),
  start_period_ns: whole(),
  retries: whole(),
});

const container = fields({
  id: text(64),
  names: list(text(255), 8),
  image: text(512),
  image_id: text(128),
  created: text(64),
  state: text(32),
  running: flag,
  exit_code: maybe(whole(-1, 255)),
  health: maybe(text(32)),
  project: maybe(name),
  service: maybe(name),
  /** Compose counts the service's containers; a recreation that failed half-way leaves two with one number. */
  number: maybe(text(16)),
  config_hash: maybe(text(64)),
  config_files: maybe(text(8_192)),
  command: maybe(list(line, MOST)),
  entrypoint: maybe(list(line, MOST)),
  env: map(maybe(seal)),
  mounts: list(
    fields({ type: text(32), source: line, destination: line, rw: flag, anonymous: flag }),
    MOST,
  ),
  tmpfs: list(line, MOST),
  networks: list(text(255), MOST),
  network_mode: text(255),
  bindings: list(text(255), MOST),
  ports: list(text(255), MOST),
  labels: map(line),
  restart: fields({ name: text(32), retries: whole() }),
  healthcheck: maybe(health),
  /** Bytes; 0 without a limit. */
  memory: whole(),
  /** Billionths of a processor; 0 without a limit. */
  nano_cpus: whole(),
});

/** A container as it is; of its variables, the names and seals. */
export type Container = Read<typeof container>;

/** A health check with all of its times in nanoseconds; 0 is the engine's default. */
export type HealthCheck = Read<typeof health>;

const desired = fields({
  image: text(512),
  command: maybe(list(line, MOST)),
  entrypoint: maybe(list(line, MOST)),
  env: map(maybe(seal)),
  labels: map(maybe(line)),
  volumes: plain,
  tmpfs: plain,
  networks: list(text(255), MOST),
  network_mode: maybe(text(255)),
  ports: plain,
  restart: maybe(text(64)),
  restart_policy: plain,
  healthcheck: plain,
  depends_on: list(name, MOST),
  replicas: maybe(whole(0, 1_000)),
  mem_limit: maybe(text(64)),
  cpus: maybe(text(64)),
  limits: plain,
  pull_policy: maybe(text(64)),
  keys: list(text(255), MOST),
});

/** What the compose files say of a service. */
export type Desired = Read<typeof desired>;

const image = fields({
  id: text(128),
  env: map(maybe(seal)),
  command: maybe(list(line, MOST)),
  entrypoint: maybe(list(line, MOST)),
  labels: map(line),
  healthcheck: maybe(health),
});

/** What an image brings along. */
export type Image = Read<typeof image>;

const state = fields({
  compose: oneOf("v1", "v2"),
  compose_version: text(64),
  /** It is docker's plugin, not a program of its own. */
  plugin: flag,
  project: name,
  service: name,
  files: list(line, 8),
  config_hash: seal,
  declaration: seal,
  containers: list(container, 64),
  desired,
  volumes: map(text(255)),
  networks: map(text(255)),
  image,
  /** The one that the first container was made of. */
  live_image: image,
  named_image_id: maybe(text(128)),
  fingerprint: seal,
});

/** A service as it runs and as it is declared, at one moment. */
export type ServiceState = Read<typeof state>;

const snapshot = fields({ containers: list(container, 8), count: whole() });

/** What runs of a service, or one container. */
export type Snapshot = Read<typeof snapshot>;

const applied = fields({
  /** Exit status; null when it had to be ended. */
  code: maybe(whole(-64, 255)),
  told: text(300),
  containers: list(container, 64),
});

/** What came of recreating. */
export type Applied = Read<typeof applied>;

const ready = fields({
  service: name,
  project: name,
  readiness: oneOf("running", "healthy"),
  state: text(32),
  health: maybe(text(32)),
});

/** A service that is as it was waited for. */
export type Ready = Read<typeof ready>;

/** Reads the answers, by the name of the operation. */
export const COMPOSE_ANSWERS: Readonly<Record<string, Reader<object>>> = {
  docker_runtime_snapshot: snapshot,
  compose_state: state,
  compose_up: applied,
  service_wait: ready,
};
