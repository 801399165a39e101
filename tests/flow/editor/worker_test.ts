import { editorRights } from "gatehouse/flow/editor/socket.ts";
import { withoutSockets, workerPermissions } from "gatehouse/isolate/permissions.ts";
import { assertEquals } from "../../assert.ts";
import { Neovim } from "../parts/neovim.ts";

/** A worker with these rights; with the address left out where this Deno knows none of its kind. */
function start(net: readonly string[], { read, write }: { read: string[]; write: string[] }): Worker {
  const url = new URL("../parts/editor_worker.ts", import.meta.url);
  const permissions = workerPermissions({ net, read, write });
  const options = (granted: unknown) => ({ type: "module", deno: { permissions: granted } }) as WorkerOptions;
  try {
    return new Worker(url, options(permissions));
  } catch {
    return new Worker(url, options(withoutSockets(permissions)));
  }
}

Deno.test("a worker with the rights that are asked for reaches the editor, and no other socket", async () => {
  await using neovim = await Neovim.start();
  await using other = await Neovim.start();
  const { net, read, write } = editorRights(neovim.socket, Deno.uid());
  const worker = start(net, { read: [...read, neovim.workspace], write: [...write] });
  try {
    const answer = Promise.withResolvers<unknown>();
    worker.onmessage = ({ data }) => answer.resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      answer.reject(new Error(event.message));
    };
    const options = { socket: neovim.socket, timeoutSeconds: 60, uid: Deno.uid(), root: neovim.workspace };
    worker.postMessage({ options, other: other.socket });
    assertEquals(await answer.promise, { status: "ok", error: null, reached: [] });
  } finally {
    worker.terminate();
  }
});
