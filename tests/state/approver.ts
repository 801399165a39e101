/**
 * A process that spends approvals. `race <directory> <file or ->`: says that it is ready, waits for a line, spends one,
 * prints whether it got it.
 */
import { createApprovals } from "../../lib/state/approvals.ts";
import { CALL } from "./approvals_parts.ts";

const [directory = "", file = "-"] = Deno.args;
const approvals = createApprovals({ directory, file: file === "-" ? null : file, busyMs: 60_000 });
const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

say("ready");
await Deno.stdin.read(new Uint8Array(1));
say(
  await approvals.begin(CALL).then((begun) => String(begun !== null), (error) => String(error.line ?? error)),
);
approvals.close();
