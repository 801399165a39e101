/** The operations of the machines' helper, carried out through the API's `/exec`. */
import { join } from "node:path";
import { MikrusClient } from "gatehouse/hosts/mikrus/client.ts";
import { execute } from "gatehouse/hosts/mikrus/exec.ts";
import { answerOf, orderOf } from "gatehouse/hosts/remote/operations.ts";
import { sourceOf } from "gatehouse/hosts/remote/source.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { FAULTS, MikrusApi } from "../parts/mikrus_api.ts";

const { signal } = new AbortController();

/** An API, a directory of this machine, and one operation after the other, each by a client of its own. */
async function open() {
  const api = await MikrusApi.start();
  const directory = await Deno.realPath(await Deno.makeTempDir({ dir: "/tmp", prefix: "gatehouse-mikrus-" }));
  return {
    api,
    directory,
    async operate(
      operation: string,
      input: Record<string, unknown> = {},
    ): Promise<Readonly<Record<string, unknown>>> {
      const order = orderOf(operation, input);
      const reply = await execute(new MikrusClient(), api.account(), {
        order,
        source: sourceOf(order),
        signal,
      });
      return { ...answerOf(order, reply) };
    },
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]();
      await Deno.remove(directory, { recursive: true });
    },
  };
}

Deno.test("a file is written, read, found and listed through the API as through a connection", async () => {
  await using server = await open();
  const { directory, operate } = server;
  const path = join(directory, "a 'file' & <more>.txt");
  const content = 'first &lt;line&gt; "quoted" $HOME `id`\nżółw\nlast';
  assertEquals((await operate("write_file", { path, content }))["output"], "WRITE_OK");
  assertEquals(await Deno.readTextFile(path), content);
  assertEquals((await operate("read_file", { path }))["output"], content);
  assertEquals((await operate("tail_file", { path, lines: 1 }))["output"], "last");
  assertIncludes(
    String((await operate("list_directory", { path: directory }))["output"]),
    "a 'file' & <more>.txt",
  );
  assertIncludes(
    String((await operate("search_in_files", { path: directory, pattern: "quoted" }))["output"]),
    "quoted",
  );
});

Deno.test("a hundred thousand bytes are written through the API", async () => {
  await using server = await open();
  const path = join(server.directory, "large");
  const content = "setting = value # comment\n".repeat(3_900).slice(0, 100_000);
  await server.operate("write_file", { path, content });
  assertEquals(await Deno.readTextFile(path), content);
});

Deno.test("the machine's typed failures and policies are the same through the API", async () => {
  await using server = await open();
  await assertFails(() => server.operate("read_file", { path: join(server.directory, "none") }), "NOT_FOUND");
  const link = join(server.directory, "link");
  await Deno.symlink("/etc/shadow", link);
  const refused = await assertFails(() => server.operate("read_file", { path: link }), "VALIDATION_FAILED");
  assertIncludes(refused.message, "PATH_DENIED");
  await assertFails(() => server.operate("write_file", { path: link, content: "x" }), "VALIDATION_FAILED");
});

Deno.test("memory, ports and processes are read through the API", async () => {
  await using server = await open();
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  assertTrue((await server.operate("get_memory_info"))["memory"] !== undefined);
  assertEquals((await server.operate("check_port", { port }))["listening"], true);
  const { processes } = await server.operate("list_processes");
  assertTrue(Array.isArray(processes) && processes.length > 0);
});

Deno.test("a write whose answer is lost is in doubt, and was done once", async () => {
  await using server = await open();
  const path = join(server.directory, "file");
  server.api.faults.push(FAULTS.status(502));
  await assertFails(() => server.operate("write_file", { path, content: "x" }), "AMBIGUOUS_OUTCOME");
  assertEquals(server.api.paths, ["/exec"]);
});
