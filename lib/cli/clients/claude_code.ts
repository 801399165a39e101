/** Claude Code: the servers of the user's own scope, which hold in every project. */
import type { Machine, McpClient } from "./client.ts";
import { variable } from "./places.ts";

/** The declaration. */
export const claudeCode: McpClient = {
  name: "claude-code",
  title: "Claude Code",
  format: "json",
  table: ["mcpServers"],
  file,
  signs: (machine) => [file(machine), variable(machine, "CLAUDE_CONFIG_DIR") ?? `${machine.home}/.claude`],
  entry: ({ command, args }) => ({ type: "stdio", command, args: [...args], env: {} }),
  then: "Start a new session of Claude Code; /mcp lists its servers",
};

/** Not in `~/.claude`, unless the variable has moved that directory: then it stands inside. */
function file(machine: Machine): string {
  return `${variable(machine, "CLAUDE_CONFIG_DIR") ?? machine.home}/.claude.json`;
}
