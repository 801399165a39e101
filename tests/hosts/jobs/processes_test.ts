/** Durable jobs and the program itself, in processes of their own, with the real stores. */
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { Program } from "../../cli/parts/program.ts";
import { withState } from "../../cli/parts/run.ts";
import { JobWorld } from "../parts/jobs.ts";

const SCOPES = "tool:*,target:*,target-id:*,resource:*,data:*,write:server";

/** Runs the program with one machine; settles with how it ended. */
async function world() {
  const jobs = await JobWorld.open();
  const box = {
    type: "ssh",
    host: "127.0.0.1",
    port: jobs.sshd.port,
    user: jobs.sshd.user,
    ssh_key: jobs.sshd.client.path,
    known_hosts_file: await jobs.sshd.knownHosts(),
    programs: { scripted: { path: jobs.scripted } },
  };
  const environment = (state: Readonly<Record<string, string>>) => ({
    ...state,
    MCP_SERVERS: JSON.stringify({ box }),
    MCP_WRITE_ENABLED: "true",
    MCP_ALLOWED_SCOPES: SCOPES,
    MCP_REMOTE_JOB_STORE_FILE: jobs.store,
  });
  return { jobs, environment };
}

/** Runs the program to its end. */
async function gatehouse(settings: Readonly<Record<string, string>>, ...args: readonly string[]) {
  await using started = new Program(args, settings);
  await started.send("");
  return await started.ended();
}

Deno.test("two processes that start the same key at once start one job, and a third call finds it", () =>
  // Each has approvals of its own: within one store, a change that is under way bars the same one.
  withState((one) =>
    withState(async (other) => {
      const { jobs, environment } = await world();
      await using _jobs = jobs;
      const sides = [environment(one), environment(other)];
      const args = JSON.stringify({
        idempotency_key: "key",
        executable: "scripted",
        stdin: `echo run >> ${jobs.file("runs")}; exec sleep 300`,
      });
      const approve = async (settings: Readonly<Record<string, string>>) => {
        const { code, err } = await gatehouse(settings, "approve", "remote_job_start", "--args", args);
        assertEquals(code, 0, err);
      };
      const start = async (settings: Readonly<Record<string, string>>) => {
        const { code, out, err } = await gatehouse(settings, "call", "remote_job_start", args);
        assertEquals(code, 0, err);
        return JSON.parse(out).data;
      };
      await Promise.all(sides.map(approve));
      const both = await Promise.all(sides.map(start));
      const [jobId] = both.map((job) => job.jobId);
      assertEquals(both.map((job) => job.jobId), [jobId, jobId]);
      assertTrue(both.some(({ reused }) => reused));
      await approve(environment(one));
      assertEquals((await start(environment(one))).reused, true);
      const asked = JSON.stringify({ job_id: jobId });
      const { out } = await gatehouse(environment(other), "call", "remote_job_status", asked);
      assertEquals(JSON.parse(out).data.state, "running");
      assertEquals(await jobs.lines("runs"), ["run"]);
    })
  ));

Deno.test("a process that is killed while it starts a job leaves one job, which a new approval finds", () =>
  withState(async (state) => {
    const { jobs, environment } = await world();
    await using _jobs = jobs;
    const settings = environment(state);
    const args = JSON.stringify({
      idempotency_key: "key",
      executable: "scripted",
      stdin: `echo run >> ${jobs.file("runs")}`,
    });
    await Deno.mkdir(jobs.root, { recursive: true, mode: 0o700 });
    assertEquals((await gatehouse(settings, "approve", "remote_job_start", "--args", args)).code, 0);
    const watcher = Deno.watchFs(jobs.root);
    await using killed = new Program(["call", "remote_job_start", args], settings);
    for await (const { paths } of watcher) if (paths.some((path) => /\/[A-Za-z0-9_-]{32}$/.test(path))) break;
    killed.kill("SIGKILL");
    await killed.ended();
    const refused = await gatehouse(settings, "call", "remote_job_start", args);
    assertEquals(refused.code, 1);
    assertIncludes(refused.err, "what came of it is not known");
    const [kept] = JSON.parse(await Deno.readTextFile(jobs.store));
    assertEquals((await gatehouse(settings, "approve", "remote_job_start", "--args", args)).code, 0);
    const again = await gatehouse(settings, "call", "remote_job_start", args);
    assertEquals(again.code, 0, again.err);
    const { jobId, reused } = JSON.parse(again.out).data;
    assertEquals([jobId, reused], [kept.jobId, true]);
    const wait = await gatehouse(settings, "call", "remote_job_wait", JSON.stringify({ job_id: jobId }));
    assertEquals(JSON.parse(wait.out).data.state, "succeeded");
    assertEquals(await jobs.lines("runs"), ["run"]);
  }));
