/** Plans and their application, with the real engine and the real compose 1. */
import { assertEquals, assertIncludes, assertMatch, assertTrue } from "../../assert.ts";
import { composeTests } from "../parts/compose_tests.ts";
import { service, VALUES } from "../parts/composed.ts";
import { IMAGE } from "../parts/dockerd.ts";

const withProject = await composeTests();

const RUNS = ["/bin/busybox", "sh", "-c", "exec /bin/busybox sleep 600", "name"] as const;

withProject(
  "an edited service is planned, recreated, waited for, and then is applied already",
  async ({ project, box }) => {
    await project.declare(service());
    await project.up();
    const [before] = await project.ids();
    await project.declare(service({ command: ["/bin/busybox", "sleep", "601"] }));
    const plan = await box.data("docker_recreate_plan", { service: "web" });
    assertMatch(plan.plan_receipt, /^plan:v1:sha256:[0-9a-f]{64}$/);
    assertEquals([plan.service, plan.project, plan.compose_files], ["web", project.name, [...project.files]]);
    assertEquals(plan.desired_env_keys, ["APP_PASSWORD", "NUMBER", "PLAIN"]);
    assertEquals([plan.has_runtime_only_drift, plan.already_applied], [false, false]);
    assertEquals(plan.differing_fields, ["command"]);
    const done = await box.applied(plan.plan_receipt);
    assertEquals([done.status, done.post_verified, done.project], ["APPLIED", true, project.name]);
    assertEquals(done.post_wait, { status: "READY", readiness: "running", state: "running", health: null });
    assertEquals(done.post_state.command, ["/bin/busybox", "sleep", "601"]);
    const [after] = await project.ids();
    assertTrue(after !== before && done.post_state.id === after);
    // The receipt is of the same state, and nothing has to be done for it any more.
    const again = await box.applied(plan.plan_receipt);
    assertEquals([again.status, again.post_state.id], ["ALREADY_APPLIED", after]);
    assertEquals(await project.ids(), [after ?? ""]);
    assertEquals(await box.plan(), plan.plan_receipt);
  },
);

withProject(
  "a snapshot has the names of variables and none of their values, also in other fields",
  async ({ project, box }) => {
    await project.declare(
      service({
        // It has to go on running with words that only a shell takes for nothing.
        command: [...RUNS, VALUES[0], "--token", "hidden-token"],
        labels: { comma: "a,b=c", own: VALUES[1].replace("$", "$$$$") },
        restart: "on-failure:3",
        volumes: ["data:/data", "./files:/files:ro"],
        healthcheck: { test: ["CMD", "/bin/busybox", "true"], interval: "1s" },
      }),
      { volumes: { data: {} } },
    );
    await project.up();
    const { containers: [one], ...rest } = await box.data("docker_runtime_snapshot", { service: "web" });
    assertEquals(Object.keys(rest), []);
    assertEquals(one.env_keys, ["APP_PASSWORD", "NUMBER", "PLAIN"]);
    assertEquals(one.command, [...RUNS, "[value of APP_PASSWORD]", "--token", "[redacted]"]);
    assertEquals(one.labels, { comma: "a,b=c", own: "[value of PLAIN]" });
    assertEquals(one.restart, { name: "on-failure", maximum_retry_count: 3 });
    assertEquals([one.project, one.service, one.networks, one.ports], [project.name, "web", ["none"], []]);
    assertEquals(
      one.mounts.toSorted((a: { destination: string }, b: { destination: string }) =>
        a.destination < b.destination ? -1 : 1
      ),
      [
        { type: "volume", source: `${project.name}_data`, destination: "/data", mode: "rw" },
        { type: "bind", source: `${project.directory}/files`, destination: "/files", mode: "ro" },
      ],
    );
    assertEquals(one.healthcheck.interval_ns, 1e9);
    const byName = await box.data("docker_runtime_snapshot", { container: one.names[0] });
    assertEquals(byName.containers[0].id, one.id);
    assertIncludes(await box.error("docker_runtime_snapshot", { container: "nobody" }), "NOT_FOUND");
    assertIncludes(await box.error("docker_runtime_snapshot", { service: "nobody" }), "SERVICE_NOT_FOUND");
    assertIncludes(await box.error("docker_runtime_snapshot", {}), "VALIDATION_FAILED");
    assertIncludes(
      await box.error("docker_runtime_snapshot", { service: "web", container: "x" }),
      "VALIDATION_FAILED",
    );
    const plan = await box.data("docker_recreate_plan", { service: "web" });
    assertEquals([plan.differing_fields, plan.already_applied], [[], true]);
  },
);

