/** Cursor: the servers of all projects. */
import type { McpClient } from "./client.ts";

/** The declaration. */
export const cursor: McpClient = {
  name: "cursor",
  title: "Cursor",
  format: "jsonc",
  table: ["mcpServers"],
  file: ({ home }) => `${home}/.cursor/mcp.json`,
  signs: ({ home }) => [`${home}/.cursor`],
  entry: ({ command, args }) => ({ command, args: [...args] }),
  then: "Cursor starts the server itself; its settings, under MCP, say whether it runs",
};
