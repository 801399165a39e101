/** What the family's tools are declared to be, held against a table of their own. */
import { assertEquals, assertTrue } from "../assert.ts";
import { data } from "gatehouse/catalogue.ts";
import type { CatalogueTool } from "gatehouse/core/catalogue.ts";
import { openCatalogue } from "gatehouse/core/catalogue.ts";
import { tools } from "gatehouse/hosts/tool_list.ts";

/** Name, access, confidentiality, what a call acts on (- for the whole target), milliseconds, where it works. */
const TABLE = `
list_configured_servers       read    sensitive  - 1000 none
describe_mikrus_capabilities  read    public     - 1000 none
get_server_info               read    internal   - 30000 mikrus
list_servers                  read    personal   - 30000 mikrus
get_server_stats              read    internal   - 30000 mikrus
restart_server                destroy internal   - 120000 mikrus
get_logs                      read    sensitive  - 30000 mikrus
get_log_by_id                 read    sensitive  log_id 30000 mikrus
boost_server                  write   internal   - 70000 mikrus
get_db_info                   read    credential - 30000 mikrus
get_ports                     read    internal   - 30000 mikrus
get_cloud                     read    personal   - 30000 mikrus
assign_domain                 write   internal   domain 70000 mikrus
read_file                     read    sensitive  path 30000 any
write_file                    write   internal   path 70000 any
get_service_status            read    internal   name 30000 any
change_service_state          destroy internal   name 70000 any
analyze_disk                  read    internal   path 30000 any
check_port                    read    internal   port 30000 any
list_processes                read    sensitive  - 30000 any
terminate_process             destroy internal   target 70000 any
update_system                 destroy internal   - 120000 any
list_directory                read    sensitive  path 30000 any
tail_file                     read    sensitive  path 30000 any
search_in_files               read    sensitive  path 30000 any
execute_program               write   internal   - 70000 ssh
start_program                 write   internal   - 70000 ssh
get_program_status            read    internal   job_id 10000 record
get_program_result            read    internal   job_id 10000 record
cancel_program                write   internal   job_id 70000 record
remote_job_start              write   internal   idempotency_key 70000 ssh STORE_NOT_CONFIGURED
remote_job_status             read    internal   job_id 10000 record STORE_NOT_CONFIGURED
remote_job_wait               read    internal   job_id 65000 record STORE_NOT_CONFIGURED
remote_job_result             read    internal   job_id 10000 record STORE_NOT_CONFIGURED
remote_job_output             read    internal   job_id 10000 record STORE_NOT_CONFIGURED
remote_job_cancel             write   internal   job_id 70000 record STORE_NOT_CONFIGURED
file_patch_atomic             write   internal   path 70000 ssh
cron_list                     read    internal   - 30000 ssh STORE_NOT_CONFIGURED
cron_upsert                   write   internal   profile_id 70000 ssh STORE_NOT_CONFIGURED
cron_remove                   write   internal   profile_id 70000 ssh STORE_NOT_CONFIGURED
docker_runtime_snapshot       read    sensitive  service 30000 ssh
docker_recreate_plan          read    sensitive  service 45000 ssh STORE_NOT_CONFIGURED
docker_recreate_apply         write   internal   service 70000 ssh STORE_NOT_CONFIGURED
service_wait                  read    internal   service 30000 ssh STORE_NOT_CONFIGURED
get_memory_info               read    internal   - 30000 any
get_network_info              read    sensitive  - 30000 any
get_process_tree              read    sensitive  - 30000 any
list_docker_containers        read    sensitive  - 30000 any
get_docker_logs               read    sensitive  container 30000 any
get_docker_stats              read    internal   - 30000 any
get_journal_logs              read    sensitive  unit 30000 any
find_system_errors            read    sensitive  - 30000 any
search_journal_logs           read    sensitive  - 30000 any
`.trim().split("\n").map((line) => {
  const [name = "", access, confidentiality, resource, ms, place, code] = line.split(/ +/);
  return { name, access, confidentiality, resource, ms: Number(ms), place, code };
});

