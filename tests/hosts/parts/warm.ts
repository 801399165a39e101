/** How long a warm read takes, beside OpenSSH's own client with a control master on the same server. */
import { join } from "node:path";
import { run } from "../../tasks/parts/child.ts";
import { Sshd } from "./sshd.ts";
import { targetOf } from "./target.ts";
import { TestWorker } from "./worker.ts";

/** Milliseconds, the median of each. */
export interface WarmTimes {
  readonly ssh: number;
  readonly ours: number;
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
    const times = { ssh: [] as number[], ours: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      times.ssh.push(
        await timed(() => run([...ssh, account, "free"])),
      );
      times.ours.push(
        await timed(() => worker.operate("box", { identity, operation: "get_memory_info", input: {} })),
      );
    }
    return { ssh: median(times.ssh), ours: median(times.ours) };
  } finally {
    master.kill("SIGKILL");
    await master.status;
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
