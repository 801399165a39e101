import { assertEquals, assertIncludes, assertMatch } from "../assert.ts";
import { ToolError } from "gatehouse/core/errors.ts";
import fc from "fast-check";
import { complaint, load } from "./parts/load.ts";

const SECRET = "hunter2-hunter2";
const servers = (value: unknown) => ({ MCP_SERVERS: JSON.stringify(value) });
const web = { type: "ssh", host: "web.example.com" };
const vps = { type: "mikrus", key: SECRET, srv: "srv123" };

/** What the family gets under these variables. */
async function hosts(environment: Record<string, string>) {
  return (await load({ environment })).settings.familySettings.hosts;
}

Deno.test("a single account is named after its server and is the default", async () => {
  const { targets, defaultTarget } = await hosts({ MIKRUS_API_KEY: SECRET, MIKRUS_SERVER_NAME: "srv123" });
  assertEquals(defaultTarget, "srv123");
  assertEquals(targets, [{
    type: "mikrus",
    alias: "srv123",
    srv: "srv123",
    key: SECRET,
    apiUrl: "https://api.mikr.us",
    apiCaFile: null,
  }]);
});

Deno.test("a single account may name another API", async () => {
  const one = { MIKRUS_API_KEY: SECRET, MIKRUS_SERVER_NAME: "srv1", MIKRUS_API_URL: "https://127.0.0.1:1/" };
  const [target] = (await hosts(one)).targets;
  assertEquals(target?.type === "mikrus" && target.apiUrl, "https://127.0.0.1:1");
});

Deno.test("MCP_SERVERS wins over the single account, and its first server is the default", async () => {
  const { targets, defaultTarget } = await hosts({
    ...servers({ web, vps }),
    MIKRUS_API_KEY: SECRET,
    MIKRUS_SERVER_NAME: "srv9",
  });
  assertEquals([targets.map(({ alias }) => alias), defaultTarget], [["web", "vps"], "web"]);
});

Deno.test("the variables win over the file's servers as a whole", async () => {
  const file = '[hosts.old]\ntype = "ssh"\nhost = "old.example.com"\n';
  const { settings } = await load({ file, environment: servers({ web }) });
  assertEquals(settings.familySettings.hosts.targets.map(({ alias }) => alias), ["web"]);
});

Deno.test("what an SSH server leaves out has its default", async () => {
  const [target] = (await hosts(servers({ web }))).targets;
  assertEquals(
    target?.type === "ssh" && [target.port, target.user, target.timeout, target.verifyHostKey, target.sudo],
    [
      22,
      "root",
      30,
      true,
      false,
    ],
  );
  assertMatch(target?.type === "ssh" ? target.knownHostsFile : "", /\/\.ssh\/known_hosts$/);
});

Deno.test("MIKRUS_SERVERS is the same as MCP_SERVERS, and the two must agree", async () => {
  const own = JSON.stringify({ vps });
  assertEquals((await hosts({ MIKRUS_SERVERS: own })).defaultTarget, "vps");
  assertEquals((await hosts({ MIKRUS_SERVERS: own, MCP_SERVERS: own })).defaultTarget, "vps");
  assertEquals(
    await complaint({ environment: { MIKRUS_SERVERS: own, ...servers({ web }) } }),
    "MIKRUS_SERVERS and MCP_SERVERS disagree. Unset one of them",
  );
});

