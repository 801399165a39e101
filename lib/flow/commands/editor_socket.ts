/** Whether the editor's socket is one that may be spoken to; for `doctor`. */
import { z } from "zod";
import { ToolError } from "../../core/errors.ts";
import { checkSocket } from "../editor/socket.ts";

const asked = z.strictObject({ socket: z.string(), uid: z.int().nullable() });

/**
 * Looks at the socket; nothing is sent to it.
 *
 * @param given `socket`, its absolute path; `uid`, the account that must own it.
 * @returns `refused`: why it is not spoken to, null when it may be; `next`: what mends it.
 *
 * @example
 * ```ts
 * import editorSocket from "gatehouse/flow/commands/editor_socket.ts";
 *
 * const { refused } = await editorSocket({ socket: "/nowhere/nvim.sock", uid: 0 });
 * if (!refused?.includes("nothing is there")) throw new Error("let through");
 * ```
 */
export default function editorSocket(
  given: unknown,
): Promise<{ readonly refused: string | null; readonly next: string | null }> {
  const { socket, uid } = asked.parse(given);
  try {
    checkSocket(socket, uid);
    return Promise.resolve({ refused: null, next: null });
  } catch (error) {
    if (!(error instanceof ToolError)) return Promise.reject(error);
    return Promise.resolve({ refused: error.message, next: error.next ?? null });
  }
}
