/** Several processes of ours, and connections that break while a service is being recreated. */
import { assertEquals, assertTrue } from "../../assert.ts";
import { composeTests } from "../parts/compose_tests.ts";
import { Operating } from "../parts/operating.ts";
import { Composed, service } from "../parts/composed.ts";
import { Cutter } from "../parts/cutter.ts";

const withProject = await composeTests();

withProject(
  "eight processes that have seen the same state recreate a service once",
  async ({ project, box }) => {
    await project.declare(service());
    await project.up();
    const [before] = await project.ids();
    await project.declare(service({ labels: { new: "1" } }));
    const asked = { service: "web", project: null, files: null, image: null, key: "ab".repeat(32) };
    const hosts = await Promise.all(Array.from({ length: 8 }, () => Operating.of(box.sshd)));
    const { fingerprint } = await hosts[0]?.do("compose_state", asked) ?? {};
    const all = await Promise.all(
      hosts.map((host) => host.send("compose_up", { ...asked, fingerprint }, 60_000)),
    );
    for (const host of hosts) await host[Symbol.asyncDispose]();
    const said = all.map((reply) => reply.ok ? `ended with ${reply.data["code"]}` : reply.error.detail);
    assertEquals(said.filter((one) => one === "ended with 0").length, 1, said.join());
    // The lock is waited for for a while only; whoever did not get it has not begun either.
    const others = said.filter((one) => one !== "ended with 0");
    assertEquals(others.filter((one) => one !== "STATE_CHANGED" && one !== "LOCK_BUSY"), []);
    const after = await project.ids();
    assertEquals([after.length, after[0] === before], [1, false]);
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
      // Close together where little is sent, so that every step of the way is met in a few rounds.
      for (let pieces = 0, round = 0;; pieces += 2 * round + 1, round++) {
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
        // Asked for once more, it is done now.
        if (!isNew) assertEquals((await box.applied(plan_receipt)).status, "APPLIED");
        if (isOver) break;
      }
      assertTrue(outcomes.has("done"), [...outcomes].join());
      // Which steps a cut meets is up to how the pieces fall; that some cut was met is not.
      assertTrue(outcomes.size > 1, [...outcomes].join());
    } finally {
      await cutter[Symbol.asyncDispose]();
    }
  },
);