const published = data.tools.filter(({ family }) => family === "hosts");
const loaders = { hosts: () => Promise.reject(new Error("not loaded")) };
const only = { ...data, tools: published };

function inactive(has: readonly string[]): Map<string, string> {
  const catalogue = openCatalogue(only, loaders, { has: { hosts: has } });
  return new Map(catalogue.inactive.map(({ tool, code }) => [tool.name, code]));
}

Deno.test("there are 53 tools, in a fixed order", () => {
  assertEquals(tools.map(({ tool }) => tool.name), TABLE.map(({ name }) => name));
  assertEquals(tools.length, 53);
  assertEquals(published.map(({ name }) => name), TABLE.map(({ name }) => name));
});

for (const { name, access, confidentiality, resource, ms, place, code } of TABLE) {
  Deno.test(`${name} is declared as the table has it`, () => {
    const tool = tools.find((entry) => entry.tool.name === name)?.tool;
    assertEquals([tool?.access, tool?.confidentiality, tool?.timeoutMs], [access, confidentiality, ms]);
    const example = tool?.resource?.({ [resource ?? ""]: "it" } as never);
    assertEquals(example, resource === "-" ? undefined : "it");
    const properties = Object.keys(
      published.find((one) => one.name === name)?.inputSchema["properties"] ?? {},
    );
    assertEquals(properties.includes("server"), ["mikrus", "ssh", "any"].includes(place ?? ""));
    assertEquals(inactive(["target", "mikrus", "ssh", "writes"]).get(name), code);
    assertEquals(tool?.retryOn !== undefined, access === "read" && place !== "none" && place !== "record");
  });
}

Deno.test("no published schema has a reference, a union at its top, or an open end in its arguments", () => {
  const problems = published.flatMap((tool) => [
    ...problemsOf(tool, "inputSchema"),
    ...problemsOf(tool, "outputSchema"),
  ]);
  assertEquals(problems, []);
  assertEquals(published.filter(({ inputSchema }) => inputSchema["additionalProperties"] !== false), []);
});

function problemsOf(tool: CatalogueTool, side: "inputSchema" | "outputSchema"): string[] {
  const schema = tool[side];
  const top = ["anyOf", "oneOf", "allOf"].filter((keyword) => keyword in schema);
  const text = JSON.stringify(schema);
  const inside = ["$ref", "$defs", "$id", "$anchor"].filter((keyword) => text.includes(`"${keyword}":`));
  return [...top, ...inside].map((keyword) => `${tool.name} ${side}: ${keyword}`);
}

Deno.test("the first missing need is the reason: account, machine, store, then changes", () => {
  const nothing = inactive([]);
  assertEquals(nothing.get("restart_server"), "MIKRUS_TARGET_REQUIRED");
  assertEquals(nothing.get("cron_upsert"), "SSH_TARGET_REQUIRED");
  assertEquals(nothing.get("read_file"), "TARGET_REQUIRED");
  assertEquals(nothing.size, 53);
  const ssh = inactive(["target", "ssh"]);
  assertEquals(ssh.get("cron_upsert"), "STORE_NOT_CONFIGURED");
  assertEquals(ssh.get("write_file"), "WRITE_OPERATIONS_DISABLED");
  assertEquals(ssh.get("get_db_info"), "MIKRUS_TARGET_REQUIRED");
  assertEquals(ssh.get("read_file"), undefined);
  const mikrus = inactive(["target", "mikrus", "writes"]);
  assertEquals(mikrus.get("file_patch_atomic"), "SSH_TARGET_REQUIRED");
  assertEquals(mikrus.get("write_file"), undefined);
});

Deno.test("with a target of each kind, the stores and changes, all are served", () => {
  assertEquals(
    [...inactive(["target", "mikrus", "ssh", "writes", "job_store", "cron_store", "plan_store"])],
    [],
  );
});

