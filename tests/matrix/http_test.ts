import { httpChecks, httpGone } from "./http.ts";
import { overHttp } from "./parts/started.ts";

Deno.test("headers, confirmations and resources over Streamable HTTP", async (t) => {
  await overHttp(async (session) => {
    for (const { name, prove } of httpChecks) await t.step(name, () => prove(session));
  });
});

Deno.test("Streamable HTTP without the decision service", async (t) => {
  await overHttp(async (session) => {
    for (const { name, prove } of httpGone) await t.step(name, () => prove(session));
  }, { gone: true });
});
