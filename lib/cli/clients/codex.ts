/** Codex, the command line and the editor extension alike. */
import type { Machine, McpClient } from "./client.ts";
import { variable } from "./places.ts";

/** The declaration. */
export const codex: McpClient = {
  name: "codex",
  title: "Codex",
  format: "toml",
  table: ["mcp_servers"],
  file: (machine) => `${directory(machine)}/config.toml`,
  signs: (machine) => [directory(machine)],
  entry: ({ command, args }) => (args.length === 0 ? { command } : { command, args: [...args] }),
  then: "Start a new session of Codex; codex mcp list shows its servers",
};

function directory(machine: Machine): string {
  return variable(machine, "CODEX_HOME") ?? `${machine.home}/.codex`;
}
