/** Asks the service that its argument names: run in a process whose environment names a proxy. */
import { ask } from "gatehouse/gate/model/ask.ts";

const [server = ""] = Deno.args;
const direct = await ask(
  {
    server,
    state: "s",
    questions: [{ kind: "noul", id: "n", text: "?", threshold: 0.65 }],
    timeoutMs: 10_000,
  },
  { engine: "systemone", model: "m", token: null },
  { signal: new AbortController().signal },
);
// What the runtime does by itself, so that a passing test means something.
const plain = await fetch(server, { method: "POST", body: '{"questions":[]}' });
await plain.body?.cancel();
console.log(direct.answers["n"]?.value);