const REFUSED: readonly (readonly [string, Record<string, unknown>])[] = [
  ["read_file", { path: "relative" }],
  ["read_file", { path: "/a/../b" }],
  ["read_file", { path: "/~/b" }],
  ["read_file", { path: "/a\nb" }],
  ["read_file", { path: `/${"a".repeat(1_000)}` }],
  ["read_file", { path: "/etc//shadow" }],
  ["read_file", { path: "/etc/./shadow" }],
  ["read_file", { path: "/root/.ssh/id_ed25519" }],
  ["read_file", { path: "/a", max_bytes: 500_001 }],
  ["read_file", { path: "/a", more: 1 }],
  ["read_file", { path: "/a", server: "" }],
  ["read_file", { path: "/a", server: 7 }],
  ["write_file", { path: "/etc/motd", content: "" }],
  ["write_file", { path: "/tmp", content: "a [redacted] b" }],
  ["write_file", { path: "/tmp/a", content: "é".repeat(50_001) }],
  ["write_file", { path: "/tmp/a", content: "\ud800" }],
  ["tail_file", { path: "/a", lines: 0 }],
  ["tail_file", { path: "/a", lines: 501 }],
  ["tail_file", { path: "/a", lines: "1.5" }],
  ["find_system_errors", { hours: 25 }],
  ["check_port", { port: "0" }],
  ["check_port", { port: 65_536 }],
  ["check_port", {}],
  ["get_service_status", { name: "a b" }],
  ["get_service_status", { name: "" }],
  ["change_service_state", { name: "a", action: "status" }],
  ["terminate_process", { target: "01" }],
  ["terminate_process", { target: "a;b" }],
  ["search_in_files", { path: "/a", pattern: "a$(b)" }],
  ["get_docker_logs", { container: "-a" }],
  ["assign_domain", { port: 80, domain: "a..b" }],
  ["get_log_by_id", { log_id: "a/b" }],
  ["file_patch_atomic", { path: "/tmp/a", expected_digest: "sha256:A", content_b64: "" }],
];

for (const [name, args] of REFUSED) {
  Deno.test(`${name} refuses ${JSON.stringify(args).slice(0, 60)}`, () => {
    const tool = tools.find((entry) => entry.tool.name === name)?.tool;
    assertEquals(tool?.input.safeParse(args).success, false);
  });
}

for (
  const [name, args, said] of [
    ["read_file", { path: "relative" }, "give an absolute path without control characters"],
    ["get_service_status", { name: "a b" }, "give a unit's name: letters, digits and _ @ . -"],
    [
      "get_docker_logs",
      { container: "-a" },
      "give a name or id: letters, digits and _ . -, a letter or digit first",
    ],
    ["search_in_files", { path: "/a", pattern: "$(b)" }, "give letters, digits, blanks and _ . / : @ - only"],
    [
      "terminate_process",
      { target: "01" },
      "give a process id, or a program's name: letters, digits and _ -",
    ],
    ["assign_domain", { port: 80, domain: "a..b" }, "give a domain name, or - for a generated one"],
    ["get_log_by_id", { log_id: "a/b" }, "give an id: letters, digits and _ -"],
  ] as const
) {
  Deno.test(`${name} says in words what it takes in place of ${JSON.stringify(args)}`, () => {
    const tool = tools.find((entry) => entry.tool.name === name)?.tool;
    assertEquals(tool?.input.safeParse(args).error?.issues[0]?.message, said);
  });
}

Deno.test("arguments come in one spelling, so that an approval binds one call", () => {
  const parsed = (name: string, args: unknown) =>
    tools.find(({ tool }) => tool.name === name)?.tool.input.parse(args);
  assertEquals(parsed("tail_file", { path: "//var/./log/a/", lines: "7" }), { path: "/var/log/a", lines: 7 });
  assertEquals(parsed("check_port", { port: "80" }), { port: 80 });
  assertEquals(parsed("analyze_disk", {}), { path: "/" });
  const once = parsed("write_file", { path: "/tmp//a", content: "x" });
  assertEquals(parsed("write_file", once), once);
  assertTrue(tools.every(({ tool }) => tool.name.length <= 64));
});
