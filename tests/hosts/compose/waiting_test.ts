/** What becomes of a service after it was recreated, and how it is waited for. */
import { assertEquals, assertIncludes, assertMatch, assertTrue } from "../../assert.ts";
import { composeTests } from "../parts/compose_tests.ts";
import { service, VALUES } from "../parts/composed.ts";

const withProject = await composeTests();

const HEALTHY = { test: ["CMD", "/bin/busybox", "true"], interval: "1s", retries: 1 };
const ILL = { test: ["CMD", "/bin/busybox", "false"], interval: "1s", retries: 1 };

withProject("with a health check, apply waits for health by itself", async ({ project, box }) => {
  await project.declare(service({ healthcheck: HEALTHY }));
  await project.up();
  await project.declare(service({ healthcheck: HEALTHY, labels: { new: "1" } }));
  const done = await box.applied(await box.plan());
  assertEquals(done.post_wait, {
    status: "READY",
    readiness: "healthy",
    state: "running",
    health: "healthy",
  });
  const ready = await box.data("service_wait", { service: "web", readiness: "healthy" });
  assertEquals(ready, {
    status: "READY",
    service: "web",
    project: project.name,
    readiness: "healthy",
    state: "running",
    health: "healthy",
  });
});

withProject(
  "a recreated service that is not well says what it is, and that it was applied",
  async ({ project, box }) => {
    await project.declare(service({ healthcheck: HEALTHY }));
    await project.up();
    const [before] = await project.ids();
    await project.declare(service({ healthcheck: ILL }));
    const ill = await box.plan();
    const failed = await box.refused(ill, { timeout_seconds: 5 });
    assertMatch(failed, /^UPSTREAM_FAILED .*\(HEALTH_FAILED\).*applied=true/);
    const [after] = await project.ids();
    assertTrue(after !== before);
    assertIncludes(
      await box.error("service_wait", { service: "web", readiness: "healthy", timeout_seconds: 5 }),
      "HEALTH_FAILED",
    );
    // It is what was planned, ill as it is: nothing is recreated for it.
    assertEquals((await box.applied(ill)).status, "ALREADY_APPLIED");
    assertEquals(await project.ids(), [after ?? ""]);
  },
);

withProject(
  "a service that ends right after its start is not ready, and one without a check has no health",
  async ({ project, box }) => {
    await project.declare(service());
    await project.up();
    assertMatch(
      await box.error("service_wait", { service: "web", readiness: "healthy" }),
      /^VALIDATION_FAILED .*\(UNSUPPORTED_CONFIGURATION\)/,
    );
    await project.declare(service({ command: ["/bin/busybox", "sleep", "0.3"] }));
    const failed = await box.refused(await box.plan(), { timeout_seconds: 5 });
    assertMatch(failed, /^TIMEOUT .*exited \(READINESS_TIMEOUT\).*applied=true/);
    assertIncludes(
      await box.error("service_wait", { service: "web", timeout_seconds: 5 }),
      "READINESS_TIMEOUT",
    );
    // What does not run is not applied, whatever it was made of.
    assertEquals((await box.data("docker_recreate_plan", { service: "web" })).already_applied, false);
  },
);

withProject("when compose fails, what is there now is told, without values", async ({ project, box }) => {
  await project.declare(service());
  await project.up();
  await project.declare(service({ command: [`/nowhere/${VALUES[0]}`] }));
  const failed = await box.refused(await box.plan());
  assertMatch(
    failed,
    /^UPSTREAM_FAILED .*Compose ended with 1.*not the old ones: .*created.*\(RECREATE_FAILED\)/,
  );
  await project.declare(service());
  const done = await box.applied(await box.plan());
  assertEquals([done.status, done.post_verified], ["APPLIED", true]);
});

withProject("of several containers all are counted, waited for and recreated", async ({ project, box }) => {
  await project.declare(service());
  await project.up("--scale", "web=3");
  const plan = await box.data("docker_recreate_plan", { service: "web" });
  assertEquals(plan.runtime_only_drift, { replicas: { live: 3, desired: 1 } });
  assertIncludes(plan.notes[0], "Of 3 containers");
  assertIncludes(await box.refused(plan.plan_receipt), "RECREATE_CONFIG_DRIFT");
  const [, , last = ""] = await project.ids();
  await project.compose("kill", "web");
  assertTrue(last !== "");
  assertIncludes(
    await box.error("service_wait", { service: "web", timeout_seconds: 5 }),
    "READINESS_TIMEOUT",
  );
  await project.declare(service({ deploy: { replicas: 3 } }));
  await project.up("--scale", "web=3");
  assertEquals((await box.data("docker_recreate_plan", { service: "web" })).has_runtime_only_drift, false);
});

withProject(
  "eight callers on one service: one recreates it, the others find it done",
  async ({ project, box }) => {
    await project.declare(service());
    await project.up();
    const before = await project.ids();
    await project.declare(service({ labels: { new: "1" } }));
    const args = { service: "web", plan_receipt: await box.plan() };
    await box.approve(args);
    const asked = box.served.memory.pending.at(-1);
    assertTrue(asked !== undefined);
    for (let more = 0; more < 7; more++) box.served.memory.grant(asked.binding);
    const all = await Promise.all(Array.from({ length: 8 }, () => box.call("docker_recreate_apply", args)));
    const statuses = all.map(({ envelope: { data, error } }) =>
      data?.status ?? `${error.code} ${error.message}`
    );
    assertEquals(statuses.filter((status) => status === "APPLIED").length, 1, statuses.join("\n"));
    // One that had to wait too long to have enough time for a change has not begun.
    const others = /^(?:APPLIED|ALREADY_APPLIED|TIMEOUT Too little time .*approval was not spent.*)$/;
    assertEquals(statuses.filter((status) => !others.test(status)), []);
    const after = await project.ids();
    assertEquals([after.length, after[0] === before[0]], [1, false]);
  },
);
