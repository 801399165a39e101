/** How what compose writes, in both of its forms, is compared with what docker says of a container. */
import { assertEquals, assertFails, assertIncludes } from "../../assert.ts";
import type { Container, Desired, Image, ServiceState } from "gatehouse/hosts/remote/answers/compose.ts";
import { declaredFields } from "gatehouse/hosts/compose/declared.ts";
import { declaredMounts } from "gatehouse/hosts/compose/declared_mounts.ts";
import { declaredPorts } from "gatehouse/hosts/compose/declared_ports.ts";
import { driftOf } from "gatehouse/hosts/compose/drift.ts";
import { durationNs } from "gatehouse/hosts/compose/duration.ts";
import { liveFields } from "gatehouse/hosts/compose/live.ts";
import { checkHolds } from "gatehouse/hosts/compose/judge.ts";
import { type Payload, planOf } from "gatehouse/hosts/compose/plan.ts";
import type { PlanRecord } from "gatehouse/hosts/stores/plans.ts";

const SEAL = "5".repeat(64);
const OTHER = "6".repeat(64);
const HASH = "7".repeat(64);

const IMAGE: Image = {
  id: "sha256:image",
  env: { PATH: SEAL },
  command: ["serve"],
  entrypoint: ["/entry"],
  labels: { maintainer: "m" },
  healthcheck: { test: ["CMD", "check"], interval_ns: 5e9, timeout_ns: 0, start_period_ns: 0, retries: 3 },
};

const DESIRED: Desired = {
  image: "app:1",
  command: null,
  entrypoint: null,
  env: {},
  labels: {},
  volumes: [],
  tmpfs: [],
  networks: [],
  network_mode: null,
  ports: [],
  restart: null,
  restart_policy: null,
  healthcheck: null,
  depends_on: [],
  replicas: null,
  mem_limit: null,
  cpus: null,
  limits: null,
  pull_policy: null,
  keys: ["image"],
};

const CONTAINER: Container = {
  id: "c1",
  names: ["shop-web-1"],
  image: "app:1",
  image_id: "sha256:image",
  created: "",
  state: "running",
  running: true,
  exit_code: 0,
  health: null,
  project: "shop",
  service: "web",
  number: "1",
  config_hash: HASH,
  config_files: "/srv/shop/compose.yaml",
  command: ["serve"],
  entrypoint: ["/entry"],
  env: { PATH: SEAL },
  mounts: [],
  tmpfs: [],
  networks: ["shop_default"],
  network_mode: "shop_default",
  bindings: [],
  ports: [],
  labels: { maintainer: "m" },
  restart: { name: "no", retries: 0 },
  healthcheck: IMAGE.healthcheck,
  memory: 0,
  nano_cpus: 0,
};

function state(
  desired: Partial<Desired>,
  live: Partial<Container> = {},
  more: Partial<ServiceState> = {},
): ServiceState {
  return {
    compose: "v2",
    compose_version: "2.24.5",
    plugin: true,
    project: "shop",
    service: "web",
    files: ["/srv/shop/compose.yaml"],
    config_hash: HASH,
    declaration: SEAL,
    containers: [{ ...CONTAINER, ...live }],
    desired: { ...DESIRED, ...desired },
    volumes: { data: "shop_data" },
    networks: { default: "shop_default", back: "common" },
    image: IMAGE,
    live_image: IMAGE,
    named_image_id: null,
    fingerprint: SEAL,
    ...more,
  };
}

/** Names of the fields that differ. */
function differing(desired: Partial<Desired>, live: Partial<Container> = {}): readonly string[] {
  const both = state(desired, live);
  const fields = { live: liveFields([{ ...CONTAINER, ...live }]), desired: declaredFields(both, IMAGE) };
  return driftOf(fields, { sameDeclaration: true }).differing;
}

Deno.test("what only the image gives is no difference", () => {
  assertEquals(differing({}), []);
  assertEquals(differing({ command: ["other"] }, { command: ["other"] }), []);
  assertEquals(differing({ env: { A: SEAL } }, { env: { PATH: SEAL, A: SEAL } }), []);
  assertEquals(differing({ labels: { own: "1" } }, { labels: { maintainer: "m", own: "1" } }), []);
  const check = { interval: "1m30s", retries: 1 };
  const healthcheck = {
    test: ["CMD", "check"],
    interval_ns: 90e9,
    timeout_ns: 0,
    start_period_ns: 0,
    retries: 1,
  };
  assertEquals(differing({ healthcheck: check }, { healthcheck }), []);
});

Deno.test("an entry point of its own takes the image's command away, and a variable without a value the image's", () => {
  assertEquals(differing({ entrypoint: ["/own"] }, { entrypoint: ["/own"], command: null }), []);
  assertEquals(differing({ entrypoint: ["/own"] }, { entrypoint: ["/own"] }), ["command"]);
  assertEquals(differing({ env: { PATH: null } }, { env: {} }), []);
  assertEquals(differing({ env: { PATH: null } }), ["env"]);
});

