/** Each way in which the older server for machines is configured works when only the command before `-m` is ours. */
import { assertEquals, assertIncludes, assertMatch } from "../assert.ts";
import { scratch } from "../core/files_parts.ts";
import { run } from "./parts/run.ts";

const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';

const ONE = { MIKRUS_API_KEY: "replace-me", MIKRUS_SERVER_NAME: "srv123" };

/** The mixed example, as it is printed. */
const MIXED = {
  MCP_SERVERS: `{
  "vps": {
    "type": "mikrus",
    "key": "replace-me",
    "srv": "srv123"
  },
  "host": {
    "type": "ssh",
    "host": "server.example.com",
    "port": 22,
    "user": "admin",
    "ssh_key": "/home/me/.ssh/id_ed25519",
    "known_hosts_file": "/home/me/.ssh/known_hosts"
  }
}`,
  MCP_DEFAULT_SERVER: "vps",
};

async function served(environment: Record<string, string>, args = ["-m", "mikrus_mcp"]) {
  const { code, out, err } = await run(args, { environment: { HOME: "/root", ...environment }, stdin: LIST });
  assertEquals(code, 0, err);
  const names = JSON.parse(out).result.tools.map(({ name }: { name: string }) => name);
  return { names, err };
}

Deno.test("one account by its two variables serves the tools of accounts and machines, and no others", async () => {
  const { names, err } = await served(ONE);
  assertEquals([names[0], names.length, err], ["list_configured_servers", 27, ""]);
  assertEquals(names.includes("get_server_info") && names.includes("read_file"), true);
  assertEquals(
    names.some((name: string) => /^(gate|write_file|restart_server|cron_list)$/.test(name)),
    false,
  );
});

Deno.test("both servers of the mixed example are served, and files that are missing are told on stderr", async () => {
  const { names, err } = await served(MIXED);
  assertEquals(names.includes("get_server_info") && names.includes("get_journal_logs"), true);
  assertIncludes(err, "The ssh_key of the server host is not there: /home/me/.ssh/id_ed25519");
});

Deno.test("without -m the servers stand beside the other families", async () => {
  const { names } = await served(ONE, ["serve"]);
  assertEquals(names.includes("gate") && names.includes("get_server_info"), true);
});

Deno.test("the variables of stores are taken, each by an absolute path", async () => {
  await using place = await scratch();
  const stores = {
    MCP_REMOTE_JOB_STORE_FILE: `${place.path}/.mikrus-remote-jobs.json`,
    MCP_CRON_PROFILE_STORE_FILE: `${place.path}/.mikrus-cron-profiles.json`,
    MCP_DOCKER_PLAN_STORE_FILE: `${place.path}/.mikrus-docker-plans.json`,
  };
  await served({ ...MIXED, ...stores });
});

Deno.test("with changes allowed and a file of approvals, the tools that change something are served", async () => {
  await using place = await scratch();
  const { names, err } = await served({
    ...MIXED,
    MCP_WRITE_ENABLED: "true",
    MCP_APPROVAL_FILE: `${place.path}/.mikrus-approvals.json`,
  });
  assertEquals(names.includes("write_file") && names.includes("restart_server"), true);
  assertIncludes(err, "data:*,write:server");
});

Deno.test("MCP_TRANSPORT=stdio is what is served anyway", async () => {
  await served({ ...ONE, MCP_TRANSPORT: "stdio" });
});

Deno.test("the variables of Streamable HTTP serve at their port, with the token of the file", async () => {
  await using place = await scratch();
  const file = `${place.path}/.mcp-http-token`;
  await Deno.writeTextFile(file, "q7Zr-Xk0_4fJt2mB9sWvYc1LpNdHgEaUoIiRxT6yKz8bQwVeMjCnSlDuFhGpO3A5\n", {
    mode: 0o600,
  });
  const environment = {
    ...ONE,
    MCP_TRANSPORT: "streamable-http",
    MCP_HOST: "127.0.0.1",
    MCP_PORT: "8000",
    MCP_HTTP_BEARER_TOKEN_FILE: file,
  };
  const { code, err } = await run(["-m", "mikrus_mcp"], { environment, signal: AbortSignal.abort() });
  // Another program of this machine may have the port.
  if (code === 1) assertIncludes(err, "Could not listen on");
  else assertEquals(code, 0);
  assertMatch(err, /127\.0\.0\.1(?::| port )8000/);
});

Deno.test("-m mikrus_mcp without a server ends with 2 and names the variables", async () => {
  const { code, err } = await run(["-m", "mikrus_mcp"], { stdin: LIST });
  assertEquals(code, 2);
  assertIncludes(err, "The family hosts from --families has no server. Set MCP_SERVERS");
});

Deno.test("a key file that others may read ends with 2, and judging a command does not depend on it", async () => {
  await using place = await scratch();
  const key = `${place.path}/key`;
  await Deno.writeTextFile(key, "SECRET KEY", { mode: 0o644 });
  await Deno.chmod(key, 0o644);
  const environment = {
    HOME: place.path,
    MCP_SERVERS: JSON.stringify({ box: { type: "ssh", host: "127.0.0.1", ssh_key: key } }),
  };
  const { code, err } = await run(["serve"], { environment, stdin: LIST });
  assertEquals(code, 2);
  assertIncludes(err, "Could not use ssh_key of the server box");
  assertEquals(err.includes("SECRET KEY"), false);
  assertEquals((await run(["gate", "check", "--", "ls"], { environment })).code, 0);
});

Deno.test("a store in a directory that others may write to ends with 2", async () => {
  await using place = await scratch();
  await Deno.mkdir(`${place.path}/shared`);
  await Deno.chmod(`${place.path}/shared`, 0o777);
  const environment = { ...ONE, MCP_CRON_PROFILE_STORE_FILE: `${place.path}/shared/cron.json` };
  const { code, err } = await run(["serve"], { environment, stdin: LIST });
  assertEquals(code, 2);
  assertIncludes(err, "Could not use cron_store");
});

for (
  const environment of [
    { MCP_SERVERS: '{"a":{"type":"mikrus","key":"very-secret-key","srv":7}}' },
    { MCP_SERVERS: '{"a":{"key":"very-secret-key","srv":"srv1"}}' },
    { MCP_SERVERS: '{"a":{"type":"ssh","host":"b","password":["very-secret-key"]}}' },
    { MCP_SERVERS: '{"a":{"type":"ssh","host":"b","verify_host_key":false}}', MCP_WRITE_ENABLED: "1" },
    { MCP_SERVERS: "very-secret-key" },
  ]
) {
  Deno.test(`${JSON.stringify(environment)} ends with 2, names the variable and shows no secret`, async () => {
    const { code, out, err } = await run(["serve"], {
      environment: { HOME: "/root", ...environment },
      stdin: LIST,
    });
    assertEquals([code, out], [2, ""]);
    assertIncludes(err, "MCP_SERVERS");
    assertEquals(err.includes("very-secret-key"), false);
  });
}
