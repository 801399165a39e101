/** A worker with nothing but the rights to one editor: looks at it, and at what it must not reach. */
import { Editor, type EditorOptions } from "gatehouse/flow/editor/editor.ts";

// The worker's own global scope, whose types exclude those of the main scope that this file is checked with.
const port = globalThis as unknown as {
  postMessage(message: unknown): void;
  onmessage: (event: { readonly data: { readonly options: EditorOptions; readonly other: string } }) => void;
};

port.onmessage = async ({ data: { options, other } }) => {
  const editor = new Editor(options);
  const { status, error } = await editor.status(new AbortController().signal);
  editor.close();
  const reached: string[] = [];
  try {
    (await Deno.connect({ transport: "unix", path: other })).close();
    reached.push(other);
  } catch {
    // As it must be.
  }
  port.postMessage({ status, error, reached });
};
