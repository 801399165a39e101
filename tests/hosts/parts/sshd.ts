/**
 * A real OpenSSH server on loopback with keys made for the run.
 *
 * It runs as the account that runs the tests. What runs in its sessions carries a mark in the environment, by which
 * every process of it is found, also one that left its session; disposing ends them all.
 */
import { join } from "node:path";
import { mustRun, run } from "../../tasks/parts/child.ts";
import { type KeyPair, keyPair, type KeyType } from "./keys.ts";
import { spare } from "./spared.ts";

/** How a server differs from the usual one. */
export interface SshdOptions {
  /** The keys that it shows; default: all three of the first identity. */
  readonly hostKeys?: readonly KeyType[];
  /** Directories before the usual ones on the remote PATH: where stand-ins lie. */
  readonly bin?: readonly string[];
  /** The whole remote PATH instead, such as one without python3. */
  readonly path?: string;
  /**
   * The text of a program that stands in for the account's shell; the command is in `SSH_ORIGINAL_COMMAND`. Such as
   * `#!/bin/dash` and `exec /bin/dash -c "$SSH_ORIGINAL_COMMAND"`.
   */
  readonly shell?: string;
  /** What `~/.bashrc` holds; bash reads it for every command that comes by SSH. */
  readonly bashrc?: string;
  /** Further variables of the sessions. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Further lines of `sshd_config`; the first of a keyword counts, so they come before ours. */
  readonly config?: readonly string[];
  /** Further lines of `authorized_keys`. */
  readonly authorized?: readonly string[];
}

const USUAL_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** A server. */
export class Sshd implements AsyncDisposable {
  /** 1–65535, on 127.0.0.1. */
  readonly port: number;
  /** The account that one can log in to. */
  readonly user: string;
  /** `HOME` of the sessions: a directory made for this server. */
  readonly home: string;
  /** A directory for the server's files; removed with it. */
  readonly directory: string;
  /** The usual client's key. */
  readonly client: KeyPair;
  readonly #mark: string;
  readonly #hostKeys: readonly KeyType[];
  #identity = 1;
  #process: Deno.ChildProcess | null = null;
  #log: Promise<void> = Promise.resolve();
  #lines: string[] = [];
  #heard: { readonly pattern: RegExp; readonly done: (line: string) => void }[] = [];

  private constructor(port: number, place: { directory: string; user: string; mark: string }, more: {
    client: KeyPair;
    hostKeys: readonly KeyType[];
  }) {
    this.port = port;
    this.directory = place.directory;
    this.home = join(place.directory, "home");
    this.user = place.user;
    this.client = more.client;
    this.#mark = place.mark;
    this.#hostKeys = more.hostKeys;
  }

  /** Starts one; it listens once this settles. */
  static async start(options: SshdOptions = {}): Promise<Sshd> {
    const hostKeys = options.hostKeys ?? ["ed25519", "rsa", "ecdsa"];
    const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-sshd-" }));
    const mark = `GATEHOUSE_SSHD=${crypto.randomUUID()}`;
    const user = (await mustRun(["id", "-un"])).stdout.trim();
    const client = await keyPair("client");
    const sshd = new Sshd(freePort(), { directory, user, mark }, { client, hostKeys });
    await sshd.#write(options);
    await sshd.#listen();
    return sshd;
  }

  /** The key of that type that the server shows now. */
  hostKey(type: KeyType = "ed25519"): Promise<KeyPair> {
    return keyPair(`host-${this.#identity}`, { type });
  }

  /** Where a known_hosts line would name this server. */
  get name(): string {
    return `[127.0.0.1]:${this.port}`;
  }

  /**
   * Writes a known_hosts file and returns its path.
   *
   * @param lines Default: one for each key that the server shows. Text is written as it is.
   * @param port The port that the lines name, for a proxy; default: the server's.
   */
  async knownHosts(lines?: readonly string[], port = this.port): Promise<string> {
    const path = await Deno.makeTempFile({ dir: this.directory, prefix: "known_hosts-" });
    const usual = async () =>
      await Promise.all(
        this.#hostKeys.map(async (type) => `[127.0.0.1]:${port} ${(await this.hostKey(type)).line}`),
      );
    await Deno.writeTextFile(path, (lines ?? await usual()).map((line) => `${line}\n`).join(""));
    return path;
  }

  /** Restarts at the same port with the keys of the other identity; sessions end. */
  async rotate(): Promise<void> {
    await this.kill();
    this.#identity = this.#identity === 1 ? 2 : 1;
    await this.#writeKeys();
    await this.#listen();
  }

  /** Ends the server and every connection at once, as a machine that goes down; what ran in the sessions stays. */
  async kill(): Promise<void> {
    const started = this.#process;
    if (started === null) return;
    this.#process = null;
    const pids = await descendants(started.pid);
    const own = await this.running();
    for (const pid of pids) if (!own.includes(pid)) kill(pid);
    kill(started.pid);
    await started.status;
    await this.#log;
  }

  /** Starts it again after `kill`. */
  async restart(): Promise<void> {
    await this.kill();
    await this.#listen();
  }

