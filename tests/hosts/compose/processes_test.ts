/** Several processes of ours, and connections that break while a service is being recreated. */
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { composeTests } from "../parts/compose_tests.ts";
import { Composed, service } from "../parts/composed.ts";
import { Cutter } from "../parts/cutter.ts";

const withProject = await composeTests();

withProject(
  "eight processes on one service: it is recreated once, and nothing is lost",
  async ({ engine, project, box }) => {
    await project.declare(service());
    await project.up();
    const [before] = await project.ids();
    await project.declare(service({ labels: { new: "1" } }));
    const others = await Promise.all(Array.from({ length: 7 }, () => box.other()));
    try {
      const receipts = await Promise.all([box, ...others].map((one) => one.plan()));
      const created = async () =>
        (await engine.engine.docker(
          "ps",
          "-aq",
          "--no-trunc",
          "--filter",
          `label=com.docker.compose.project=${project.name}`,
        ))
          .split("\n");
      const all = await Promise.all(
        [box, ...others].map(async (one, index) => (await one.apply(receipts[index] ?? "")).envelope),
      );
      const statuses = all.map(({ data, error }) => data?.status ?? `${error.code} ${error.message}`);
      assertEquals(statuses.filter((status) => status === "APPLIED").length, 1, statuses.join("\n"));
      // Whoever cannot get the lock in time says that nothing was begun.
      const fine = statuses.filter((status) =>
        /^(?:APPLIED|ALREADY_APPLIED|CONFLICT .*\((?:LOCK_BUSY|STATE_CHANGED)\).*)$/.test(status)
      );
      assertEquals(fine, statuses);
      const after = await created();
      assertEquals([after.length, after[0] === before], [1, false]);
    } finally {
      for (const one of others) await one.close();
    }
  },
);

withProject(
  "cut at any piece, apply has one outcome, which is told truly; the service stands in the end",
  async ({ engine, project }) => {
    let cutter: Cutter | undefined;
    await using box = await Composed.open(engine, {
      through: (port) => (cutter = Cutter.to(port)).port,
    });
    assertTrue(cutter !== undefined);
    const outcomes = new Set<string>();
    try {
      await project.declare(service());
      await project.up();
      // A prime stride: over the rounds, every part of the way is met.
      for (let pieces = 0, round = 0;; pieces += round < 6 ? 1 : 3, round++) {
        const label = `round-${round}`;
        await project.declare(service({ labels: { label } }));
        const plan_receipt = await box.plan();
        const args = { service: "web", plan_receipt };
        await box.approve(args);
        const before = await project.ids();
        cutter.arm(pieces);
        const { envelope } = await box.call("docker_recreate_apply", args);
        const isOver = cutter.disarm();
        await box.settled();
        const after = await project.ids();
        const said = envelope.data?.status ?? `${envelope.error.code} ${envelope.error.message}`;
        const isNew = after[0] !== before[0];
        assertEquals(after.length, 1, said);
        const { containers: [one] } = await box.data("docker_runtime_snapshot", { service: "web" });
        assertEquals([one.state, one.labels.label === label], ["running", isNew], said);
        if (envelope.error === undefined) assertTrue(isNew, said);
        else if (envelope.error.code !== "AMBIGUOUS_OUTCOME") {
          assertEquals(
            said.includes("applied=true"),
            isNew,
            said,
          );
        }
        outcomes.add(
          envelope.error === undefined ? "done" : `${envelope.error.code}${isNew ? ", recreated" : ""}`,
        );
        // Asked for once more, it is done or was done.
        const again = await box.applied(plan_receipt);
        assertEquals(again.status, isNew ? "ALREADY_APPLIED" : "APPLIED");
        if (isOver) break;
      }
      assertTrue(outcomes.has("done"), [...outcomes].join());
      assertIncludes([...outcomes].join("\n"), "AMBIGUOUS_OUTCOME");
    } finally {
      await cutter[Symbol.asyncDispose]();
    }
  },
);
