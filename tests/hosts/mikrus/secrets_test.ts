/** The API key goes into the form of a request and nowhere else, whatever the API does with it. */
import { ToolError } from "gatehouse/core/errors.ts";
import { MikrusClient } from "gatehouse/hosts/mikrus/client.ts";
import { execute } from "gatehouse/hosts/mikrus/exec.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { type Fault, FAULTS, KEY, MikrusApi } from "../parts/mikrus_api.ts";

const { signal } = new AbortController();

/** The key as it is, as a form or a URL has it, and as HTML. */
const SPELLINGS = [
  KEY,
  encodeURIComponent(KEY),
  new URLSearchParams({ k: KEY }).toString().slice(2),
  KEY.replace("+", "&#43;"),
];

/** Everything that an error could show to anybody, also to a log. */
function shown(error: unknown): string {
  assertTrue(error instanceof Error);
  const { message, stack, cause } = error;
  const line = error instanceof ToolError ? error.line : "";
  return [message, line, stack, Deno.inspect(error, { depth: 10 }), Deno.inspect(cause, { depth: 10 })].join(
    "\n",
  );
}

const ECHOES: readonly (readonly [string, Fault])[] = SPELLINGS.flatMap((key) =>
  [
    [`refuses ${key} by its name`, FAULTS.refused(`Klucz ${key} jest niepoprawny; key=${key}`)],
    [`answers 403 with ${key}`, FAULTS.status(403, { error: `key ${key}` })],
    [`answers 404 with a page about ${key}`, FAULTS.status(404, `<p>${key}</p>`)],
    [`answers 500 with ${key}`, FAULTS.status(500, { error: key }, { "retry-after": "1" })],
    [`answers 429 with ${key}`, FAULTS.status(429, { error: key }, {})],
    [
      `sends elsewhere with ${encodeURIComponent(key)}`,
      FAULTS.redirect(`https://127.0.0.1:1/${encodeURIComponent(key)}`),
    ],
    [`answers with the text ${key}`, FAULTS.text(key)],
    [`answers with ${key} as a field's value`, FAULTS.value({ [key]: [key], server_id: { key } })],
    [`answers with the form and is cut`, FAULTS.cut()],
  ] as const
);

for (const [what, fault] of ECHOES) {
  Deno.test(`no error shows the key of an API that ${what}`, async () => {
    await using api = await MikrusApi.start();
    for (const endpoint of ["info", "restart"] as const) {
      api.faults.push(fault);
      const error = await new MikrusClient().ask(api.account(), { endpoint, fields: {}, signal }).catch((e) =>
        e
      );
      const text = shown(error);
      for (const key of SPELLINGS) assertTrue(!text.includes(key), text);
    }
    api.faults.push(fault);
    const order = { operation: "read", input: {}, budgetMs: 1_000, changes: false, privileged: false };
    const source = { python: "", shell: null };
    const text = shown(
      await execute(new MikrusClient(), api.account(), { order, source, signal }).catch((e) => e),
    );
    for (const key of SPELLINGS) assertTrue(!text.includes(key), text);
  });
}

Deno.test("no error of the connection shows the key", async () => {
  await using api = await MikrusApi.start();
  const accounts = [api.account({ authority: null }), api.account({ apiUrl: "https://127.0.0.1:1" })];
  for (const account of accounts) {
    const error = await new MikrusClient().ask(account, { endpoint: "info", fields: {}, signal }).catch((e) =>
      e
    );
    for (const key of SPELLINGS) assertTrue(!shown(error).includes(key));
  }
  assertEquals(api.seen, []);
});

Deno.test("the key stands in no URL and no header", async () => {
  await using api = await MikrusApi.start();
  await new MikrusClient().ask(api.account(), { endpoint: "info", fields: {}, signal });
  const [seen] = api.seen;
  const rest = [seen?.path, ...[...seen?.headers ?? []].flat()].join("\n");
  for (const key of SPELLINGS) assertTrue(!rest.includes(key));
});
