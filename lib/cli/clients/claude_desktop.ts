/** Claude Desktop. */
import type { McpClient } from "./client.ts";
import { applicationData, below, known } from "./places.ts";

/** The declaration. */
export const claudeDesktop: McpClient = {
  name: "claude-desktop",
  title: "Claude Desktop",
  format: "json",
  table: ["mcpServers"],
  file: (machine) => below(applicationData(machine), "Claude/claude_desktop_config.json"),
  signs: (machine) => known(below(applicationData(machine), "Claude")),
  entry: ({ command, args }) => ({ command, args: [...args] }),
  then: "Quit Claude Desktop, its icon in the tray as well, and start it again",
};