  /** What runs in its sessions, or was left behind by them: process ids. */
  async running(): Promise<number[]> {
    // `e` shows the environment after the command.
    const { stdout } = await mustRun(["ps", "axeww", "-o", "pid=,stat=,command="]);
    return stdout.split("\n").filter((line) => line.includes(this.#mark)).flatMap((line) => {
      const [, pid, state] = line.match(/^\s*(\d+)\s+(\S+)/) ?? [];
      return pid === undefined || state?.startsWith("Z") === true ? [] : [Number(pid)];
    });
  }

  /** Settles when nothing runs in its sessions any more. @throws Error when something still does after the limit. */
  async idle(limitMs = 5_000): Promise<void> {
    const end = performance.now() + limitMs;
    let left = await this.running();
    // There is no event for the end of a foreign process; each look takes its time.
    while (left.length > 0 && performance.now() < end) left = await this.running();
    if (left.length === 0) return;
    const { stdout } = await run(["ps", "-o", "pid,ppid,stat,args", "-p", left.join(",")]);
    throw new Error(`Left running:\n${stdout}`);
  }

  /** Everything the server wrote to its log since it started. */
  get log(): readonly string[] {
    return this.#lines;
  }

  /** Settles with the first line of the log, from now on, that matches. */
  heard(pattern: RegExp): Promise<string> {
    return new Promise((done) => this.#heard.push({ pattern, done }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    // Twice: what is being forked while we look is seen the second time.
    for (let round = 0; round < 2; round++) for (const pid of await this.running()) kill(pid);
    await Deno.remove(this.directory, { recursive: true });
  }

  async #write(options: SshdOptions): Promise<void> {
    // Another account reads its keys from here as itself.
    await Deno.chmod(this.directory, 0o711);
    await Deno.mkdir(this.home);
    if (options.bashrc !== undefined) await Deno.writeTextFile(join(this.home, ".bashrc"), options.bashrc);
    await Deno.writeTextFile(
      join(this.directory, "authorized_keys"),
      [this.client.line, ...options.authorized ?? []].map((line) => `${line}\n`).join(""),
    );
    const spared = await spare(join(this.directory, "spared"));
    const path = options.path ?? [...options.bin ?? [], spared, USUAL_PATH].join(":");
    const [markName = "", markValue = ""] = this.#mark.split("=");
    const environment = { ...options.environment, PATH: path, HOME: this.home, [markName]: markValue };
    const shell = join(this.directory, "shell");
    if (options.shell !== undefined) {
      await Deno.writeTextFile(shell, options.shell);
      await Deno.chmod(shell, 0o755);
    }
    const lines = [
      ...options.config ?? [],
      `Port ${this.port}`,
      "ListenAddress 127.0.0.1",
      `PidFile ${join(this.directory, "pid")}`,
      `AuthorizedKeysFile ${join(this.directory, "authorized_keys")}`,
      ...this.#hostKeys.map((type) => `HostKey ${join(this.directory, `host-${type}`)}`),
      "StrictModes no",
      "UsePAM no",
      "PasswordAuthentication no",
      "PermitRootLogin yes",
      "PrintMotd no",
      "PrintLastLog no",
      // Tests connect many times in a short while.
      "MaxStartups 200",
      "LogLevel VERBOSE",
      `SetEnv ${Object.entries(environment).map(([name, value]) => `${name}="${value}"`).join(" ")}`,
      "Subsystem sftp internal-sftp",
      ...(options.shell === undefined ? [] : [`ForceCommand ${shell}`]),
    ];
    await Deno.writeTextFile(join(this.directory, "sshd_config"), lines.map((line) => `${line}\n`).join(""));
    await this.#writeKeys();
  }

  async #writeKeys(): Promise<void> {
    for (const type of this.#hostKeys) {
      const to = join(this.directory, `host-${type}`);
      await Deno.copyFile((await this.hostKey(type)).path, to);
      await Deno.chmod(to, 0o600);
    }
  }

  async #listen(): Promise<void> {
    if (Deno.uid() === 0) await Deno.mkdir("/run/sshd", { recursive: true, mode: 0o755 });
    const started = new Deno.Command("/usr/sbin/sshd", {
      args: ["-D", "-e", "-f", join(this.directory, "sshd_config")],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    this.#process = started;
    const listening = this.heard(/^Server listening on/);
    this.#log = this.#read(started.stderr);
    const ended = started.status.then(({ code }) => `ended with ${code}`);
    const first = await Promise.race([listening, ended]);
    if (first.startsWith("ended")) {
      await this.#log;
      throw new Error(`sshd did not start (${first}):\n${this.#lines.join("\n")}`);
    }
  }

  async #read(stderr: ReadableStream<Uint8Array>): Promise<void> {
    let rest = "";
    for await (const text of stderr.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split(/\r?\n/);
      rest = lines.pop() ?? "";
      for (const line of lines) this.#take(line);
    }
  }

  #take(line: string): void {
    this.#lines.push(line);
    const matching = this.#heard.filter(({ pattern }) => pattern.test(line));
    this.#heard = this.#heard.filter((entry) => !matching.includes(entry));
    for (const { done } of matching) done(line);
  }
}

/** A port that is free now. Another program may take it before we do; the start then fails and says so. */
function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}

async function descendants(pid: number): Promise<number[]> {
  const { stdout } = await mustRun(["ps", "ax", "-o", "pid=,ppid="]);
  const pairs = stdout.trim().split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const parent of found) {
    for (const [child = 0, its] of pairs) if (its === parent && !found.includes(child)) found.push(child);
  }
  return found.slice(1);
}

function kill(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}