Deno.test("a disabled health check is none, in each of its forms", () => {
  const off = { test: ["NONE"], interval_ns: 0, timeout_ns: 0, start_period_ns: 0, retries: 0 };
  for (const healthcheck of [{ disable: true }, { test: ["NONE"] }]) {
    assertEquals(differing({ healthcheck }, { healthcheck: off }), []);
    assertEquals(differing({ healthcheck }), ["healthcheck"]);
  }
  const shell = {
    test: ["CMD-SHELL", "a b"],
    interval_ns: 5e9,
    timeout_ns: 0,
    start_period_ns: 0,
    retries: 3,
  };
  assertEquals(differing({ healthcheck: { test: "a b" } }, { healthcheck: shell }), []);
});

Deno.test("volumes and networks are known by their real names", () => {
  const mounts = [
    { type: "volume", source: "shop_data", destination: "/data", rw: true, anonymous: false },
    { type: "bind", source: "/srv/x", destination: "/x", rw: false, anonymous: false },
  ];
  const long = [
    { type: "bind", source: "/srv/x", target: "/x", read_only: true, bind: { create_host_path: true } },
    { type: "volume", source: "data", target: "/data", volume: {} },
  ];
  assertEquals(differing({ volumes: ["/srv/x:/x:ro,z", "data:/data:rw"] }, { mounts }), []);
  assertEquals(differing({ volumes: long }, { mounts }), []);
  assertEquals(differing({ volumes: long, tmpfs: "/run:size=1m" }, { mounts, tmpfs: ["/run"] }), []);
  assertEquals(differing({ networks: ["default", "back"] }, { networks: ["common", "shop_default"] }), []);
  assertEquals(differing({ network_mode: "host" }, { networks: ["host"], network_mode: "host" }), []);
  assertEquals(
    differing({ network_mode: "service:db" }, { networks: [], network_mode: "container:abc" }),
    [],
  );
  assertEquals(differing({ networks: ["default"] }, { networks: ["common", "shop_default"] }), ["networks"]);
});

Deno.test("ports of every address are the same in every form", () => {
  const written = ["8080:80", "0.0.0.0:53:53/udp", "[::1]:90:90/tcp", "127.0.0.1::70", "7000"];
  const mapped = [
    { mode: "ingress", target: 80, published: "8080", protocol: "tcp" },
    { target: 53, published: 53, protocol: "udp", host_ip: "0.0.0.0" },
    { target: 90, published: "90", host_ip: "::1" },
    { target: 70, host_ip: "127.0.0.1" },
    { target: 7000 },
  ];
  assertEquals(declaredPorts(written), declaredPorts(mapped));
  const bindings = [
    ":8080->80/tcp",
    "0.0.0.0:53->53/udp",
    "::1:90->90/tcp",
    "127.0.0.1:0->70/tcp",
    ":->7000/tcp",
  ];
  assertEquals(differing({ ports: written }, { bindings }), []);
  assertEquals(differing({ ports: ["8081:80"] }, { bindings: [":8080->80/tcp"] }), ["ports"]);
});

Deno.test("restart policies of both places are read", () => {
  const live = { restart: { name: "on-failure", retries: 3 } };
  assertEquals(differing({ restart: "on-failure:3" }, live), []);
  assertEquals(differing({ restart_policy: { condition: "on-failure", max_attempts: 3 } }, live), []);
  assertEquals(differing({ restart: "always" }, live), ["restart"]);
});

Deno.test("limits that were set at run time are found, and those that a version leaves out are no difference", async () => {
  assertEquals(differing({ mem_limit: "64m", cpus: "0.5" }, { memory: 2 ** 26, nano_cpus: 5e8 }), []);
  assertEquals(differing({ mem_limit: "67108864" }, { memory: 2 ** 26 }), []);
  const limits = { memory: "1g", cpus: "2" };
  for (const live of [{ memory: 0, nano_cpus: 0 }, { memory: 2 ** 30, nano_cpus: 2e9 }]) {
    assertEquals(differing({ limits }, live), []);
  }
  assertEquals(differing({ limits }, { memory: 7, nano_cpus: 2e9 }), ["limits"]);
  const plan = await planned(state({}, { memory: 2 ** 26 }));
  assertEquals(plan.drift.runtimeOnly, {
    limits: { live: { memory: 2 ** 26, nano_cpus: 0 }, desired: { memory: 0, nano_cpus: 0 } },
  });
  await assertFails(() => planned(state({ mem_limit: "much" })), "VALIDATION_FAILED");
});

Deno.test("what is not understood is refused, and so is what could be lost", async () => {
  const place = { volumes: {}, project: "shop" };
  for (
    const volumes of ["x", [7], ["/nameless"], [{ type: "volume", target: "/nameless" }], [{ target: 7 }]]
  ) {
    await assertFails(() => declaredMounts({ volumes, tmpfs: [] }, place), "VALIDATION_FAILED");
  }
  for (const ports of ["80", ["a:b:c:d"], [null]]) {
    await assertFails(() => declaredPorts(ports), "VALIDATION_FAILED");
  }
  await assertFails(() => durationNs("soon"), "VALIDATION_FAILED");
  for (const keys of [["secrets"], ["configs"], ["volumes_from"]]) {
    await assertFails(() => planned(state({ keys })), "VALIDATION_FAILED");
  }
  await assertFails(() => planned(state({ pull_policy: "always" })), "VALIDATION_FAILED");
  const nameless = { type: "volume", source: HASH, destination: "/v", rw: true, anonymous: true };
  await assertFails(() => planned(state({}, { mounts: [nameless] })), "VALIDATION_FAILED");
});