withProject("several files and labels with commas are read as they are", async ({ project, box }) => {
  await project.declare(service({ labels: { "com.example.list": "a,com.docker.compose.project=evil,b" } }));
  await project.write({ services: { web: { labels: { second: "x=1,y=2" } } } }, 1);
  await project.up();
  const plan = await box.data("docker_recreate_plan", { service: "web" });
  assertEquals([plan.project, plan.compose_files, plan.already_applied], [
    project.name,
    [...project.files],
    true,
  ]);
  assertEquals(await box.plan({ service: "web", compose_files: [...project.files] }), plan.plan_receipt);
  const other = { service: "web", compose_files: [project.files[0]] };
  assertIncludes(await box.error("docker_recreate_plan", other), "DECLARED_RUNTIME_DRIFT");
  const foreign = { service: "web", compose_project: "another" };
  assertIncludes(await box.error("docker_recreate_plan", foreign), "COMPOSE_PROJECT_MISMATCH");
  const done = await box.applied(plan.plan_receipt);
  assertEquals(done.status, "ALREADY_APPLIED");
  // One file alone would have been another service.
  await project.write({ services: { web: { labels: { second: "changed" } } } }, 1);
  assertEquals((await box.applied(await box.plan())).post_state.labels.second, "changed");
}, { files: ["base.yml", "with,comma.yml"] });

withProject("a service in two projects has to be told apart", async ({ engine, project, box }) => {
  const other = await engine.project();
  await project.declare(service());
  await other.declare(service());
  await project.up();
  await other.up();
  try {
    assertIncludes(await box.error("docker_recreate_plan", { service: "web" }), "AMBIGUOUS_SERVICE");
    assertIncludes(await box.error("docker_runtime_snapshot", { service: "web" }), "AMBIGUOUS_SERVICE");
    assertIncludes(await box.error("service_wait", { service: "web" }), "AMBIGUOUS_SERVICE");
    const plan_receipt = await box.plan({ service: "web", compose_project: other.name });
    const ready = await box.data("service_wait", { service: "web", plan_receipt });
    assertEquals([ready.status, ready.project], ["READY", other.name]);
  } finally {
    await other.down();
  }
});

withProject("a container of a single run is not the service", async ({ project, box }) => {
  await project.declare(service());
  await project.up();
  const ids = await project.ids();
  await project.compose("run", "-d", "web", "/bin/busybox", "sleep", "60");
  const { containers } = await box.data("docker_runtime_snapshot", { service: "web" });
  assertEquals(containers.map(({ id }: { id: string }) => id), ids);
});

withProject(
  "what somebody changed at run time is found, and lost only when that was agreed to",
  async ({ engine, project, box }) => {
    await project.declare(service());
    await project.up();
    const [id = ""] = await project.ids();
    await engine.engine.docker("update", "--restart", "always", id);
    const plan = await box.data("docker_recreate_plan", { service: "web" });
    assertEquals([plan.has_runtime_only_drift, plan.already_applied], [true, false]);
    assertEquals(plan.runtime_only_drift, {
      restart: {
        live: { name: "always", maximum_retry_count: 0 },
        desired: { name: "no", maximum_retry_count: 0 },
      },
    });
    const refused = await box.refused(plan.plan_receipt);
    assertMatch(refused, /^RECREATE_CONFIG_DRIFT .*restart/);
    assertEquals(await project.ids(), [id]);
    const accepted = await box.data("docker_recreate_plan", { service: "web", allow_runtime_drift: true });
    assertTrue(accepted.plan_receipt !== plan.plan_receipt);
    const done = await box.applied(accepted.plan_receipt);
    assertEquals([done.status, done.post_state.restart.name], ["APPLIED", "no"]);
    // The plan that was made without it is refused still.
    assertIncludes(await box.refused(plan.plan_receipt), "RECREATE_CONFIG_DRIFT");
  },
);

withProject("more than what was agreed to is not lost", async ({ engine, project, box }) => {
  await project.declare(service());
  await project.up();
  const [id = ""] = await project.ids();
  await engine.engine.docker("update", "--restart", "always", id);
  const receipt = await box.plan({ service: "web", allow_runtime_drift: true });
  await engine.engine.docker("update", "--restart", "on-failure:7", id);
  assertMatch(await box.refused(receipt), /^CONFLICT .*\(PLAN_STALE\)/);
  assertEquals(await project.ids(), [id]);
});

withProject(
  "a plan is stale when the files say something else, are of another service, or time has passed",
  async ({ project, box }) => {
    await project.declare(service());
    await project.up();
    const ids = await project.ids();
    await project.declare(service({ environment: { A: "1" } }));
    const receipt = await box.plan({ service: "web", allow_runtime_drift: true });
    // Only a value that no field tells of.
    await project.declare(service({ environment: { A: "2" } }));
    assertMatch(await box.refused(receipt), /^CONFLICT .*\(PLAN_STALE\)/);
    await project.declare(service({ environment: { A: "1" }, init: true }));
    assertMatch(await box.refused(receipt), /^CONFLICT .*\(PLAN_STALE\)/);
    assertMatch(await box.refused(receipt, { service: "other" }), /^VALIDATION_FAILED /);
    assertMatch(await box.refused(`plan:v1:sha256:${"0".repeat(64)}`), /^CONFLICT .*\(PLAN_STALE\)/);
    await project.declare(service({ environment: { A: "1" } }));
    const records = JSON.parse(await Deno.readTextFile(box.plans));
    records[0].createdAt -= 301;
    await Deno.writeTextFile(box.plans, JSON.stringify(records));
    assertMatch(await box.refused(receipt), /^CONFLICT .*expired \(PLAN_STALE\)/);
    assertIncludes(await box.error("service_wait", { service: "web", plan_receipt: receipt }), "PLAN_STALE");
    assertEquals(await project.ids(), ids);
  },
);

