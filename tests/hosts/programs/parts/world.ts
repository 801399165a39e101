/** The family with a server of its own, and programs that its settings add. */
import type { AddedProgram } from "gatehouse/hosts/programs/rules.ts";
import { Served } from "../../parts/served.ts";
import { Sshd } from "../../parts/sshd.ts";
import { targetOf } from "../../parts/target.ts";

const any = { operands: "text", commands: [] } as const;

/** Prints the arguments that it got, in hexadecimal, one a line. */
const ECHO = `#!/bin/sh\nfor word; do printf '%s' "$word" | od -An -v -tx1 | tr -d ' \\n'; echo; done\n`;

/** The world. */
export class World implements AsyncDisposable {
  private constructor(
    readonly sshd: Sshd,
    readonly served: Served,
    readonly directory: string,
    readonly programs: Readonly<Record<string, AddedProgram>>,
  ) {}

  /** `port`: of what stands before the server, once it is known where that is. */
  static async open(port: (ofServer: number) => number = (ofServer) => ofServer): Promise<World> {
    const sshd = await Sshd.start();
    const directory = await Deno.realPath(
      await Deno.makeTempDir({ dir: "/tmp", prefix: "gatehouse-programs-" }),
    );
    await Deno.writeTextFile(`${directory}/words`, ECHO, { mode: 0o755 });
    const programs: Record<string, AddedProgram> = {
      sh: { path: "/bin/sh", options: { "-c": "text" }, ...any },
      words: { path: `${directory}/words`, options: { "--note": "text", "--file": "path" }, ...any },
      rm: { path: "/bin/true", options: { "-r": "none", "-f": "none" }, ...any },
      tidy: { path: "/nowhere/rm", options: { "-r": "none", "-f": "none" }, ...any },
    };
    const target = { ...await targetOf(sshd, { port: port(sshd.port) }), programs };
    return new World(sshd, await Served.open({ targets: [target] }), directory, programs);
  }

  /** Calls a tool that changes something, after an approval of exactly this call. */
  // deno-lint-ignore no-explicit-any -- a test names the fields that it expects, which have no better type here
  async approved(tool: string, args: unknown): Promise<any> {
    await this.approve(tool, args);
    return await this.served.data(tool, args);
  }

  /** Lets the call be asked for, and approves it. */
  async approve(tool: string, args: unknown): Promise<void> {
    const { memory } = this.served;
    await this.served.error(tool, args);
    const pending = memory.pending.pop();
    if (pending === undefined) throw new Error(`No request was recorded for ${JSON.stringify(args)}`);
    memory.grant(pending.binding);
  }

  /** Runs a program. */
  // deno-lint-ignore no-explicit-any -- as above
  run(executable: string, argv: readonly string[], more: Record<string, unknown> = {}): Promise<any> {
    return this.approved("execute_program", { executable, argv, ...more });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.served[Symbol.asyncDispose]();
    await this.sshd[Symbol.asyncDispose]();
    await Deno.remove(this.directory, { recursive: true });
  }
}

/** How many processes have the text on their command line. */
export async function processes(text: string): Promise<number> {
  const { stdout } = await new Deno.Command("ps", { args: ["-eo", "stat=,args="] }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((line) =>
    line.includes(text) && !line.startsWith("Z")
  )
    .length;
}

/** Settles when there are as many; a foreign process tells nobody, and each look takes its time. */
export async function until(text: string, count: number, limitMs = 5_000): Promise<void> {
  const end = performance.now() + limitMs;
  while (await processes(text) !== count) {
    if (performance.now() > end) throw new Error(`${await processes(text)} processes have ${text}`);
  }
}

/** Seconds that no other test sleeps, to find the process by. */
export function unique(): string {
  return `3${crypto.getRandomValues(new Uint32Array(1))[0]}.${crypto.getRandomValues(new Uint16Array(1))[0]}`;
}
