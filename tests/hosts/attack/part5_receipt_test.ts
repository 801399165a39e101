/** A receipt stands for what was agreed to lose, too: an approval of it is not carried over to other losses. */
import { assertEquals, assertMatch, assertTrue } from "../../assert.ts";
import { composeTests } from "../parts/compose_tests.ts";
import { service } from "../parts/composed.ts";

const withProject = await composeTests();

withProject(
  "planning again does not widen what a receipt that was approved may take away",
  async ({ engine, project, box }) => {
    await project.declare(service());
    await project.up();
    const [id = ""] = await project.ids();
    const asked = { service: "web", allow_runtime_drift: true };
    await engine.engine.docker("update", "--restart", "always", id);
    const plan_receipt = await box.plan(asked);
    const args = { service: "web", plan_receipt };
    await box.approve(args);
    await engine.engine.docker("update", "--restart", "on-failure:7", id);
    assertTrue(await box.plan(asked) !== plan_receipt);
    assertMatch(await box.error("docker_recreate_apply", args), /^CONFLICT .*\(PLAN_STALE\)/);
    assertEquals(await project.ids(), [id]);
    // As it was when that was agreed to: the receipt holds, and still does when everything is done.
    await engine.engine.docker("update", "--restart", "always", id);
    assertEquals((await box.applied(plan_receipt)).status, "APPLIED");
    assertEquals((await box.applied(plan_receipt)).status, "ALREADY_APPLIED");
  },
);
