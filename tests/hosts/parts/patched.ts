/** One operation with a part of its source replaced: for what cannot be brought about from outside. */
import { orderOf } from "gatehouse/hosts/remote/operations.ts";
import { replyOf } from "gatehouse/hosts/remote/protocol.ts";
import { sourceOf } from "gatehouse/hosts/remote/source.ts";
import type { HelperReply } from "gatehouse/hosts/types.ts";
import { mustRun } from "../../tasks/parts/child.ts";

/** What is done, and with what. */
export interface Patch {
  readonly input?: Readonly<Record<string, unknown>>;
  /** Python that stands behind the operation's source. */
  readonly python: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Carries it out in a process of its own. */
export async function patched(
  operation: string,
  { input = {}, python, env = {} }: Patch,
): Promise<HelperReply> {
  const text = `${sourceOf(orderOf(operation, input)).python}
import sys
${python}
order = json.loads(sys.argv[1])
order["deadline"] = time.monotonic() + order["budget"]
print(json.dumps(reply(order)))
`;
  const order = JSON.stringify({ operation, input, budget: 60, sudo: null });
  const { stdout } = await mustRun(["/usr/bin/python3", "-I", "-S", "-c", text, order], { env });
  const reply = replyOf(stdout);
  if (reply === null) throw new Error(`No reply: ${stdout.slice(0, 300)}`);
  return reply;
}
