/** What is declared of a client: an agent's program that starts MCP servers out of a configuration of its own. */
import type { Environment } from "../../config/place.ts";

/** The machine that a client stands on. */
export interface Machine {
  readonly os: "linux" | "darwin" | "windows";
  /** Absolute, without a slash at its end. */
  readonly home: string;
  readonly environment: Environment;
}

/** How a client starts us. */
export interface Started {
  /** A program: an absolute path, or a name that `PATH` resolves. */
  readonly command: string;
  readonly args: readonly string[];
}

/** How a client's configuration is written; `jsonc` is JSON with comments and commas before a closing bracket. */
export type ClientFormat = "json" | "jsonc" | "toml";

/** A client, as far as its configuration goes. */
export interface McpClient {
  /** As it is given after `--client`. */
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  readonly format: ClientFormat;
  /** The keys that lead to the table of the servers, from the top. */
  readonly table: readonly string[];
  /** The file of the user's own configuration, absolute; null when this machine says too little to know. */
  readonly file: (machine: Machine) => string | null;
  /** Files and directories, absolute, of which any one says that the client has been used here. */
  readonly signs: (machine: Machine) => readonly string[];
  /** The value that stands under our name in the table of the servers. */
  readonly entry: (started: Started) => Readonly<Record<string, unknown>>;
  /** What a person does so that the client sees the change; a sentence without its full stop. */
  readonly then: string;
}
