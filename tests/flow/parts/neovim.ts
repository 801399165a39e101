/** A real Neovim without a screen, with the stand-in's tools in it. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Connection } from "gatehouse/flow/editor/connection.ts";
import { Editor } from "gatehouse/flow/editor/editor.ts";
import { plain } from "gatehouse/flow/editor/wire.ts";

const STUB = fileURLToPath(new URL("./rose_stub.lua", import.meta.url));
const READY = "ready";

/** The editor, and a workspace that is open in it. */
export class Neovim implements AsyncDisposable {
  readonly socket: string;
  /** Real path. */
  readonly workspace: string;
  readonly #directory: string;
  readonly #process: Deno.ChildProcess;
  readonly #ours: Connection;
  readonly #editors: Editor[] = [];

  private constructor(
    directory: string,
    { socket, process }: { socket: string; process: Deno.ChildProcess },
  ) {
    this.#directory = directory;
    this.socket = socket;
    this.#process = process;
    this.workspace = join(directory, "workspace");
    this.#ours = new Connection({ socket, timeoutMs: 60_000, uid: Deno.uid() });
  }

  /** Starts one, and waits until it listens. */
  static async start(): Promise<Neovim> {
    const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-nvim-" }));
    await Deno.mkdir(join(directory, "workspace"));
    const socket = join(directory, "nvim.sock");
    const say = `lua io.stdout:write("${READY}\\n") io.stdout:flush()`;
    const process = new Deno.Command("nvim", {
      args: ["--headless", "-u", "NONE", "-i", "NONE", "-n", "--listen", socket]
        .concat("-c", `luafile ${STUB}`, "-c", say),
      cwd: directory,
      clearEnv: true,
      env: { HOME: directory, PATH: Deno.env.get("PATH") ?? "", LANG: "C.UTF-8" },
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const neovim = new Neovim(directory, { socket, process });
    try {
      const reader = process.stdout.getReader();
      const { value } = await reader.read();
      await reader.cancel();
      if (!new TextDecoder().decode(value).includes(READY)) throw new Error("Neovim did not start");
      await neovim.lua("require('rose.tools').setup(...)", neovim.workspace);
    } catch (error) {
      await neovim[Symbol.asyncDispose]();
      throw error;
    }
    return neovim;
  }

  /** Carries out Lua in the editor; what it returns. */
  async lua(code: string, ...args: readonly unknown[]): Promise<unknown> {
    const { signal } = new AbortController();
    return plain(await this.#ours.request("nvim_exec_lua", [code, args], { signal }));
  }

  /** The tools that were called, each as its name and arguments. */
  async calls(): Promise<readonly (readonly [string, Readonly<Record<string, unknown>>])[]> {
    // Recorded by the stand-in.
    return await this.lua("return require('rose.tools').calls") as [string, Record<string, unknown>][];
  }

  /** Answers a tool's next calls with what the Lua expression gives, which may use `args`. */
  async answer(tool: string, expression: string): Promise<void> {
    await this.lua(`require('rose.tools').answers[...] = function(args) return ${expression} end`, tool);
  }

  /** Lays a field over the context; null takes it away. */
  async context(field: string, value: unknown): Promise<void> {
    await this.lua("local field, value = ... require('rose.tools').context[field] = value", field, value);
  }

  /** Opens a file of the workspace in a buffer, and puts a line in its place that is not saved. */
  async openUnsaved(path: string, line: string): Promise<void> {
    await this.lua(
      "local path, line = ... vim.cmd('edit ' .. path) vim.api.nvim_buf_set_lines(0, 0, -1, false, { line })",
      join(this.workspace, path),
      line,
    );
  }

  /** A bridge to this editor, closed with it. */
  editor(
    { timeoutSeconds = 60, root = this.workspace }: { timeoutSeconds?: number; root?: string } = {},
  ): Editor {
    const editor = new Editor({ socket: this.socket, timeoutSeconds, uid: Deno.uid(), root });
    this.#editors.push(editor);
    return editor;
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const editor of this.#editors) editor.close();
    this.#ours.close();
    try {
      this.#process.kill("SIGKILL");
    } catch (error) {
      // A test had it quit.
      if (!(error instanceof TypeError)) throw error;
    }
    await this.#process.status;
    await Deno.remove(this.#directory, { recursive: true });
  }
}

/** A signal that is never aborted. */
export const NEVER: AbortSignal = new AbortController().signal;
