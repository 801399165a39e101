/** What a worker must not be able to do. */
import { join } from "node:path";
import { assertEquals, assertTrue } from "../../assert.ts";
import type { Aims } from "./forbidden_worker.ts";
import type { Scenario } from "./scenarios.ts";
import { Caller, type Program, World } from "./world.ts";

/** What a refusal looks like; a lost worker is none the wiser either. */
const REFUSED =
  /NotCapable|Requires \w+ access|EPERM|ERR_MODULE_NOT_FOUND|Module not found|Worker is not a constructor|getBuiltinModule is not a function|process has no \w+|object is not extensible|NotSupported|^TypeError: error sending request|^ISOLATE_LOST/;

interface Place extends AsyncDisposable {
  readonly aims: Aims;
}

/** Two servers, a directory that may be read, and a file beside it. */
async function place(): Promise<Place> {
  const top = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-walls-" }));
  const readable = join(top, "readable");
  const secret = join(top, "secret");
  await Deno.mkdir(readable);
  await Deno.writeTextFile(join(readable, "file"), "readable");
  // As a module, it says that it was carried out.
  await Deno.writeTextFile(secret, 'postMessage("carried out")');
  let reached = false;
  const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
  const other = Deno.serve(options, () => {
    reached = true;
    return new Response("other");
  });
  const granted = Deno.serve(options, ({ url }) => {
    const to = new URL(url).pathname.match(/^\/to\/(\d+)$/)?.[1];
    return to === undefined
      ? new Response("granted")
      : new Response(null, { status: 302, headers: { location: `http://127.0.0.1:${to}/` } });
  });
  return {
    aims: { port: granted.addr.port, otherPort: other.addr.port, readable, secret, parent: Deno.pid },
    async [Symbol.asyncDispose]() {
      await Promise.all([granted.shutdown(), other.shutdown()]);
      assertTrue(!reached, "the server that is not granted was reached");
      assertEquals(await namesIn(top), ["readable", "secret"]);
      assertEquals(await namesIn(readable), ["file"]);
      assertEquals(await Deno.readTextFile(join(readable, "file")), "readable");
      await Deno.remove(top, { recursive: true });
    },
  };
}

async function namesIn(directory: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(directory))).map(({ name }) => name).sort();
}

/** Every attempt of the worker with these rights, by name. */
async function attempts(
  program: Program,
  { aims, granted }: { aims: Aims; granted: boolean },
): Promise<ReadonlyMap<string, string>> {
  await using world = new World(program);
  const permissions = granted ? { net: [`127.0.0.1:${aims.port}`], read: [aims.readable] } : {};
  const worker = new Caller(world.isolates.backend("forbidden", { permissions, setup: () => null }));
  const names = await worker.value("names");
  assertTrue(Array.isArray(names) && names.length > 60);
  const ends = new Map<string, string>();
  for (const name of names) {
    const end = await worker.end("attempt", { input: { name, aims } });
    const refused = typeof end === "string" ? end : (end as { refused?: string }).refused;
    ends.set(name, refused ?? `done: ${(end as { done?: string }).done}`);
  }
  return ends;
}

function notRefused(ends: ReadonlyMap<string, string>): string[] {
  return [...ends].filter(([, end]) => end.startsWith("done") || !REFUSED.test(end)).map((pair) =>
    pair.join(" → ")
  );
}

/** By sentence. */
export const denials: Readonly<Record<string, Scenario>> = {
  "a worker with one address and one directory gets these and nothing else": async (program) => {
    await using at = await place();
    const ends = await attempts(program, { aims: at.aims, granted: true });
    assertEquals(notRefused(ends), ["granted: fetch → done: granted", "granted: read → done: readable"]);
  },
  "a worker with a local socket reaches that one and no other": async (program) => {
    const top = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-walls-" }));
    const [granted, other] = [join(top, "granted"), join(top, "other")];
    const listeners = [granted, other].map((path) => Deno.listen({ transport: "unix", path }));
    const accepted = listeners[0]?.accept();
    try {
      await using world = new World(program);
      const files = [granted];
      const worker = world.faults({ permissions: { net: [`unix:${granted}`], read: files, write: files } });
      await worker.value("connects", { input: granted });
      assertEquals(await worker.code("connects", { input: other }), "INTERNAL");
      (await accepted)?.close();
    } finally {
      for (const listener of listeners) listener.close();
      await Deno.remove(top, { recursive: true });
    }
  },
  "a worker without permissions gets nothing": async (program) => {
    await using at = await place();
    assertEquals(notRefused(await attempts(program, { aims: at.aims, granted: false })), []);
  },
};
