/** A client's configuration as a text with one entry of ours in it. */
import { ToolError } from "../../core/errors.ts";
import type { McpClient } from "./client.ts";

/** Reads and changes the text, and leaves all that is not our entry as it is. */
export interface Codec {
  /**
   * The value of our entry; undefined when there is none.
   *
   * @throws ToolError `CLIENT_CONFIG_UNREADABLE`.
   */
  readonly entryOf: (text: string) => unknown;
  /**
   * The text with the entry.
   *
   * @param text Without our entry; blank when there is no file yet.
   * @throws ToolError `CLIENT_CONFIG_UNREADABLE`, `CLIENT_CONFIG_ODD` when no small change will do.
   */
  readonly add: (text: string, entry: Readonly<Record<string, unknown>>) => string;
  /**
   * The text without the entry.
   *
   * @param text With our entry.
   * @throws ToolError `CLIENT_CONFIG_UNREADABLE`, `CLIENT_CONFIG_ODD`.
   */
  readonly remove: (text: string) => string;
}

/**
 * The codec of a client's configuration.
 *
 * @example
 * ```ts
 * import { codecOf } from "gatehouse/cli/clients/codec.ts";
 * import { cursor } from "gatehouse/cli/clients/cursor.ts";
 *
 * const codec = await codecOf(cursor);
 * const text = codec.add('{"mcpServers": {} /* mine *\/}', { command: "gatehouse" });
 * if (codec.remove(text) !== '{"mcpServers": {} /* mine *\/}') throw new Error(text);
 * ```
 */
export async function codecOf({ format, table }: McpClient): Promise<Codec> {
  if (format === "toml") return (await import("./toml_codec.ts")).tomlCodec(table);
  return (await import("./json_codec.ts")).jsonCodec(table, { comments: format === "jsonc" });
}

/**
 * The text is not what the client's files are.
 *
 * @param reason Completes "it is …"; a sentence's part without full stop.
 *
 * @example
 * ```ts
 * import { unreadable } from "gatehouse/cli/clients/codec.ts";
 *
 * if (unreadable("it is no JSON").code !== "CLIENT_CONFIG_UNREADABLE") throw new Error("other code");
 * ```
 */
export function unreadable(reason: string): ToolError {
  return new ToolError("CLIENT_CONFIG_UNREADABLE", reason, { next: "Mend it, or wire the client by hand" });
}

/**
 * The text is written in a way that no small change does justice to.
 *
 * @param reason A sentence's part without full stop.
 *
 * @example
 * ```ts
 * import { odd } from "gatehouse/cli/clients/codec.ts";
 *
 * if (odd("mcpServers stands there twice").code !== "CLIENT_CONFIG_ODD") throw new Error("other code");
 * ```
 */
export function odd(reason: string): ToolError {
  return new ToolError("CLIENT_CONFIG_ODD", reason, { next: "Change it by hand" });
}