for (
  const [environment, told] of [
    [{ MCP_SERVERS: `{"vps": "${SECRET}` }, "Could not use MCP_SERVERS: it is no JSON object"],
    [{ MCP_SERVERS: `["${SECRET}"]` }, "Could not use MCP_SERVERS: it is no JSON object"],
    [
      { MCP_SERVERS: "{}" },
      "Could not use the servers from MCP_SERVERS. Give an object of 1 to 64 servers by alias",
    ],
    [servers({ vps: SECRET }), "Could not use the settings of the server vps from MCP_SERVERS. Give a table"],
    [
      servers({ vps: { key: SECRET, srv: "srv123" } }),
      'Could not use the type of the server vps from MCP_SERVERS. Give type "mikrus" or "ssh"',
    ],
    [
      servers({ vps: { ...vps, srv: undefined } }),
      "The setting srv of the server vps from MCP_SERVERS is missing",
    ],
    [
      servers({ vps: { ...vps, key: 7 } }),
      "Could not use key of the server vps from MCP_SERVERS. Give the API key",
    ],
    [
      servers({ vps: { ...vps, api_url: "http://a" } }),
      "Could not use api_url of the server vps from MCP_SERVERS",
    ],
    [servers({ vps: { ...vps, api_url: `https://${SECRET}@a` } }), "Could not use api_url of the server vps"],
    [servers({ vps: { ...vps, host: "a" } }), "Unknown setting host of the server vps from MCP_SERVERS"],
    [servers({ web: { type: "ssh", hots: "a" } }), "Unknown setting hots of the server web from MCP_SERVERS"],
    [servers({ web: { type: "ssh" } }), "The setting host of the server web from MCP_SERVERS is missing"],
    [servers({ web: { ...web, host: "a b" } }), "Could not use host of the server web from MCP_SERVERS"],
    [servers({ web: { ...web, port: 0 } }), "Could not use port of the server web from MCP_SERVERS"],
    [servers({ web: { ...web, port: "22" } }), "Could not use port of the server web from MCP_SERVERS"],
    [servers({ web: { ...web, password: 7 } }), "Could not use password of the server web from MCP_SERVERS"],
    [servers({ web: { ...web, password: `${SECRET}\n` } }), "Could not use password of the server web"],
    [servers({ web: { ...web, timeout: 301 } }), "Could not use timeout of the server web from MCP_SERVERS"],
    [servers({ web: { ...web, verify_host_key: "yes" } }), "Could not use verify_host_key of the server web"],
    [
      servers({ web: { ...web, ssh_key: "keys/id" } }),
      "Could not use ssh_key of the server web from MCP_SERVERS",
    ],
    [servers({ "a,b": web }), "Could not use the alias a,b from MCP_SERVERS"],
    [
      { MIKRUS_API_KEY: SECRET },
      "MIKRUS_SERVER_NAME is not set, but its counterpart is. Set both, or neither",
    ],
    [
      { MIKRUS_SERVER_NAME: "srv1" },
      "MIKRUS_API_KEY is not set, but its counterpart is. Set both, or neither",
    ],
    [
      { ...servers({ web }), MCP_DEFAULT_SERVER: "wbe" },
      "The default server wbe from MCP_DEFAULT_SERVER is not configured. The servers are web",
    ],
    [
      servers({ web: { ...web, verify_host_key: false } }),
      "The host key of web from MCP_SERVERS is not verified. Leave verify_host_key out, or set MCP_ALLOW_INSECURE_SSH=1",
    ],
    [
      {
        ...servers({ web: { ...web, verify_host_key: false } }),
        MCP_ALLOW_INSECURE_SSH: "1",
        MCP_WRITE_ENABLED: "true",
      },
      "The host key of web from MCP_SERVERS is not verified, and MCP_WRITE_ENABLED allows changes",
    ],
    [{ MCP_WRITE_ENABLED: "maybe" }, "Could not use policy.writes maybe from MCP_WRITE_ENABLED"],
    [{ MCP_ALLOWED_SCOPES: "tool" }, 'Could not use policy.scopes ["tool"] from MCP_ALLOWED_SCOPES'],
    [
      { MCP_DEFAULT_DEADLINE_MS: "99" },
      "Could not use policy.default_deadline_ms 99 from MCP_DEFAULT_DEADLINE_MS",
    ],
    [{ MCP_SERVER_MAX_DEADLINE_MS: "120001" }, "Could not use policy.max_deadline_ms 120001 from"],
    [
      { MCP_DEFAULT_DEADLINE_MS: "5000", MCP_SERVER_MAX_DEADLINE_MS: "4000" },
      "MCP_DEFAULT_DEADLINE_MS (5000) is more than MCP_SERVER_MAX_DEADLINE_MS (4000)",
    ],
    [
      { MCP_MAX_RESULT_BYTES: "1023" },
      "Could not use policy.max_result_bytes 1023 from MCP_MAX_RESULT_BYTES",
    ],
    [{ MCP_MAX_REQUEST_BODY_BYTES: "16777217" }, "Could not use policy.max_request_bytes 16777217 from"],
    [
      { MCP_REMOTE_JOB_STORE_FILE: "jobs.json" },
      "Could not use policy.job_store jobs.json from MCP_REMOTE_JOB_STORE_FILE",
    ],
    [{ MCP_ALLOWED_SCOPES: "" }, "MCP_ALLOWED_SCOPES is set, but empty. Give a value, or unset it"],
    [{ MCP_ALLOWED_SCOPES: "tool:*," }, "Could not use policy.scopes"],
    [{ MCP_APPROVAL_FILE: "" }, "MCP_APPROVAL_FILE is set, but empty"],
    [{ MCP_PRINCIPAL: "" }, "MCP_PRINCIPAL is set, but empty"],
    [{ MCP_PRINCIPAL: "a\nb" }, "from MCP_PRINCIPAL. Give a name of 1 to 256 characters on one line"],
  ] as const
) {
  Deno.test(`${JSON.stringify(environment).slice(0, 100)} is refused, and no secret is shown`, async () => {
    const said = await complaint({ environment });
    assertIncludes(said, told);
    assertEquals(said.includes(SECRET), false);
  });
}

