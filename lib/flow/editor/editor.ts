/** The editor as the rest of a run uses it: it offers tools, reads and writes, and says what is not saved. */
import { ToolError } from "../../core/errors.ts";
import type { Role, RoleTool, ToolResult } from "../types.ts";
import { readAnswer, unavailable } from "./answer.ts";
import { Bridge, type EditorToolName } from "./bridge.ts";
import { type Ask, BridgedFiles } from "./files.ts";
import { type Fresh, type Freshness, readFreshness } from "./freshness.ts";
import { refuseImpostor } from "./impostor.ts";
import { argumentsOf, mayUse } from "./roles.ts";
import { LaterSignal } from "./later_signal.ts";
import { type Discovered, readSchemas } from "./schemas.ts";
import { type EditorStatus, statusOf } from "./status.ts";
import { plain } from "./wire.ts";

/** What an editor is reached by. */
export interface EditorOptions {
  /** Absolute path of its socket. */
  readonly socket: string;
  /** Seconds for one request, 0.1–660. */
  readonly timeoutSeconds: number;
  /** The account that must own the socket. */
  readonly uid: number | null;
  /** The real path of the workspace. */
  readonly root: string;
}

/** Less than what a cancelled call has before its worker is ended. */
const WRITE_GRACE_MS = 150;

/**
 * A running Neovim with Rose's tools. Connected at the first request; after a failed one unavailable for good.
 *
 * Whatever goes wrong is a result, and never counts as success; only a caller's own cancelling is thrown.
 */
export class Editor {
  readonly #bridge: Bridge;
  readonly #root: string;
  readonly #files = new BridgedFiles();
  #discovered: Discovered | undefined;
  #lastFresh: Fresh | undefined;

  /** @param options Nothing is looked at before the first request. */
  constructor({ socket, timeoutSeconds, uid, root }: EditorOptions) {
    const timeoutMs = Math.round(timeoutSeconds * 1_000);
    this.#bridge = new Bridge({ socket, uid, timeoutMs, before: () => refuseImpostor(root) });
    this.#root = root;
  }

  /**
   * What `flow_status` says of the editor. While a request is on its way it is what was last known, if anything was:
   * the status of a busy run must not wait for it.
   */
  async status(signal: AbortSignal): Promise<EditorStatus> {
    const known = this.#discovered;
    if (
      this.#bridge.busy && this.#bridge.failure === null && known !== undefined &&
      this.#lastFresh !== undefined
    ) {
      return { ...statusOf({ tools: known.tools.map(nameOf), fresh: this.#lastFresh }), busy: true };
    }
    const discovered = await this.#attempt(() => this.#discover(signal));
    if ("status" in discovered) {
      return statusOf({ tools: [], error: discovered.error ?? "The editor failed" });
    }
    const tools = discovered.tools.map(nameOf);
    const fresh = await this.freshness(signal);
    return fresh.ok ? statusOf({ tools, fresh }) : statusOf({ tools, error: fresh.error });
  }

  /** The tools that a role may call; none when the editor cannot be used. */
  async tools(
    role: Role,
    { trusted, signal }: { trusted: boolean; signal: AbortSignal },
  ): Promise<readonly RoleTool[]> {
    const discovered = await this.#attempt(() => this.#discover(signal));
    if ("status" in discovered) return [];
    return discovered.tools.filter(({ name }) => mayUse(name, { role, trusted })).map((tool) => ({
      ...tool,
      run: (args: Readonly<Record<string, unknown>>, signal: AbortSignal) => {
        const checked = argumentsOf(tool.name, args);
        return "status" in checked
          ? Promise.resolve(checked)
          : this.#call(tool.name, checked.args, { signal });
      },
    }));
  }

  /** Reads a file that the workspace has admitted. `content`, `bytes`, `sha256`, and `source`: buffer or disk. */
  read(path: string, signal: AbortSignal): Promise<ToolResult> {
    return this.#withFiles(signal, (ask) => this.#files.read(path, ask));
  }

  /**
   * Writes a file that the workspace has admitted, and whose directory is there. A caller that cancels while the editor
   * writes gets the result all the same when it comes soon; after that the file may still be written.
   */
  async write(path: string, content: string, signal: AbortSignal): Promise<ToolResult> {
    using later = new LaterSignal(signal, WRITE_GRACE_MS);
    return await this.#withFiles(
      signal,
      (_, { checksHash }) =>
        this.#files.write(path, content, {
          ask: (name, args) => this.#bridge.call(name, args, later),
          checksHash,
        }),
    );
  }

  /** Whether everything is saved, and what the editor knows of the files; not usable when it cannot be told. */
  async freshness(signal: AbortSignal): Promise<Freshness> {
    const context = await this.#attempt(async () =>
      readAnswer("editor_context", await this.#bridge.call("editor_context", {}, { signal }))
    );
    const fresh = readFreshness(context, this.#root);
    this.#lastFresh = fresh.ok ? fresh : undefined;
    return fresh;
  }

  /** Runs the linters that the editor has for the file; only `ok` with `verified: true` proves anything. */
  lint(path: string, signal: AbortSignal): Promise<ToolResult> {
    return this.#evidence("editor_lint", path, { signal });
  }

  /** The diagnostics that the editor holds for the file: an empty list proves nothing. */
  diagnostics(path: string, signal: AbortSignal): Promise<ToolResult> {
    return this.#evidence("editor_diagnostics", path, { signal });
  }

  /** Ends the connection; a request that is on its way fails. */
  close(): void {
    this.#bridge.close();
  }

  async #evidence(
    name: "editor_lint" | "editor_diagnostics",
    path: string,
    { signal }: { signal: AbortSignal },
  ): Promise<ToolResult> {
    const discovered = await this.#attempt(() => this.#discover(signal));
    if ("status" in discovered) return discovered;
    if (!discovered.tools.some((tool) => tool.name === name)) {
      return { status: "unavailable", error: `The editor has no ${name}` };
    }
    return await this.#call(name, { path }, { signal });
  }

  /** Only in the workspace that is ours. */
  async #call(
    name: EditorToolName,
    args: Readonly<Record<string, unknown>>,
    { signal }: { signal: AbortSignal },
  ): Promise<ToolResult> {
    const fresh = await this.freshness(signal);
    if (!fresh.ok) return this.#refused(fresh.error);
    return await this.#attempt(async () => readAnswer(name, await this.#bridge.call(name, args, { signal })));
  }

  async #withFiles(
    signal: AbortSignal,
    work: (ask: Ask, discovered: Discovered) => Promise<ToolResult>,
  ): Promise<ToolResult> {
    const discovered = await this.#attempt(() => this.#discover(signal));
    if ("status" in discovered) return discovered;
    const fresh = await this.freshness(signal);
    if (!fresh.ok) return this.#refused(fresh.error);
    const ask: Ask = (name, args) => this.#bridge.call(name, args, { signal });
    return await this.#attempt(() => work(ask, discovered));
  }

  /** What the editor said is an error of its; where it no longer answers, it is not there. */
  #refused(error: string): ToolResult {
    return { status: this.#bridge.failure === null ? "error" : "unavailable", error };
  }

  async #discover(signal: AbortSignal): Promise<Discovered> {
    if (this.#discovered !== undefined && this.#bridge.failure === null) return this.#discovered;
    const schemas = await this.#bridge.schemas(signal);
    try {
      return this.#discovered = readSchemas(plain(schemas));
    } catch (error) {
      if (error instanceof ToolError) this.#bridge.fail(error);
      throw error;
    }
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T | ToolResult> {
    try {
      return await work();
    } catch (error) {
      return unavailable(error);
    }
  }
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}
