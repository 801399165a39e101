/** Takes one turn from the service that its argument names: run in a process whose environment names a proxy. */
import { modelClient } from "gatehouse/flow/model/client.ts";

const [baseUrl = ""] = Deno.args;
const { signal } = new AbortController();
const client = modelClient({
  ...{ baseUrl, api: "ollama", allowRemote: false },
  ...{ temperature: 0, contextLength: 4_096, timeoutSeconds: 10 },
});
const { text } = await client.turn(
  { model: "m", messages: [{ role: "user", content: "?" }], tools: [] },
  signal,
);
// What the runtime does by itself, so that a passing test means something.
const plain = await fetch(baseUrl).then((response) => response.text(), () => "no way");
console.log(text, plain);