Deno.test("a file's server is refused with its alias, and the file's line", async () => {
  const file = `[hosts.vps]\ntype = "mikrus"\nkey = "${SECRET}"\nsrv = ""\n`;
  assertIncludes(await complaint({ file }), "Could not use srv of the server vps from HOME/given.toml:1");
  assertEquals((await complaint({ file: `hosts = "${SECRET}"` })).includes(SECRET), false);
});

Deno.test("an SSH server that is not verified is served for reading when that is allowed", async () => {
  const unverified = { web: { ...web, verify_host_key: false } };
  const { settings } = await load({ environment: { ...servers(unverified), MCP_ALLOW_INSECURE_SSH: "yes" } });
  assertEquals([settings.has["hosts"], settings.policy.writes], [["target", "ssh"], false]);
});

Deno.test("scopes, writes, principal and deadlines come from their variables", async () => {
  const { settings } = await load({
    environment: {
      MCP_ALLOWED_SCOPES: "tool:*, target:web,write:server",
      MCP_WRITE_ENABLED: "on",
      MCP_PRINCIPAL: "ann",
      MCP_SERVER_MAX_DEADLINE_MS: "90000",
    },
  });
  assertEquals(settings.policy, {
    scopes: ["tool:*", "target:web", "write:server"],
    writes: true,
    maxMs: 90_000,
    elicits: false,
  });
  assertEquals(settings.principal, "ann");
});

Deno.test("writes without a scope for them are told once, because nothing can be changed so", async () => {
  const { warnings } = await load({ environment: { MCP_WRITE_ENABLED: "1" } });
  assertEquals(warnings, [
    "Changes are allowed, but no scope is: " +
    "set MCP_ALLOWED_SCOPES=tool:*,target:*,target-id:*,resource:*,data:*,write:server",
  ]);
  const some = { MCP_WRITE_ENABLED: "1", MCP_ALLOWED_SCOPES: "tool:*,target:web" };
  assertEquals((await load({ environment: some })).warnings, [
    "Changes are allowed, but no scope is: add write:server to MCP_ALLOWED_SCOPES",
  ]);
});

Deno.test("a scope of no family is told, because it allows nothing", async () => {
  const { warnings } = await load({ environment: { MCP_ALLOWED_SCOPES: "tools:*,target:*" } });
  assertEquals(warnings, [
    "The scope tools:* allows nothing. The families of scopes are tool, target, target-id, resource, data, write",
  ]);
});

/** A field's value as somebody may have mistyped it, now and then with a secret in it. */
const strange = fc.oneof(
  fc.constantFrom(SECRET, `${SECRET}\n`, "ssh", "mikrus", "/key", "~/key", "https://a", "", null, true, 22),
  fc.string({ maxLength: 20 }),
  fc.integer(),
  fc.array(fc.constant(SECRET), { maxLength: 2 }),
  fc.dictionary(fc.string({ maxLength: 5 }), fc.constant(SECRET), { maxKeys: 2 }),
);
const field = fc.constantFrom(
  ...[
    "type",
    "key",
    "srv",
    "api_url",
    "host",
    "port",
    "user",
    "password",
    "sudo_password",
    "ssh_key",
    "timeout",
  ],
  ...["verify_host_key", "known_hosts_file", "sudo", "other", "__proto__", "constructor"],
);

Deno.test("whatever stands in MCP_SERVERS is taken or refused as a mistake, and no secret is shown", async () => {
  const mistyped = fc.dictionary(fc.string({ maxLength: 8 }), fc.dictionary(field, strange), { maxKeys: 3 });
  await fc.assert(
    fc.asyncProperty(mistyped, async (value) => {
      try {
        const { targets } = await hosts({ MCP_SERVERS: JSON.stringify(value) });
        assertEquals(targets.length, Object.keys(value).length);
      } catch (error) {
        assertEquals(error instanceof ToolError && [error.code, error.line.includes(SECRET)], [
          "CONFIG_INVALID",
          false,
        ]);
      }
    }),
    { numRuns: 300 },
  );
});

Deno.test("the single-server form of a store names it by an absolute path", async () => {
  const environment = { ...servers({ web }), MCP_CRON_PROFILE_STORE_FILE: "/srv/cron.json" };
  assertEquals((await load({ environment })).settings.has["hosts"], ["target", "ssh", "cron_store"]);
});
