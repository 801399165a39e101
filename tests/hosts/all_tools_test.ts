/**
 * Every tool of the family once, served side by side: a machine with a real sshd, an account's real crontab, a real
 * Docker engine with compose 1, and durable jobs; a mikr.us account at the stand-in for its API. systemctl, journalctl,
 * sudo and apt-get are stand-ins that write down how they were called.
 */
import type { MikrusTarget, SshTarget } from "gatehouse/hosts/types.ts";
import { tools } from "gatehouse/hosts/tool_list.ts";
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { run as runCommand } from "../cli/parts/run.ts";
import { mustRun } from "../tasks/parts/child.ts";
import { makeAccount } from "./parts/account.ts";
import { accountOf } from "./parts/accounts.ts";
import { ComposeEngine, service } from "./parts/composed.ts";
import { canHaveCrontabs, JOB, LINE } from "./parts/crontabs.ts";
import { endJobs, ofJobs } from "./parts/jobs_machine.ts";
import { KEY, MikrusApi } from "./parts/mikrus_api.ts";
import { place } from "./parts/place.ts";
import { Served } from "./parts/served.ts";
import { Sshd } from "./parts/sshd.ts";
import { addSudo, addSystemctl, StandIns } from "./parts/stand_ins.ts";
import { targetOf } from "./parts/target.ts";

const NAMES = tools.map(({ tool }) => tool.name);
const EVERYTHING = ["target", "mikrus", "ssh", "writes", "job_store", "cron_store", "plan_store"];

type Args = Readonly<Record<string, unknown>>;

Deno.test("with a server of each kind, changes and the three stores configured, the program serves all 53 tools", async () => {
  await using top = await place();
  const known = `${top.path}/known_hosts`;
  const key = `${top.path}/key`;
  await mustRun(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key]);
  await Deno.writeTextFile(known, "", { mode: 0o600 });
  const servers = {
    box: { type: "ssh", host: "127.0.0.1", port: 1, ssh_key: key, known_hosts_file: known },
    vps: { type: "mikrus", key: KEY, srv: "j230" },
  };
  const { code, out, err } = await runCommand(["call", "describe_mikrus_capabilities"], {
    environment: {
      HOME: top.path,
      MCP_SERVERS: JSON.stringify(servers),
      MCP_WRITE_ENABLED: "true",
      MCP_ALLOWED_SCOPES: "tool:*,target:*,target-id:*,resource:*,data:*,write:server",
      MCP_REMOTE_JOB_STORE_FILE: `${top.path}/jobs.json`,
      MCP_CRON_PROFILE_STORE_FILE: `${top.path}/cron.json`,
      MCP_DOCKER_PLAN_STORE_FILE: `${top.path}/plans.json`,
    },
  });
  assertEquals(code, 0, err);
  const { data } = JSON.parse(out);
  assertEquals(data.active.toSorted(), NAMES.toSorted());
  assertEquals(data.active.length, 53);
});

const started = canHaveCrontabs
  ? await ComposeEngine.start()
  : "crontabs of an account take root and crontab";
const skipped = typeof started === "string" ? ` (skipped: ${started})` : "";
Deno.test.afterAll(async () => {
  if (typeof started !== "string") await started[Symbol.asyncDispose]();
});

/** Calls tools of houses with the same settings, and approves what is asked to be approved. */
class Caller implements AsyncDisposable {
  readonly called = new Set<string>();
  #served: Served | null = null;

  constructor(readonly targets: readonly [SshTarget, MikrusTarget], readonly stores: Args) {}

  /** A house of its own for what follows: the API takes five requests a minute. */
  async renew(): Promise<Served> {
    await this[Symbol.asyncDispose]();
    return this.#served = await Served.open({
      targets: this.targets,
      has: EVERYTHING,
      settings: { stores: this.stores },
    });
  }

  // deno-lint-ignore no-explicit-any -- a test names the fields that it expects, which have no better type here
  async data(tool: string, args: Args = {}): Promise<any> {
    const served = this.#served ?? await this.renew();
    const { memory } = served;
    const before = memory.pending.length;
    let answer = await served.call(tool, args);
    const asked = memory.pending[before];
    const isChange = tools.find((entry) => entry.tool.name === tool)?.tool.access !== "read";
    assertEquals(asked !== undefined, isChange, `${tool}: ${answer.text}`);
    if (asked !== undefined) {
      memory.grant(asked.binding);
      answer = await served.call(tool, args);
    }
    if (answer.isError) throw new Error(`${tool}: ${answer.text}`);
    assertEquals(served.defects, []);
    this.called.add(tool);
    return answer.envelope.data;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#served?.[Symbol.asyncDispose]();
    this.#served = null;
  }
}

