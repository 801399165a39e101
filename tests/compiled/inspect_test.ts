import { assertEquals } from "../assert.ts";
import assert from "node:assert/strict";
import { sha256 } from "../tasks/parts/npm_tarball.ts";
import { inspect } from "./inspect.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

function number(value: number, bytes: 4 | 8): Uint8Array {
  const view = new DataView(new ArrayBuffer(bytes));
  if (bytes === 4) view.setUint32(0, value, true);
  else view.setBigUint64(0, BigInt(value), true);
  return new Uint8Array(view.buffer);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function block(text: string): Uint8Array {
  return joined(number(bytesOf(text).length, 8), bytesOf(text));
}

/** An ELF header whose section headers (none) end where it does. */
function elf(): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(64);
  header.set([0x7f, 0x45, 0x4c, 0x46]);
  header.set(number(64, 8), 0x28);
  return header;
}

function executable(files: string, content: string, { tables = 0, tail = "" } = {}): Uint8Array<ArrayBuffer> {
  const magic = bytesOf("d3n0l4nd");
  const data = joined(
    ...[magic, block('{"argv":["x"]}'), block("npm"), number(tables, 4), number(0, 4), number(0, 4)],
    ...[block(files), block(content), magic, bytesOf(tail)],
  );
  return joined(elf(), data, number(0x501e, 4), number(0x2a7, 4), number(data.length + 16, 8));
}

const TREE = '[{"Dir":{"n":"lib","e":[{"File":{"n":"a.ts","o":[2,3]}}]}},{"File":{"n":"main.ts","o":[0,2]}}]';

Deno.test("an executable of the layout is taken apart", async () => {
  const { base, metadata, files } = await inspect(executable(TREE, "hithere"));
  assertEquals(base, await sha256(elf()));
  assertEquals(metadata.argv, ["x"]);
  assertEquals(files, [{ path: "lib/a.ts", text: "the" }, { path: "main.ts", text: "hi" }]);
});

Deno.test("whatever does not fit the layout is an error, never an empty list", async () => {
  const whole = executable(TREE, "hithere");
  await assert.rejects(inspect(whole.slice(0, -1)));
  await assert.rejects(inspect(joined(bytesOf("x"), whole)));
  await assert.rejects(inspect(executable(TREE, "hithere", { tables: 1 })), /from the network/);
  await assert.rejects(inspect(executable(TREE, "hi")), /reaches beyond/);
  await assert.rejects(inspect(executable('[{"Symlink":{}}]', "")), /Neither a file/);
  await assert.rejects(inspect(executable(TREE, "hithere", { tail: "more" })), /behind the end/);
});
