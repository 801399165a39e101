import { assertEquals, assertFails, assertIncludes } from "../../assert.ts";
import { RecordFile } from "gatehouse/hosts/stores/record_file.ts";
import { place } from "../parts/place.ts";

const parse = (value: unknown) => typeof value === "string" ? value : null;

function fileAt(path: string, more: { maxRecords?: number; maxBytes?: number } = {}) {
  return new RecordFile({ path, maxRecords: 3, maxBytes: 100, parse, ...more });
}

const add = (record: string) => (all: readonly string[]) => ({ keep: [...all, record], value: all.length });

Deno.test("a missing file holds nothing, and the first change makes it for its owner alone", async () => {
  await using at = await place();
  const file = fileAt(`${at.path}/a.json`);
  assertEquals(await file.read(), []);
  assertEquals(await file.update(add("x")), 0);
  assertEquals(await Deno.readTextFile(`${at.path}/a.json`), '["x"]');
  for (const name of ["a.json", ".a.json.lock"]) {
    assertEquals(((await Deno.stat(`${at.path}/${name}`)).mode ?? 0) & 0o777, 0o600);
  }
});

Deno.test("what is decided not to be kept leaves the file as it is", async () => {
  await using at = await place();
  const file = fileAt(`${at.path}/a.json`);
  assertEquals(await file.update(() => ({ keep: null, value: 7 })), 7);
  assertEquals((await Array.fromAsync(Deno.readDir(at.path))).map(({ name }) => name), [".a.json.lock"]);
});

for (
  const [what, text] of [
    ["no JSON", "["],
    ["no list", '{"a":1}'],
    ["another's records", "[1]"],
    ["too many records", '["a","b","c","d"]'],
    ["bytes that are no text", new Uint8Array([0x5b, 0x22, 0xff, 0x22, 0x5d])],
    ["too many bytes", `["${"a".repeat(100)}"]`],
  ] as const
) {
  Deno.test(`a file with ${what} is refused and stays as it is`, async () => {
    await using at = await place();
    const path = `${at.path}/a.json`;
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    await Deno.writeFile(path, bytes, { mode: 0o600 });
    await assertFails(() => fileAt(path).read(), "UNAVAILABLE");
    await assertFails(() => fileAt(path).update(add("x")), "UNAVAILABLE");
    assertEquals([...await Deno.readFile(path)], [...bytes]);
  });
}

Deno.test("more records, or more bytes, than fit are a conflict, and nothing is lost", async () => {
  await using at = await place();
  const file = fileAt(`${at.path}/a.json`);
  for (const record of ["a", "b", "c"]) await file.update(add(record));
  assertIncludes((await assertFails(() => file.update(add("d")), "CONFLICT")).message, "STORE_FULL");
  const small = fileAt(`${at.path}/b.json`, { maxBytes: 10 });
  await assertFails(() => small.update(add("1234567890")), "CONFLICT");
  assertEquals(await file.read(), ["a", "b", "c"]);
  assertEquals(await small.read(), []);
});

Deno.test("a file, or a directory, that others may use is refused, and so is a link", async () => {
  await using at = await place();
  const path = `${at.path}/a.json`;
  await Deno.writeTextFile(path, "[]", { mode: 0o600 });
  await Deno.chmod(path, 0o640);
  await assertFails(() => fileAt(path).read(), "UNAVAILABLE");
  await Deno.chmod(path, 0o600);
  await Deno.symlink(path, `${at.path}/link.json`);
  await assertFails(() => fileAt(`${at.path}/link.json`).read(), "UNAVAILABLE");
  await assertFails(() => fileAt(`${at.path}/link.json`).update(add("x")), "UNAVAILABLE");
  for (const mode of [0o770, 0o707]) {
    await Deno.chmod(at.path, mode);
    await assertFails(() => fileAt(path).update(add("x")), "UNAVAILABLE");
    await assertFails(() => fileAt(`${at.path}/new.json`).update(add("x")), "UNAVAILABLE");
  }
  await Deno.chmod(at.path, 0o700);
  assertEquals(await fileAt(path).read(), []);
});

Deno.test("changes of many at once are all kept", async () => {
  await using at = await place();
  const path = `${at.path}/a.json`;
  const files = Array.from({ length: 4 }, () => fileAt(path, { maxRecords: 40, maxBytes: 1_000 }));
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => files[index % 4]?.update(add(String(index)))),
  );
  assertEquals(
    [...await fileAt(path, { maxRecords: 40, maxBytes: 1_000 }).read()].map(Number).sort((a, b) => a - b),
    [
      ...Array(40).keys(),
    ],
  );
});
