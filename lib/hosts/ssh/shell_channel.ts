/**
 * An order on a machine without python3: a POSIX shell that reads one script from its stdin.
 *
 * The script is one compound command, so that the shell has read all of it before it carries out any. What is left of
 * stdin is the liveness line: a watcher waits for its end, and then kills the shell's whole group.
 */
import type { Buffer } from "node:buffer";
import { MAX_REPLY_BYTES } from "../remote/protocol.ts";
import type { Ending, RawReply } from "./helper_channel.ts";
import { ChannelEnded } from "./helper_channel.ts";
import { Pieces } from "./pieces.ts";
import type { Channel } from "./ssh2.ts";

/** Bytes of stdout that are read: a reply and what a login prints. */
const MAX_OUTPUT = MAX_REPLY_BYTES + 262_144;

/**
 * The whole script.
 *
 * @param commands Made by us; they print one JSON document.
 * @param nonce 32 hexadecimal digits; stands before and behind the document.
 */
function wrapped(commands: string, nonce: string): string {
  return `{
exec 3<&0 </dev/null 2>/dev/null
(cat <&3; kill -9 0) >/dev/null 2>&1 &
printf '%s\\n' ${nonce}
${commands}
printf '\\n%s\\n' ${nonce}
exit 0
}
`;
}

/**
 * Runs the script in the channel, in which the shell was started.
 *
 * @throws ChannelEnded when the channel ended before the document was whole.
 *
 * @example
 * ```ts
 * import { runScript } from "gatehouse/hosts/ssh/shell_channel.ts";
 *
 * if (runScript.length !== 2) throw new Error("other arguments");
 * ```
 */
export function runScript(
  channel: Channel,
  { commands, nonce }: { readonly commands: string; readonly nonce: string },
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const said = new Pieces();
    let code: number | null = null;
    const end = (): void => {
      const reply = documentIn(said.bytes.toString("utf8"), nonce);
      const ending: Ending = { code, stderr: "" };
      if (reply === null || code === null) reject(new ChannelEnded(ending));
      else resolve({ status: code, text: reply });
    };
    channel.on("data", (chunk: Buffer) => {
      // Whoever does not hear that it is over goes on talking.
      if (said.size > MAX_OUTPUT) return channel.close();
      said.push(chunk);
    });
    channel.stderr.resume();
    channel.on("exit", (status: number | null) => {
      code = status;
      // Ends the watcher.
      channel.end();
    });
    channel.on("close", end);
    channel.on("error", () => channel.close());
    channel.write(wrapped(commands, nonce));
  });
}

function documentIn(output: string, nonce: string): string | null {
  const from = output.indexOf(`${nonce}\n`);
  const to = output.lastIndexOf(`\n${nonce}\n`);
  return from < 0 || to <= from ? null : output.slice(from + nonce.length + 1, to);
}
