/**
 * A process that carries out an approved change and stops where it is told to, for a test that kills it there.
 * `<directory> <file or -> <spent|running|ran>`.
 */
import { invoke } from "../../lib/core/invoke.ts";
import { createApprovals } from "../../lib/state/approvals.ts";
import { openTargets } from "../core/parts/targets.ts";

const [directory = "", file = "-", where = ""] = Deno.args;
const approvals = createApprovals({ directory, file: file === "-" ? null : file });
const stopped = (): Promise<never> => {
  Deno.stdout.writeSync(new TextEncoder().encode("stopped\n"));
  // A pending promise alone would let the process end.
  setInterval(() => {}, 60_000);
  return new Promise(() => {});
};

const { house, world, call } = openTargets({
  approvals: {
    ...approvals,
    async begin(binding) {
      const begun = await approvals.begin(binding);
      if (where === "spent") await stopped();
      return begun && { settle: (outcome) => where === "ran" ? stopped() : begun.settle(outcome) };
    },
  },
});
world.run = () => {
  Deno.writeTextFileSync(`${directory}/runs`, "run\n", { append: true });
  return where === "running" ? stopped() : { text: "done" };
};
await invoke(house, call("changes"));
