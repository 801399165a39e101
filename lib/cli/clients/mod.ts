/** The one list of the clients that can be wired to us by a command. */
import { claudeCode } from "./claude_code.ts";
import { claudeDesktop } from "./claude_desktop.ts";
import type { McpClient } from "./client.ts";
import { codex } from "./codex.ts";
import { cursor } from "./cursor.ts";
import { vsCode } from "./vs_code.ts";
import { windsurf } from "./windsurf.ts";
import { zed } from "./zed.ts";

/** The name of our entry among a client's servers. */
export const ENTRY = "gatehouse";

/** The clients, in the order in which they are told. */
export const clients: readonly McpClient[] = [
  claudeCode,
  claudeDesktop,
  codex,
  cursor,
  vsCode,
  windsurf,
  zed,
];