const APT = `case "$*" in
  *download-only*) echo 'Fetched 1 kB' ;;
  *upgrade) echo '3 upgraded, 1 newly installed, 0 to remove and 2 not upgraded.' ;;
  *) echo 'Hit:1' ;;
esac`;
const ENTRY =
  '{"__REALTIME_TIMESTAMP":"1700000000000000","SYSLOG_IDENTIFIER":"app","_PID":"7","PRIORITY":"3","MESSAGE":"disk full"}';

Deno.test({
  name: `each of the 53 tools answers a call, changes under an approval of exactly that call${skipped}`,
  ignore: typeof started === "string",
  async fn() {
    if (typeof started === "string") return;
    await using standIns = await StandIns.make();
    await addSystemctl(standIns);
    await addSudo(standIns, "free");
    await standIns.add("apt-get", APT);
    await standIns.add("journalctl", `echo '${ENTRY}'`);
    await standIns.add("scripted", "exec /bin/sh -s");
    await using account = await makeAccount();
    await using sshd = await Sshd.start({ bin: [standIns.bin], environment: started.engine.environment });
    await using top = await place();
    await mustRun(["chown", account.name, sshd.home, top.path]);
    // The account is none of the engine's group.
    await mustRun(["chmod", "755", started.engine.directory]);
    await mustRun(["chmod", "666", `${started.engine.directory}/socket`]);
    await using api = await MikrusApi.start();
    const scripted = {
      path: `${standIns.bin}/scripted`,
      options: {},
      operands: "none",
      commands: [],
    } as const;
    const box = await targetOf(sshd, { user: account.name, sudo: true, programs: { scripted } });
    const stores = `${sshd.directory}/stores`;
    await Deno.mkdir(stores, { mode: 0o700 });
    const project = await started.project();
    const jobs = `${sshd.home}/.cache/mikrus-mcp/remote-jobs`;
    await using caller = new Caller([box, accountOf(api)], {
      job_store: `${stores}/jobs.json`,
      cron_store: `${stores}/cron.json`,
      plan_store: `${stores}/plans.json`,
    });
    const on = (server: string) => (tool: string, args: Args = {}) => caller.data(tool, { server, ...args });
    try {
      await discovery(caller);
      await machine(on("box"), { sshd, top: top.path, account: account.name });
      await programs(caller);
      await remoteJobs(caller);
      await cron(on("box"), account.name);
      await project.declare(service());
      await project.up();
      await compose(on("box"), project);
      await mikrus(caller, on("vps"));
    } finally {
      endJobs(await ofJobs(jobs));
      await project.down();
      await mustRun(["sh", "-c", 'crontab -u "$0" -r || true', account.name]);
    }
    assertEquals([...caller.called].toSorted(), NAMES.toSorted());
    assertTrue((await standIns.calls("sudo")).length > 0);
    assertEquals((await standIns.calls("apt-get")).length, 3);
  },
});

type On = (tool: string, args?: Args) => ReturnType<Caller["data"]>;

async function discovery(caller: Caller): Promise<void> {
  const { targets, default_target } = await caller.data("list_configured_servers");
  assertEquals([targets.map(({ type }: { type: string }) => type), default_target], [
    ["ssh", "mikrus"],
    "box",
  ]);
  const { supported, active } = await caller.data("describe_mikrus_capabilities");
  assertEquals([supported.length, active.length], [53, 53]);
}

async function machine(on: On, { sshd, top, account }: { sshd: Sshd; top: string; account: string }) {
  const path = `${top}/a.log`;
  assertEquals((await on("write_file", { path, content: "one\ntwo\n" })).output, "WRITE_OK");
  const { sha256, output } = await on("read_file", { path });
  assertEquals(output, "one\ntwo\n");
  const patched = await on("file_patch_atomic", {
    path,
    expected_digest: `sha256:${sha256}`,
    content_b64: btoa("one\ntwo\nthree\n"),
  });
  assertEquals([patched.status, patched.before_size, patched.after_size], ["REPLACED", 8, 14]);
  assertEquals((await on("tail_file", { path, lines: 1 })).output, "three\n");
  assertEquals((await on("list_directory", { path: top })).entries[0].name, "a.log");
  assertEquals((await on("search_in_files", { path: top, pattern: "two" })).matches[0].line, 2);
  assertEquals((await on("analyze_disk", { path: top })).entries[0].path, path);
  assertEquals((await on("check_port", { port: sshd.port })).listening, true);
  assertEquals((await on("list_processes")).processLimit, 20);
  assertTrue((await on("get_process_tree")).processes.length > 0);
  assertTrue((await on("get_memory_info")).memory.total_bytes > 0);
  assertTrue((await on("get_network_info")).interfaces.length > 0);
  assertEquals((await on("get_service_status", { name: "app.service" })).active_state, "active");
  const restarted = await on("change_service_state", { name: "app.service", action: "restart" });
  assertEquals(restarted.active_state, "active");
  assertEquals((await on("get_journal_logs", { unit: "app.service" })).entries[0].message, "disk full");
  assertEquals((await on("find_system_errors")).entries.length, 1);
  assertEquals((await on("search_journal_logs", { term: "full" })).entries.length, 1);
  assertEquals((await on("update_system")).upgraded, 3);
  const { stdout } = await mustRun(["id", "-u", account]);
  const sleeper = new Deno.Command("sleep", { args: ["300"], uid: Number(stdout) }).spawn();
  await on("terminate_process", { target: String(sleeper.pid) });
  assertEquals((await sleeper.status).signal, "SIGTERM");
}

