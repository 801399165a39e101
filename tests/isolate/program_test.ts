/** The worker that ships, behind the walls of the program as it is started, until the program's end. */
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { StandIn } from "../parts/systemone.ts";
import { gatehouseArgs } from "../tasks/parts/config.ts";
import { goneSoon, soon } from "./parts/world.ts";

/** A served program with one call made, and its child. */
class Served implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #output: ReadableStreamDefaultReader<string>;
  #text = "";
  #lastId = 0;

  constructor(server: string) {
    this.#process = new Deno.Command(Deno.execPath(), {
      args: gatehouseArgs("serve", "--server", server),
      env: {
        XDG_CONFIG_HOME: "/nowhere",
        XDG_STATE_HOME: "/nowhere",
        SOME_SECRET: "only-for-the-parent",
        HTTP_PROXY: "http://127.0.0.1:9",
      },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#input = this.#process.stdin.getWriter();
    this.#output = this.#process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** The label that the model's worker had from the service, or the failure's text. */
  async classify(): Promise<string> {
    const frame = {
      jsonrpc: "2.0",
      id: ++this.#lastId,
      method: "tools/call",
      params: { name: "classify", arguments: { state: "s", labels: ["first", "second"] } },
    };
    await this.#input.write(new TextEncoder().encode(`${JSON.stringify(frame)}\n`));
    const { result } = JSON.parse(await soon(this.#line()));
    return result.structuredContent?.label ?? JSON.stringify(result);
  }

  /** The ids and the command lines, with their environment, of the processes that it started. */
  async children(): Promise<{ readonly pid: number; readonly line: string }[]> {
    const { stdout } = await new Deno.Command("ps", {
      args: ["eww", "--ppid", `${this.pid}`, "-o", "pid=,args="],
    })
      .output();
    return new TextDecoder().decode(stdout).split("\n").filter((line) => line.trim() !== "")
      .map((line) => ({ pid: Number.parseInt(line), line }));
  }

  kill(signal: Deno.Signal): void {
    this.#process.kill(signal);
  }

  closeInput(): Promise<void> {
    return this.#input.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.kill("SIGKILL");
    } catch {
      // It has ended.
    }
    await this.#process.status;
    await Promise.all([this.#input.close().catch(() => {}), this.#output.cancel()]);
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#text.indexOf("\n");
      if (end >= 0) {
        const line = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 1);
        return line;
      }
      const { value, done } = await this.#output.read();
      if (done) throw new Error("The program ended");
      this.#text += value;
    }
  }
}

Deno.test("the first model call starts one child, and later calls use it", async () => {
  await using service = new StandIn();
  await using served = new Served(service.url);
  assertEquals(await served.classify(), "first");
  const [child, ...others] = await served.children();
  assertEquals(others, []);
  assertTrue(child !== undefined);
  assertEquals(await served.classify(), "first");
  assertEquals((await served.children()).map(({ pid }) => pid), [child.pid]);
});

Deno.test("a child is told nothing by arguments, and gets neither secrets nor proxies by the environment", async () => {
  await using service = new StandIn();
  await using served = new Served(service.url);
  assertEquals(await served.classify(), "first");
  const [child] = await served.children();
  const [, environment] = child?.line.split("main.ts isolate-child ") ?? [];
  assertTrue(environment !== undefined, child?.line);
  const names = [...environment.matchAll(/(?:^| )([A-Za-z_]+)=/g)].map(([, name]) => name);
  const known = /^(HOME|XDG_CACHE_HOME|DENO_\w+|NPM_CONFIG_REGISTRY|TMPDIR|NO_COLOR)$/;
  assertEquals(names.filter((name) => !known.test(name ?? "")), []);
  assertIncludes(environment, "NO_COLOR=1");
});

Deno.test("a killed child is replaced by the next call", async () => {
  await using service = new StandIn();
  await using served = new Served(service.url);
  assertEquals(await served.classify(), "first");
  const [child] = await served.children();
  Deno.kill(child?.pid ?? 0, "SIGKILL");
  await goneSoon(child?.pid ?? 0);
  // The program hears of the end a moment after the system does; a call that comes in between is lost with it.
  const answers = [await served.classify(), await served.classify()];
  assertEquals(answers[1], "first");
  assertTrue((await served.children()).every(({ pid }) => pid !== child?.pid));
});

for (
  const [how, end] of Object.entries<(served: Served) => unknown>({
    "its input ends": (served) => served.closeInput(),
    "it gets SIGTERM": (served) => served.kill("SIGTERM"),
    "it is killed": (served) => served.kill("SIGKILL"),
  })
) {
  Deno.test(`no child of the program is left when ${how}`, async () => {
    await using service = new StandIn();
    await using served = new Served(service.url);
    assertEquals(await served.classify(), "first");
    const [child] = await served.children();
    await end(served);
    await goneSoon(served.pid);
    await goneSoon(child?.pid ?? 0);
  });
}