withProject(
  "an image that moved is drift where the files name it, and makes a plan stale where it was named",
  async ({ engine, project, box }) => {
    const docker = (...args: string[]) => engine.engine.docker(...args);
    await docker("tag", IMAGE, "moving:1");
    try {
      await project.declare(service({ image: "moving:1" }));
      await project.up();
      const ids = await project.ids();
      const implicit = await box.plan();
      const explicit = await box.plan({ service: "web", desired_image: "moving:1" });
      assertTrue(implicit !== explicit);
      const other = await docker("create", "--label", "x=1", IMAGE, "/bin/busybox", "true");
      await docker(
        "commit",
        "--change",
        "ENV FROM_IMAGE=a-value-of-the-image",
        "--change",
        "LABEL of=image",
        other,
        "moving:1",
      );
      await docker("rm", other);
      assertMatch(await box.refused(implicit), /^CONFLICT .*\(IMAGE_DRIFT\)/);
      assertMatch(await box.refused(explicit), /^CONFLICT .*\(PLAN_STALE\)/);
      assertEquals(await project.ids(), ids);
      const mismatch = { service: "web", desired_image: IMAGE };
      assertMatch(await box.error("docker_recreate_plan", mismatch), /^CONFLICT .*\(IMAGE_DRIFT\)/);
      // What comes from the new image is no drift, before and after.
      const plan = await box.data("docker_recreate_plan", { service: "web" });
      assertEquals([plan.has_runtime_only_drift, plan.already_applied], [false, false]);
      assertEquals((await box.applied(plan.plan_receipt)).status, "APPLIED");
      const after = await box.data("docker_recreate_plan", { service: "web" });
      assertEquals([after.already_applied, after.differing_fields], [true, []]);
      assertTrue(after.desired_env_keys.includes("FROM_IMAGE"));
      assertTrue(!box.transcript.join().includes("a-value-of-the-image"));
      await docker("rmi", "-f", "moving:1");
      assertIncludes(await box.error("docker_recreate_plan", { service: "web" }), "IMAGE_NOT_FOUND");
    } finally {
      await project.down();
    }
  },
);

withProject("what cannot be rebuilt is refused", async ({ project, box }) => {
  await project.declare(service());
  await project.up();
  await Deno.writeTextFile(`${project.directory}/secret`, "s");
  const cases: [Record<string, unknown>, Record<string, unknown>, string][] = [
    [{ secrets: ["s"] }, { secrets: { s: { file: "./secret" } } }, "secrets"],
    [{ configs: ["c"] }, { configs: { c: { file: "./secret" } } }, "configs"],
    [{ volumes: ["/nameless"] }, {}, "/nameless"],
  ];
  for (const [own, more, named] of cases) {
    await project.declare(service(own), more);
    const error = await box.error("docker_recreate_plan", { service: "web" });
    assertMatch(error, /^VALIDATION_FAILED .*\(UNSUPPORTED_CONFIGURATION\)/);
    assertIncludes(error, named);
  }
  const { image: _image, ...imageless } = service();
  await project.declare({ ...imageless, build: "." });
  assertIncludes(await box.error("docker_recreate_plan", { service: "web" }), "UNSUPPORTED_CONFIGURATION");
  // A nameless volume that runs, and is not declared any more.
  await project.declare(service({ volumes: ["/nameless"] }));
  await project.up();
  await project.declare(service());
  assertIncludes(await box.error("docker_recreate_plan", { service: "web" }), "/nameless");
});

withProject("files that compose refuses are told without what stands in them", async ({ project, box }) => {
  await project.declare(service());
  await project.up();
  await project.declare(service({ environment: { A: `\${${VALUES[0]}` } }));
  const error = await box.error("docker_recreate_plan", { service: "web" });
  assertMatch(error, /^UPSTREAM_FAILED .*\(COMPOSE_CONFIG_FAILED\)/);
  await project.declare(service({ environment: { A: { nested: VALUES[0] } } }));
  assertIncludes(await box.error("docker_recreate_plan", { service: "web" }), "COMPOSE_CONFIG_FAILED");
  await project.write({ services: { other: service() } });
  assertIncludes(await box.error("docker_recreate_plan", { service: "web" }), "SERVICE_NOT_FOUND");
});
