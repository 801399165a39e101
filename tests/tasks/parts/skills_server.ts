/** A server with roots of skill packages, asked and watched as a client and its system would. */
import { join } from "node:path";
import { mustRun } from "./child.ts";
import { gatehouseArgs } from "./config.ts";
import { ServerProcess } from "./server_process.ts";

/** The day of every call. */
export const TODAY = "2026-08-27";

/** What a tool answered. */
export interface SkillsSaid {
  readonly isError: boolean;
  readonly value: Readonly<Record<string, unknown>>;
  /** Milliseconds until it was there. */
  readonly ms: number;
}

/** A running server. */
export class SkillsServer implements AsyncDisposable {
  readonly #server: ServerProcess;
  #id = 0;

  /** @param options `directory`: for its state and the file of roots. `flags`: further ones. */
  static async start(
    roots: Readonly<Record<string, string>>,
    { directory, flags = [] }: { readonly directory: string; readonly flags?: readonly string[] },
  ): Promise<SkillsServer> {
    const file = await Deno.makeTempFile({ dir: directory, prefix: "roots-", suffix: ".json" });
    const list = Object.entries(roots).map(([id, path]) => ({ id, path }));
    await Deno.writeTextFile(file, JSON.stringify({ config_version: "1.0", roots: list }));
    const config = list.length === 0 ? [] : ["--skills-config", file];
    const command = [Deno.execPath(), ...gatehouseArgs("--families", "skills", ...config, ...flags)] as const;
    return new SkillsServer(new ServerProcess(command, { state: join(directory, "state") }));
  }

  private constructor(server: ServerProcess) {
    this.#server = server;
  }

  /** Sends a frame as it is and gives the result's payload. */
  async send(frame: { readonly id: number; readonly [key: string]: unknown }): Promise<SkillsSaid> {
    const start = performance.now();
    const { isError, content } = await this.#server.request(frame) as {
      readonly isError: boolean;
      readonly content: readonly { readonly text: string }[];
    };
    const ms = performance.now() - start;
    return { isError, value: JSON.parse(content[0]?.text ?? "null"), ms };
  }

  /** Calls a tool by its name without the prefix. */
  say(tool: string, args: Readonly<Record<string, unknown>>): Promise<SkillsSaid> {
    const params = { name: `phases_agents_${tool}`, arguments: args };
    return this.send({ jsonrpc: "2.0", id: ++this.#id, method: "tools/call", params });
  }

  /** Resident memory of the server and of each process below it, in MB, the server first. */
  async memory(): Promise<number[]> {
    const { stdout } = await mustRun(["ps", "-e", "-o", "pid=,ppid=,rss="]);
    const all = stdout.trim().split("\n").map((line) => line.trim().split(/\s+/).map(Number));
    const below = (pid: number): number[] =>
      all.filter(([, parent]) => parent === pid).flatMap(([child = 0, , rss = 0]) => [rss, ...below(child)]);
    const [, , own = 0] = all.find(([pid]) => pid === this.#server.pid) ?? [];
    return [own, ...below(this.#server.pid)].map((kilobytes) => kilobytes / 1_024);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }
}
