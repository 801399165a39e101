/** The official client, with a person who answers its form, against the program as it is started. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { Program } from "../cli/parts/program.ts";
import { scratch } from "../core/files_parts.ts";
import { serverEnv } from "../tasks/parts/client.ts";
import { gatehouseArgs } from "../tasks/parts/config.ts";
import { ASKED } from "./parts/confirmed.ts";

type Form = { action: "accept" | "decline" | "cancel"; content?: Record<string, boolean> };

/** What a person may do with the form, and what follows. */
const ANSWERS: readonly (readonly [Form, decision: string, confirmation: string])[] = [
  [{ action: "accept", content: { approve: true } }, "allow", "accepted"],
  [{ action: "accept", content: { approve: false } }, "deny", "declined"],
  [{ action: "decline" }, "deny", "declined"],
  [{ action: "cancel" }, "deny", "cancelled"],
];

/** A client of the newest revision, or of the one that it chooses by itself; `forms` takes what it was shown. */
function createClient(
  mode: "newest" | "default",
  { next, forms }: { next: () => Form; forms: string[] },
): Client {
  const client = new Client({ name: "test", version: "0" }, {
    capabilities: { elicitation: { form: {} } },
    ...(mode === "default" ? {} : { versionNegotiation: { mode: { pin: "2026-07-28" } } }),
  });
  client.setRequestHandler("elicitation/create", ({ params }) => {
    forms.push(params.message);
    return next();
  });
  return client;
}

async function confirmEach(
  mode: "newest" | "default",
  connect: (client: Client) => Promise<void>,
): Promise<void> {
  let form: Form = { action: "cancel" };
  const forms: string[] = [];
  const client = createClient(mode, { next: () => form, forms });
  await connect(client);
  try {
    for (const [answer, decision, confirmation] of ANSWERS) {
      form = answer;
      const result = await client.callTool({ name: "gate", arguments: ASKED });
      const said = result.structuredContent as Record<string, unknown>;
      assertEquals([said["decision"], said["confirmation"]], [decision, confirmation]);
    }
    assertEquals(forms.length, ANSWERS.length);
    for (const message of forms) assertIncludes(message, "\n$ git push origin main");
    const silent = await client.callTool({ name: "gate", arguments: { ...ASKED, command: "git status" } });
    assertEquals((silent.structuredContent as Record<string, unknown>)["decision"], "allow");
    assertEquals(forms.length, ANSWERS.length);
  } finally {
    await client.close();
  }
}

for (const mode of ["newest", "default"] as const) {
  Deno.test(`the official client, ${mode} revision, asks its person over stdio, whose answer decides`, async () => {
    await using dir = await scratch();
    await confirmEach(mode, (client) =>
      client.connect(
        new StdioClientTransport({
          command: Deno.execPath(),
          args: gatehouseArgs("serve"),
          env: serverEnv(dir.path),
          stderr: "inherit",
        }),
      ));
  });
}

Deno.test("the official client, newest revision, asks its person over HTTP, whose answer decides", async () => {
  await using dir = await scratch();
  await using server = new Program(["serve", "--http", "--port", "0"], serverEnv(dir.path));
  const url = (await server.until("err", /http:\/\/\S+\/mcp/)).trim();
  await confirmEach("newest", (client) => client.connect(new StreamableHTTPClientTransport(new URL(url))));
});

Deno.test("the official client that has no way to ask its person is told to ask", async () => {
  await using dir = await scratch();
  const client = new Client({ name: "test", version: "0" }, {
    capabilities: {},
    versionNegotiation: { mode: { pin: "2026-07-28" } },
  });
  await client.connect(
    new StdioClientTransport({
      command: Deno.execPath(),
      args: gatehouseArgs("serve"),
      env: serverEnv(dir.path),
      stderr: "inherit",
    }),
  );
  try {
    const { structuredContent } = await client.callTool({ name: "gate", arguments: ASKED });
    assertTrue((structuredContent as Record<string, unknown>)["decision"] === "ask");
  } finally {
    await client.close();
  }
});
