/** A machine with a real engine and real compose projects, and the family with a store of plans. */
import { join } from "node:path";
import { has, mustRun, run } from "../../tasks/parts/child.ts";
import { Dockerd, IMAGE } from "./dockerd.ts";
import { type Answered, Served } from "./served.ts";
import { Sshd } from "./sshd.ts";
import { targetOf } from "./target.ts";

type Args = Readonly<Record<string, unknown>>;

/** Values of variables that no answer, error or log may have, in any project of the tests. */
export const VALUES = ["hunter2-of-the-service", "wert,mit=zeichen$", "4711-as-a-number"] as const;

/** A service that runs without a network, and ends at once when it is told to. */
export function service(more: Args = {}): Args {
  return {
    image: IMAGE,
    network_mode: "none",
    command: ["/bin/busybox", "sleep", "600"],
    stop_grace_period: "0s",
    environment: {
      APP_PASSWORD: VALUES[0],
      // Compose reads a dollar as the begin of a name.
      PLAIN: VALUES[1].replace("$", "$$$$"),
      NUMBER: VALUES[2],
    },
    ...more,
  };
}

/** A compose project of its own in a directory. */
export class Project {
  readonly name: string;
  readonly directory: string;
  readonly files: readonly string[];
  readonly #environment: Readonly<Record<string, string>>;

  constructor(directory: string, name: string, { files, environment }: {
    files: readonly string[];
    environment: Readonly<Record<string, string>>;
  }) {
    this.directory = directory;
    this.name = name;
    this.files = files.map((file) => join(directory, file));
    this.#environment = environment;
  }

  /** Writes one of its files. JSON is YAML, too. */
  async write(content: Args, file: number = 0): Promise<void> {
    await Deno.writeTextFile(this.files[file] ?? "", JSON.stringify({ version: "3.8", ...content }));
  }

  /** Writes its only service and its other parts. */
  async declare(one: Args, more: Args = {}): Promise<void> {
    await this.write({ services: { web: one }, ...more });
  }

  /** Runs compose; returns stdout. */
  async compose(...args: readonly string[]): Promise<string> {
    const files = this.files.flatMap((file) => ["-f", file]);
    const { stdout } = await mustRun(["docker-compose", "-p", this.name, ...files, ...args], {
      env: this.#environment,
      cwd: this.directory,
    });
    return stdout;
  }

  /** Starts it. */
  async up(...args: readonly string[]): Promise<void> {
    await this.compose("up", "-d", ...args);
  }

  /** Takes it down, volumes included. */
  async down(): Promise<void> {
    const files = this.files.flatMap((file) => ["-f", file]);
    await run(["docker-compose", "-p", this.name, ...files, "down", "-v", "-t", "0"], {
      env: this.#environment,
      cwd: this.directory,
    });
  }

  /** Ids of the service's containers, the stopped ones included. */
  async ids(): Promise<string[]> {
    return (await this.compose("ps", "-aq", "web")).split("\n").filter((line) => line !== "").toSorted();
  }
}

/** One engine for a file of tests. */
export class ComposeEngine implements AsyncDisposable {
  readonly engine: Dockerd;
  #count = 0;

  private constructor(engine: Dockerd) {
    this.engine = engine;
  }

  /** Starts one, or says in a few words why that cannot be. */
  static async start(): Promise<ComposeEngine | string> {
    if (!await has("docker-compose")) return "the machine has no docker-compose";
    const engine = await Dockerd.start();
    return typeof engine === "string" ? engine : new ComposeEngine(engine);
  }

  /** A project of its own. */
  async project(files: readonly string[] = ["docker-compose.yml"]): Promise<Project> {
    const name = `p${++this.#count}`;
    const directory = join(this.engine.directory, "projects", name);
    await Deno.mkdir(directory, { recursive: true });
    return new Project(directory, name, { files, environment: this.engine.environment });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine[Symbol.asyncDispose]();
  }
}

/** A server that reaches the engine's machine; everything that it answered is kept. */
export class Composed implements AsyncDisposable {
  readonly sshd: Sshd;
  readonly served: Served;
  /** The store's file. */
  readonly plans: string;
  /** Every answer and error, as text. */
  readonly transcript: string[] = [];

  private constructor(sshd: Sshd, served: Served, plans: string) {
    this.sshd = sshd;
    this.served = served;
    this.plans = plans;
  }