async function programs(caller: Caller): Promise<void> {
  const ran = await caller.data("execute_program", { server: "box", executable: "sort", stdin: "b\na\n" });
  assertEquals([ran.output, ran.exit_code], ["a\nb\n", 0]);
  const start = (stdin: string) =>
    caller.data("start_program", { server: "box", executable: "scripted", stdin });
  const { job_id } = await start("echo done");
  while (!(await caller.data("get_program_status", { job_id })).result_available);
  assertEquals((await caller.data("get_program_result", { job_id })).result.output, "done\n");
  const endless = await start("sleep 300");
  assertEquals((await caller.data("cancel_program", { job_id: endless.job_id })).status, "cancelled");
}

async function remoteJobs(caller: Caller): Promise<void> {
  const job = await caller.data("remote_job_start", {
    server: "box",
    idempotency_key: "one",
    executable: "scripted",
    stdin: "echo out; sleep 300",
  });
  const job_id = job.jobId;
  const waited = await caller.data("remote_job_wait", { job_id, timeout_seconds: 0.1 });
  assertEquals(waited.jobId, job_id);
  assertEquals((await caller.data("remote_job_status", { job_id })).jobId, job_id);
  const cancelled = await caller.data("remote_job_cancel", { job_id });
  assertEquals([cancelled.state, cancelled.terminated], ["cancelled", true]);
  assertEquals((await caller.data("remote_job_result", { job_id })).state, "cancelled");
  const { eof } = await caller.data("remote_job_output", { job_id, stream: "stderr" });
  assertEquals(eof, true);
}

async function cron(on: On, account: string): Promise<void> {
  const upserted = await on("cron_upsert", { ...JOB });
  assertEquals(upserted.state, "IN_SYNC");
  assertIncludes((await mustRun(["crontab", "-u", account, "-l"])).stdout, LINE);
  const { profiles, count } = await on("cron_list");
  assertEquals([profiles[0].profile_id, profiles[0].state, count], [JOB.profile_id, "IN_SYNC", 1]);
  assertEquals((await on("cron_remove", { profile_id: JOB.profile_id })).removed, true);
}

async function compose(on: On, project: Awaited<ReturnType<ComposeEngine["project"]>>): Promise<void> {
  const [container = ""] = await project.ids();
  const { containers } = await on("list_docker_containers");
  assertEquals(containers.length, 1);
  await on("get_docker_logs", { container });
  assertEquals((await on("get_docker_stats")).containers.length, 1);
  assertEquals((await on("docker_runtime_snapshot", { service: "web" })).containers.length, 1);
  await project.declare(service({ command: ["/bin/busybox", "sleep", "601"] }));
  const { plan_receipt } = await on("docker_recreate_plan", { service: "web" });
  const applied = await on("docker_recreate_apply", { service: "web", plan_receipt });
  assertEquals([applied.status, applied.post_verified], ["APPLIED", true]);
  assertEquals((await on("service_wait", { service: "web", plan_receipt })).status, "READY");
  assertTrue((await project.ids())[0] !== container);
}

async function mikrus(caller: Caller, on: On): Promise<void> {
  await caller.renew();
  assertEquals((await on("get_server_info")).param_ram, "1024");
  assertEquals((await on("list_servers")).servers.length, 2);
  assertEquals((await on("get_server_stats")).processSnapshot.processLimit, 50);
  assertEquals((await on("get_logs")).logs[1].output, "OK\n");
  assertEquals((await on("get_log_by_id", { log_id: "3751" })).task, "restart");
  await caller.renew();
  assertEquals((await on("get_ports")).ports, [10230, 20230, 30230]);
  assertEquals((await on("get_cloud")).cloud.uslugi[0].nazwa, "storage");
  assertEquals((await on("get_db_info")).psql.login, "j230_p");
  assertEquals((await on("assign_domain", { port: 20230, domain: "sklep.bieda.it" })).status, "gotowe");
  await caller.renew();
  assertTrue((await on("boost_server")).msg !== undefined);
  assertTrue((await on("restart_server")).msg !== undefined);
}