const ASKED = { principal: "posix-uid:1", target: "ssh:a@b:22", image: null, key: SEAL, allowsDrift: false };

const RECORD: PlanRecord = {
  receiptDigest: OTHER,
  service: "web",
  project: "shop",
  composeFiles: [],
  desiredImage: null,
  desiredImageExplicit: false,
  allowRuntimeDrift: false,
  hasRuntimeDrift: false,
  payload: {},
  createdAt: 0,
};

function planned(one: ServiceState) {
  return planOf(one, ASKED);
}

Deno.test("the same hash with other fields is not applied, nor are the same fields with another hash", async () => {
  assertEquals((await planned(state({}))).isApplied, true);
  const changed = await planned(state({}, { restart: { name: "always", retries: 0 } }));
  assertEquals([changed.isApplied, Object.keys(changed.drift.runtimeOnly)], [false, ["restart"]]);
  const edited = await planned(state({}, {}, { config_hash: OTHER }));
  assertEquals([edited.isApplied, edited.drift.differing, edited.drift.runtimeOnly], [false, [], {}]);
  assertEquals((await planned(state({}, { running: false }))).isApplied, false);
  const left = { containers: [CONTAINER, { ...CONTAINER, id: "c2" }] };
  const halfway = await planned(state({}, {}, left));
  assertEquals([halfway.isApplied, halfway.drift.runtimeOnly], [false, {}]);
  assertEquals((await planned(state({}, { image_id: "sha256:old" }))).isApplied, false);
});

Deno.test("after an edit, only what the files say nothing of may have come at run time", async () => {
  const edited = { config_hash: OTHER };
  const live = { env: { PATH: SEAL, A: OTHER, B: SEAL }, labels: { maintainer: "m", x: "1" } };
  const plan = await planned(state({ env: { A: SEAL }, labels: { x: "2" } }, live, edited));
  assertEquals(plan.drift.differing, ["env", "labels"]);
  assertEquals(plan.drift.runtimeOnly, { env: { keys_added: ["B"], keys_changed: ["A"] } });
  const wired = await planned(state({}, { networks: ["extra", "shop_default"] }, edited));
  assertEquals(Object.keys(wired.drift.runtimeOnly), ["networks"]);
});

Deno.test("the receipt changes with everything that a plan stands for, and with nothing else", async () => {
  const receipts = new Set<string>();
  const first = await planned(state({}));
  receipts.add(first.receipt);
  const others: [Partial<ServiceState>, Partial<typeof ASKED>][] = [
    [{ declaration: OTHER }, {}],
    [{ config_hash: OTHER }, {}],
    [{ files: ["/srv/other.yaml"] }, {}],
    [{ image: { ...IMAGE, id: "sha256:other" } }, {}],
    [{ project: "other" }, {}],
    [{ desired: { ...DESIRED, depends_on: ["db"] } }, {}],
    [{ desired: { ...DESIRED, env: { A: SEAL } } }, {}],
    [{}, { target: "ssh:a@c:22" }],
    [{}, { principal: "posix-uid:2" }],
    [{}, { allowsDrift: true }],
    [{}, { key: OTHER }],
  ];
  for (const [more, asked] of others) {
    receipts.add((await planOf(state({}, {}, more), { ...ASKED, ...asked })).receipt);
  }
  assertEquals(receipts.size, others.length + 1);
  const again = await planned(state({}, { id: "c2", health: "healthy" }, { fingerprint: OTHER }));
  assertEquals(again.receipt, first.receipt);
});

Deno.test("a plan of which anything differs now does not hold, and the reason is the first that there is", async () => {
  const now = await planned(state({}));
  const holds = (change: Partial<Payload>, more: Partial<PlanRecord> = {}) => {
    const record = { ...RECORD, ...more, payload: { ...now.payload, ...change } };
    return assertFails(() => checkHolds(record, now), "CONFLICT").then(({ message }) => message);
  };
  checkHolds({ ...RECORD, payload: now.payload }, now);
  const desired = { ...now.payload.desired, declaration: OTHER };
  assertIncludes(
    await holds({ desired, image_digest: "sha256:old" }),
    "the compose files have changed since",
  );
  assertIncludes(await holds({ target: "ssh:a@c:22" }), "another machine");
  assertIncludes(await holds({ image_digest: "sha256:old" }), "IMAGE_DRIFT");
  assertIncludes(await holds({ image_digest: "sha256:old" }, { desiredImageExplicit: true }), "PLAN_STALE");
  for (const change of [{ config_hash: OTHER }, { modeled_fields: [] }, { project: "other" }]) {
    assertIncludes(await holds(change), "what it would make of the service has changed (PLAN_STALE)");
  }
});
