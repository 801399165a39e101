/**
 * A real Docker engine with its own data and socket, without any network. Its image is made of the machine's busybox.
 * It takes root, and rights that not every container has: where it cannot start, the reason is given instead.
 */
import { dirname, join } from "node:path";
import { has, mustRun, run } from "../../tasks/parts/child.ts";

/** The image that an engine has at its start. */
export const IMAGE = "gatehouse-busybox";

/** An engine. */
export class Dockerd implements AsyncDisposable {
  /** A directory for it alone. */
  readonly directory: string;
  readonly #process: Deno.ChildProcess;
  readonly #log: Promise<string>;

  private constructor(directory: string, process: Deno.ChildProcess, log: Promise<string>) {
    this.directory = directory;
    this.#process = process;
    this.#log = log;
  }

  /** Starts one with the image in it, or says in a few words why that cannot be. */
  static async start(): Promise<Dockerd | string> {
    if (Deno.uid() !== 0) return "the Docker engine takes root";
    for (const program of ["dockerd", "docker", "containerd", "busybox", "tar"]) {
      if (!await has(program)) return `the machine has no ${program}`;
    }
    const directory = await Deno.makeTempDir({ prefix: "gatehouse-docker-" });
    const process = new Deno.Command("dockerd", {
      args: [
        ...["--iptables=false", "--ip6tables=false", "--bridge=none", "--storage-driver=vfs"],
        ...["--data-root", join(directory, "data"), "--exec-root", join(directory, "exec")],
        ...["--pidfile", join(directory, "pid"), "--host", `unix://${join(directory, "socket")}`],
      ],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    const { promise: listening, resolve } = Promise.withResolvers<boolean>();
    const log = read(process.stderr, (line) => line.includes("API listen on") && resolve(true));
    void process.status.then(() => resolve(false));
    const engine = new Dockerd(directory, process, log);
    if (!await listening) {
      const last = (await log).trim().split("\n").at(-1) ?? "";
      await engine[Symbol.asyncDispose]();
      return `the Docker engine did not start: ${last.slice(0, 200)}`;
    }
    const failed = await engine.#makeImage();
    if (failed === null) return engine;
    await engine[Symbol.asyncDispose]();
    return failed;
  }

  /** Variables for a docker program that is to speak to this engine. */
  get environment(): Readonly<Record<string, string>> {
    return { DOCKER_HOST: `unix://${join(this.directory, "socket")}` };
  }

  /** Runs docker; returns what it wrote to stdout, trimmed. @throws Error when it fails. */
  async docker(...args: readonly string[]): Promise<string> {
    return (await mustRun(["docker", ...args], { env: this.environment })).stdout.trim();
  }

  /** Starts a container without a network that runs this shell text; returns its id. */
  async container(name: string, text: string, options: readonly string[] = []): Promise<string> {
    const own = ["run", "--detach", "--name", name, "--network", "none", ...options, IMAGE];
    return await this.docker(...own, "/bin/busybox", "sh", "-c", text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ids = (await run(["docker", "ps", "-aq"], { env: this.environment })).stdout.trim();
    if (ids !== "") await run(["docker", "rm", "--force", ...ids.split("\n")], { env: this.environment });
    try {
      this.#process.kill("SIGTERM");
    } catch {
      // It has ended.
    }
    await this.#process.status;
    await this.#log;
    // What an engine that was killed leaves behind names its directory.
    const { stdout } = await run(["ps", "ax", "-o", "pid=,args="]);
    for (const line of stdout.split("\n").filter((line) => line.includes(this.directory))) {
      await run(["kill", "-KILL", line.trim().split(" ")[0] ?? ""]);
    }
    await Deno.remove(this.directory, { recursive: true });
  }

  /** Null, or why no container runs. */
  async #makeImage(): Promise<string | null> {
    const files = join(this.directory, "files");
    const { stdout } = await run(["sh", "-c", 'readlink -f "$(command -v busybox)"']);
    await copyInto(files, stdout.trim(), "/bin/busybox");
    // A busybox that is not static says which libraries it needs; a static one fails here.
    const libraries = (await run(["ldd", stdout.trim()])).stdout.matchAll(/(?:^|\s)(\/\S+)/g);
    for (const [, path = ""] of libraries) await copyInto(files, await Deno.realPath(path), path);
    const archive = join(this.directory, "image.tar");
    await mustRun(["tar", "-C", files, "-cf", archive, "."]);
    await this.docker("import", archive, IMAGE);
    const tried = await run(
      ["docker", "run", "--rm", "--network", "none", IMAGE, "/bin/busybox", "true"],
      { env: this.environment },
    );
    return tried.code === 0 ? null : `a container does not start: ${tried.stderr.trim().slice(0, 200)}`;
  }
}

async function copyInto(top: string, from: string, path: string): Promise<void> {
  await Deno.mkdir(join(top, dirname(path)), { recursive: true });
  await Deno.copyFile(from, join(top, path));
}

async function read(stream: ReadableStream<Uint8Array>, see: (line: string) => void): Promise<string> {
  let all = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    all += text;
    for (const line of text.split("\n")) see(line);
  }
  return all;
}
