/** Zed, whose settings are one file with everything in it. */
import type { Machine, McpClient } from "./client.ts";
import { below, configHome, known, variable } from "./places.ts";

/** The declaration. */
export const zed: McpClient = {
  name: "zed",
  title: "Zed",
  format: "jsonc",
  table: ["context_servers"],
  file: (machine) => below(directory(machine), "settings.json"),
  signs: (machine) => known(directory(machine)),
  // Older versions want `source`, as their documentation shows it; that of the present one does without.
  entry: ({ command, args }) => ({ source: "custom", command, args: [...args], env: {} }),
  then: "Zed starts the server itself; its agent panel's settings say whether it runs",
};

function directory(machine: Machine): string | null {
  // On macOS Zed keeps to ~/.config, whatever the variable says.
  if (machine.os === "darwin") return `${machine.home}/.config/zed`;
  return machine.os === "windows" ? below(variable(machine, "APPDATA"), "Zed") : `${configHome(machine)}/zed`;
}
