import { encode, ExtData } from "@msgpack/msgpack";
import { Bridge, type EditorToolName } from "gatehouse/flow/editor/bridge.ts";
import { Connection } from "gatehouse/flow/editor/connection.ts";
import { decodeMessage, plain } from "gatehouse/flow/editor/wire.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { FakeEditor } from "../parts/fake_editor.ts";
import { Neovim, NEVER } from "../parts/neovim.ts";

function resultOf(value: unknown): unknown {
  const message = decodeMessage(encode([1, 7, null, value]));
  assertTrue(message?.kind === "reply");
  return plain(message.result);
}

Deno.test("handles of buffers, windows and tabs are numbers; what else is no data is nothing", () => {
  const kinds = [0, 1, 2, 3].map((type) => resultOf(new ExtData(type, new Uint8Array([5]))));
  assertEquals(kinds, [5, 5, 5, null]);
  assertEquals(resultOf(new ExtData(0, encode("text"))), null);
  assertEquals(resultOf(new Date(0)), null);
});

Deno.test("a real editor's handles are read", async () => {
  await using neovim = await Neovim.start();
  const connection = new Connection({ socket: neovim.socket, timeoutMs: 60_000, uid: Deno.uid() });
  assertEquals(plain(await connection.request("nvim_list_bufs", [], { signal: NEVER })), [1]);
  connection.close();
});

Deno.test("texts keep their mark of byte order, and what is no UTF-8 is marked", () => {
  assertEquals(resultOf("\ufeffa"), "\ufeffa");
  assertEquals(resultOf({ a: new Uint8Array([65, 255]) }), { a: "A\ufffd" });
});

Deno.test("numbers that JSON lacks are null", () => {
  assertEquals(resultOf([NaN, Infinity, -Infinity, 1.5, -3, 2 ** 40]), [null, null, null, 1.5, -3, 2 ** 40]);
});

Deno.test("a name that is not on the list never gets onto the wire, whatever the types say", async () => {
  await using fake = await FakeEditor.start(async (peer) => void await peer.next());
  const bridge = new Bridge({ socket: fake.socket, timeoutMs: 60_000, uid: Deno.uid() });
  for (const name of ["evil_lua", "file_list", "", "constructor", "__proto__"]) {
    // A name that only pretends to be one of the list.
    const error = await bridge.call(name as EditorToolName, {}, { signal: NEVER }).catch((error) => error);
    assertTrue(error instanceof RangeError, name);
  }
  assertEquals([bridge.failure, fake.messages], [null, []]);
  bridge.close();
});
