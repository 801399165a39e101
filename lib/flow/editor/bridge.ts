/** The only two things that are ever asked of the editor, and the only names that may be in the second. */
import type { ToolError } from "../../core/errors.ts";
import { Connection, type ConnectionOptions } from "./connection.ts";

const SCHEMAS = "return require('rose.tools').schemas()";
const CALL = "return require('rose.tools').call(...)";

/** Names of tools that a model may be offered. */
export const EDITOR_TOOLS = [
  "editor_context",
  "editor_diagnostics",
  "editor_symbols",
  "editor_references",
  "editor_lint",
  "editor_check",
  "editor_scip",
  "editor_debug",
] as const;

/** A tool of the editor's that we may call. */
export type EditorToolName = (typeof EDITOR_TOOLS)[number] | "file_read" | "file_write";

const NAMES: ReadonlySet<string> = new Set<EditorToolName>([...EDITOR_TOOLS, "file_read", "file_write"]);

/** Asks the editor. */
export class Bridge {
  readonly #connection: Connection;

  /** @param options Nothing is looked at before the first request. */
  constructor(options: ConnectionOptions) {
    this.#connection = new Connection(options);
  }

  /** Why nothing more can be asked, or null. */
  get failure(): ToolError | null {
    return this.#connection.failure;
  }

  /** A request is on its way, or waits for another. */
  get busy(): boolean {
    return this.#connection.busy;
  }

  /** What tools the editor says it has; as it came. @throws ToolError as `Connection.request`. */
  schemas(signal: AbortSignal): Promise<unknown> {
    return this.#connection.request("nvim_exec_lua", [SCHEMAS, []], { signal });
  }

  /**
   * Calls one of the editor's tools.
   *
   * @throws ToolError as `Connection.request`. RangeError for a name that is not on the list, whatever the types say:
   * the name may have come from a model.
   */
  call(
    name: EditorToolName,
    args: Readonly<Record<string, unknown>>,
    { signal }: { signal: AbortSignal },
  ): Promise<unknown> {
    if (!NAMES.has(name)) return Promise.reject(new RangeError("Not a tool of the editor's"));
    return this.#connection.request("nvim_exec_lua", [CALL, [name, args]], { signal });
  }

  /** Ends the connection because of what the editor said; all later requests get the error. */
  fail(error: ToolError): void {
    this.#connection.fail(error);
  }

  /** Ends the connection; a request that is on its way fails. */
  close(): void {
    this.#connection.close();
  }
}
