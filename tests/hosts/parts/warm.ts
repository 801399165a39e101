/** How long a warm read takes, beside OpenSSH's own client with a control master on the same server. */
import { join } from "node:path";
import { run } from "../../tasks/parts/child.ts";
import { gatehouseArgs } from "../../tasks/parts/config.ts";
import { ServerProcess } from "../../tasks/parts/server_process.ts";
import { Sshd } from "./sshd.ts";
import { targetOf } from "./target.ts";
import { TestWorker } from "./worker.ts";

/** Milliseconds, the median of each. */
export interface WarmTimes {
  readonly ssh: number;
  /** The worker alone, called as the program calls it. */
  readonly worker: number;
  /** The whole program, called over stdio. */
  readonly served: number;
}

/** Measures `rounds` of each, in turn, so that a busy moment meets both. */
export async function warmTimes(rounds = 200): Promise<WarmTimes> {
  await using sshd = await Sshd.start();
  const target = await targetOf(sshd);
  await using worker = new TestWorker([target]);
  const { identity } = await worker.resolve("box");
  const socket = join(sshd.directory, "control");
  const ssh: readonly [string, ...string[]] = [
    "ssh",
    ...["-F", "/dev/null", "-i", sshd.client.path, "-p", `${sshd.port}`, "-S", socket],
    ...["-o", "BatchMode=yes", "-o", `UserKnownHostsFile=${target.knownHostsFile}`],
  ];
  const account = `${sshd.user}@127.0.0.1`;
  const master = new Deno.Command(ssh[0], {
    args: [...ssh.slice(1), "-M", "-N", account],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    while ((await run([...ssh, "-O", "check", account])).code !== 0) {
      /* it says nothing when it is ready */
    }
    await using server = await served(sshd, target.knownHostsFile);
    const ask = (id: number) =>
      server.request({
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: { name: "get_memory_info", arguments: {} },
      });
    const first = await ask(1) as { readonly isError: boolean };
    if (first.isError) throw new Error(JSON.stringify(first));
    const times = { ssh: [] as number[], worker: [] as number[], served: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      times.ssh.push(await timed(() => run([...ssh, account, "free"])));
      times.worker.push(
        await timed(() => worker.operate("box", { identity, operation: "get_memory_info", input: {} })),
      );
      times.served.push(await timed(() => ask(round + 2)));
    }
    return { ssh: median(times.ssh), worker: median(times.worker), served: median(times.served) };
  } finally {
    master.kill("SIGKILL");
    await master.status;
  }
}

/** The program with this server as its only one. */
async function served(sshd: Sshd, knownHosts: string): Promise<ServerProcess> {
  const settings = join(sshd.directory, "gatehouse.toml");
  const fields = {
    type: "ssh",
    host: "127.0.0.1",
    port: sshd.port,
    user: sshd.user,
    ssh_key: sshd.client.path,
    known_hosts_file: knownHosts,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`);
  await Deno.writeTextFile(settings, `[hosts.box]\n${lines.join("")}`);
  const args = gatehouseArgs("--families", "hosts", "--config", settings);
  return new ServerProcess([Deno.execPath(), ...args], { state: join(sshd.directory, "state") });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
