/**
 * The tools of durable jobs on a real server, whose settings add a program that runs what it is fed as a script of the
 * shell, so that a job can do anything that a test needs.
 */
import type { Call } from "gatehouse/core/invoke.ts";
import type { SshTarget } from "gatehouse/hosts/types.ts";
import { endJobs, ofJobs } from "./jobs_machine.ts";
import { type Answered, Served } from "./served.ts";
import { Sshd } from "./sshd.ts";
import { StandIns } from "./stand_ins.ts";
import { targetOf } from "./target.ts";

/** Calls as one of our processes takes them. */
export interface Server extends AsyncDisposable {
  readonly served: Served;
  /** Calls a tool; what it asks to be approved is approved. */
  call(tool: string, args: Readonly<Record<string, unknown>>, more?: Partial<Call>): Promise<Answered>;
  /** The data of a call that succeeds. */
  // deno-lint-ignore no-explicit-any -- a test names the fields that it expects, which have no better type here
  data(tool: string, args: Readonly<Record<string, unknown>>): Promise<any>;
  /** The error of a call that fails. */
  // deno-lint-ignore no-explicit-any -- see `data`
  error(tool: string, args: Readonly<Record<string, unknown>>, more?: Partial<Call>): Promise<any>;
  /** Starts a script under a key. */
  // deno-lint-ignore no-explicit-any -- see `data`
  start(key: string, script: string): Promise<any>;
}

/** A machine, a store, and as many servers as are asked for. */
export class JobWorld implements AsyncDisposable {
  readonly sshd: Sshd;
  readonly store: string;
  readonly #standIns: StandIns;
  readonly #directory: string;
  readonly #servers: Server[] = [];

  private constructor(sshd: Sshd, place: { directory: string; standIns: StandIns }) {
    this.sshd = sshd;
    this.#directory = place.directory;
    this.store = `${place.directory}/jobs.json`;
    this.#standIns = place.standIns;
  }

  static async open(): Promise<JobWorld> {
    const standIns = await StandIns.make();
    await standIns.add("scripted", "exec /bin/sh -s");
    const sshd = await Sshd.start();
    const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-jobs-" }));
    return new JobWorld(sshd, { directory, standIns });
  }

  /** Where the machine keeps its jobs. */
  get root(): string {
    return `${this.sshd.home}/.cache/mikrus-mcp/remote-jobs`;
  }

  /** The program that runs what it is fed. */
  get scripted(): string {
    return `${this.#standIns.bin}/scripted`;
  }

  /** A file that jobs may write. */
  file(name: string): string {
    return `${this.#directory}/${name}`;
  }

  /** The lines of a file; none when there is none. */
  async lines(name: string): Promise<string[]> {
    const text = await Deno.readTextFile(this.file(name)).catch(() => "");
    return text.split("\n").filter((line) => line !== "");
  }

  /** One more process of ours, with the same store. */
  async server(more: Partial<SshTarget> = {}): Promise<Server> {
    const scripted = { path: this.scripted, options: {}, operands: "none", commands: [] } as const;
    const targets = [await targetOf(this.sshd, { programs: { scripted }, ...more })];
    const served = await Served.open({
      targets,
      has: ["target", "ssh", "writes", "job_store"],
      settings: { stores: { job_store: this.store, cron_store: null, plan_store: null } },
    });
    const server = serverOf(served);
    this.#servers.push(server);
    return server;
  }

  /** Of all jobs, those whose files are gone too. */
  async #ids(): Promise<string[]> {
    const text = await Deno.readTextFile(this.store).catch(() => "[]");
    return JSON.parse(text).map(({ jobId }: { readonly jobId: string }) => jobId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#servers) await server[Symbol.asyncDispose]();
    endJobs(await ofJobs(this.root, await this.#ids()));
    await this.sshd[Symbol.asyncDispose]();
    await this.#standIns[Symbol.asyncDispose]();
    await Deno.remove(this.#directory, { recursive: true });
  }
}

function serverOf(served: Served): Server {
  const call: Server["call"] = async (tool, args, more) => {
    const seen = served.memory.pending.length;
    const first = await served.call(tool, args, more);
    const asked = served.memory.pending.at(-1);
    if (!first.isError || served.memory.pending.length === seen || asked === undefined) return first;
    served.memory.grant(asked.binding);
    return await served.call(tool, args, more);
  };
  let closed = false;
  const data: Server["data"] = async (tool, args) => {
    const { isError, text, envelope } = await call(tool, args);
    if (isError) throw new Error(text);
    return envelope.data;
  };
  return {
    served,
    call,
    data,
    async error(tool, args, more) {
      const { isError, text, envelope } = await call(tool, args, more);
      if (!isError) throw new Error(text);
      return envelope.error;
    },
    start: (key, script) =>
      data("remote_job_start", { idempotency_key: key, executable: "scripted", stdin: script }),
    async [Symbol.asyncDispose]() {
      if (closed) return;
      closed = true;
      await served[Symbol.asyncDispose]();
    },
  };
}
