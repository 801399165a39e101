/** Windsurf. */
import type { McpClient } from "./client.ts";

/** The declaration. */
export const windsurf: McpClient = {
  name: "windsurf",
  title: "Windsurf",
  format: "json",
  table: ["mcpServers"],
  file: ({ home }) => `${home}/.codeium/windsurf/mcp_config.json`,
  signs: ({ home }) => [`${home}/.codeium/windsurf`],
  entry: ({ command, args }) => ({ command, args: [...args] }),
  then: "Press refresh in Windsurf's list of MCP servers",
};
