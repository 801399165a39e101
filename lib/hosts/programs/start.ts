/** Starting a program without waiting for it: the order goes on when the call has ended. */
import type { RunContext } from "../../core/tool.ts";
import type { ProgramAnswer } from "../remote/answers/programs.ts";
import { serviceOf } from "../service.ts";
import { shownProgram } from "./answer.ts";
import type { JobView } from "./jobs.ts";
import { preparedProgram, type ProgramArguments } from "./prepared.ts";

/** Milliseconds that a started program may take at most, with the way there and back. */
const RUN_MS = 295_000;

/** Milliseconds for looking whether anything of it is left. */
const LOOK_MS = 20_000;

/**
 * Starts the program on the call's target.
 *
 * @throws ToolError `CONFLICT` when too many run. TypeError without a target.
 *
 * @example
 * ```ts
 * import { startedProgram } from "gatehouse/hosts/programs/start.ts";
 *
 * if (startedProgram.length !== 2) throw new Error("see the tests of the programs");
 * ```
 */
export function startedProgram(args: ProgramArguments, context: RunContext): JobView {
  const { target, principal } = context;
  if (target === null) throw new TypeError("Could not start a program: the call has no target");
  const { alias, identity } = target;
  const { input, masks } = preparedProgram(args, context);
  const service = serviceOf(context.service);
  // What is left of it is found by this on the machine, whatever has become of its connection.
  const mark = crypto.randomUUID().replaceAll("-", "");
  const ask = (operation: string, given: object, { signal, leftMs }: Pick<RunContext, "signal" | "leftMs">) =>
    service.ask("operate", { alias, identity, operation, input: given }, { signal, leftMs });
  return service.programs.start({
    principal,
    alias,
    identity,
    // The worker's own readers have given both answers their form.
    run: async (signal) => {
      const answer = await ask("start_program", { ...input, mark }, { signal, leftMs: RUN_MS });
      return shownProgram(answer as ProgramAnswer, { masks });
    },
    left: async () => {
      const { signal } = new AbortController();
      const answer = await ask("program_left", { mark }, { signal, leftMs: LOOK_MS });
      return (answer as { readonly left: number }).left;
    },
  });
}
