import { assertEquals, assertIncludes } from "../../assert.ts";
import { FakeEditor } from "../parts/fake_editor.ts";
import { NEVER } from "../parts/neovim.ts";

for (const name of ["rose/tools.lua", "rose/tools.so", "rose.so"]) {
  Deno.test(`an editor is not asked for Rose's tools where the project has a ${name} of its own`, async () => {
    const root = await Deno.realPath(await Deno.makeTempDir());
    await Deno.mkdir(`${root}/rose`);
    await Deno.writeTextFile(`${root}/${name}`, "error('carried out')");
    await using fake = await FakeEditor.start(async (peer) => {
      await peer.next();
    });
    const editor = fake.editor({ root });
    const { status, error } = await editor.status(NEVER);
    assertEquals(status, "unavailable");
    assertIncludes(error ?? "", `The project has ${name}`);
    assertEquals((await editor.write("a", "", NEVER)).status, "unavailable");
    assertEquals(fake.messages, []);
    await Deno.remove(root, { recursive: true });
  });
}

Deno.test("a link in its place is one as well", async () => {
  const root = await Deno.realPath(await Deno.makeTempDir());
  await Deno.symlink("elsewhere", `${root}/rose.so`);
  await using fake = await FakeEditor.start(async (peer) => {
    await peer.next();
  });
  assertIncludes((await fake.editor({ root }).status(NEVER)).error ?? "", "rose.so");
  assertEquals(fake.messages, []);
  await Deno.remove(root, { recursive: true });
});