  /** `bin`: directories of stand-ins. `through`: makes a proxy to that port, and gives its own. */
  static async open(
    { engine }: ComposeEngine,
    { bin = [], through }: { bin?: readonly string[]; through?: (port: number) => number } = {},
  ): Promise<Composed> {
    const sshd = await Sshd.start({ environment: engine.environment, bin });
    return await Composed.#at(sshd, through === undefined ? {} : { port: through(sshd.port) });
  }

  /** Another process of ours with a store of its own, for the same machine. */
  async other(): Promise<Composed> {
    return await Composed.#at(this.sshd, {});
  }

  static async #at(sshd: Sshd, more: { port?: number }): Promise<Composed> {
    const plans = join(sshd.directory, `plans-${crypto.randomUUID()}.json`);
    const served = await Served.open({
      targets: [await targetOf(sshd, more)],
      has: ["target", "ssh", "writes", "plan_store"],
      settings: { stores: { job_store: null, cron_store: null, plan_store: plans } },
    });
    return new Composed(sshd, served, plans);
  }

  /** Settles once nothing recreates a service here any more, also when nobody waits for it. */
  async settled(): Promise<void> {
    const path = join(this.sshd.home, ".mikrus-mcp/locks/compose.lock");
    if (!await isThere(path)) return;
    using lock = await Deno.open(path);
    await lock.lock(true);
  }

  /** Calls a tool. */
  async call(tool: string, args: Args): Promise<Answered> {
    const answered = await this.served.call(tool, args);
    this.transcript.push(answered.text, JSON.stringify(answered.structured ?? null));
    return answered;
  }

  /** The data of a call that succeeds. */
  // deno-lint-ignore no-explicit-any -- a test names the fields that it expects, which have no better type here
  async data(tool: string, args: Args): Promise<any> {
    const { isError, text, envelope } = await this.call(tool, args);
    if (isError) throw new Error(text);
    return envelope.data;
  }

  /** The error of a call that fails, as `CODE message`. */
  async error(tool: string, args: Args): Promise<string> {
    const { isError, text, envelope } = await this.call(tool, args);
    if (!isError) throw new Error(text);
    return `${envelope.error.code} ${envelope.error.message}`;
  }

  /** Approves exactly that call, also where one like it ended in doubt. */
  async approve(args: Args): Promise<void> {
    const { pending, open } = this.served.memory;
    open.length = 0;
    const before = pending.length;
    const { text } = await this.call("docker_recreate_apply", args);
    const asked = pending[before];
    if (asked === undefined) throw new Error(`No approval was asked for: ${text}`);
    this.served.memory.grant(asked.binding);
  }

  /** A plan's receipt. */
  async plan(args: Args = { service: "web" }): Promise<string> {
    return (await this.data("docker_recreate_plan", args)).plan_receipt;
  }

  /** Applies a plan, approved. */
  async apply(plan_receipt: string, more: Args = {}): Promise<Answered> {
    const args = { service: "web", plan_receipt, ...more };
    await this.approve(args);
    return await this.call("docker_recreate_apply", args);
  }

  /** Applies a plan, approved, which succeeds. */
  // deno-lint-ignore no-explicit-any -- see `data`
  async applied(plan_receipt: string, more: Args = {}): Promise<any> {
    const { isError, text, envelope } = await this.apply(plan_receipt, more);
    if (isError) throw new Error(text);
    return envelope.data;
  }

  /** Applies a plan, approved, which fails; as `CODE message`. */
  async refused(plan_receipt: string, more: Args = {}): Promise<string> {
    const { isError, text, envelope } = await this.apply(plan_receipt, more);
    if (!isError) throw new Error(text);
    return `${envelope.error.code} ${envelope.error.message}`;
  }

  /** Ends the family, but not the machine, and looks for values in all that it said. */
  async close(): Promise<void> {
    await this.served[Symbol.asyncDispose]();
    const said = this.transcript.join("\n");
    const leaked = VALUES.find((value) => said.includes(value));
    if (leaked !== undefined) throw new Error(`An answer has the value ${leaked}`);
    if (this.served.defects.length > 0) throw this.served.defects[0];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.close();
    } finally {
      await this.sshd[Symbol.asyncDispose]();
    }
  }
}

async function isThere(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
