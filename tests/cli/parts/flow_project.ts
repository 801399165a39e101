/** A project on the disk, the operator's file for it, and the program that works on it. */
import type { ScriptedModel } from "../../flow/parts/scripted_model.ts";
import { Program } from "./program.ts";

/** A check as the operator's file has it. */
export interface Check {
  readonly cmd: readonly string[];
  readonly [key: string]: unknown;
}

/** The check of most tests: passes when `edited.py` says 42. */
export const LINT: Check = {
  cmd: ["python3", "-c", "import edited; assert edited.value == 42"],
  kind: "lint",
  filetypes: ["python"],
};

/** Python files that pass `LINT`, and one that does not. */
export const GOOD = "value = 42\n";
export const BAD = "value = 41\n";

/** A directory with a project, an operator's file beside it, and a state directory. */
export class FlowProject implements AsyncDisposable {
  readonly #base: string;

  private constructor(base: string) {
    this.#base = base;
  }

  /** @param files Texts by path. */
  static async open(files: Readonly<Record<string, string>> = {}): Promise<FlowProject> {
    const base = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-flow-" }));
    for (const directory of ["project", "config", "state"]) await Deno.mkdir(`${base}/${directory}`);
    const project = new FlowProject(base);
    for (const [path, text] of Object.entries(files)) await project.write(path, text);
    return project;
  }

  /** The workspace. */
  get root(): string {
    return `${this.#base}/project`;
  }

  /** Where nothing of the workspace lies. */
  get outside(): string {
    return `${this.#base}/config`;
  }

  get environment(): Readonly<Record<string, string>> {
    return { XDG_CONFIG_HOME: this.outside, XDG_STATE_HOME: `${this.#base}/state` };
  }

  async write(path: string, text: string): Promise<void> {
    await Deno.writeTextFile(`${this.root}/${path}`, text);
  }

  async read(path: string): Promise<string | null> {
    return await Deno.readTextFile(`${this.root}/${path}`).catch(() => null);
  }

  /** Writes the operator's file; `lines` stand at its root, before any table. */
  async operator(
    { model, checks = { lint: LINT }, lines = "", tables = "" }: {
      readonly model?: ScriptedModel;
      readonly checks?: Readonly<Record<string, Check>>;
      readonly lines?: string;
      readonly tables?: string;
    } = {},
  ): Promise<string> {
    const path = `${this.outside}/flow-operator.toml`;
    // JSON's texts, lists, numbers and booleans are TOML's.
    const tablesOfChecks = Object.entries(checks).map(([name, check]) =>
      `[checks.${name}]\n${
        Object.entries(check).map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`).join("")
      }`
    );
    const text = `workspace_dir = ${JSON.stringify(this.root)}\n${lines}\n[ollama]\nbase_url = "${
      model?.url ?? "http://127.0.0.1:9"
    }"\n${tables}\n${tablesOfChecks.join("")}`;
    await Deno.writeTextFile(path, text, { mode: 0o600 });
    return path;
  }

  /** Starts the program in the project. */
  start(...args: readonly string[]): Program {
    return new Program(args, this.environment, this.root);
  }

  /** Runs the program to its end; the report is what it printed. */
  async run(...args: readonly string[]): Promise<{
    readonly code: number;
    readonly out: string;
    readonly err: string;
    readonly report: Readonly<Record<string, unknown>>;
  }> {
    await using program = this.start(...args);
    await program.send("");
    const ended = await program.ended();
    return { ...ended, report: ended.out === "" ? {} : JSON.parse(ended.out) };
  }

  /** Resolves when the file is there. */
  async until(path: string): Promise<void> {
    const watcher = Deno.watchFs(this.root);
    try {
      if (await this.read(path) !== null) return;
      for await (const _event of watcher) if (await this.read(path) !== null) return;
    } finally {
      try {
        watcher.close();
      } catch {
        // Leaving the loop has closed it.
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#base, { recursive: true });
  }
}
