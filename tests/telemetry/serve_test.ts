/** The program itself: what it opens, with and without a collector. */
import { run } from "../cli/parts/run.ts";
import { Program } from "../cli/parts/program.ts";
import { modern } from "../dispatch/parts/wire.ts";
import { assertEquals, assertIncludes, assertMatch, assertTrue } from "../assert.ts";
import { openCollector } from "./parts/collector.ts";

const CALL = `${JSON.stringify(modern(1, "tools/call", { name: "gate", arguments: { command: "ls" } }))}\n`;

async function withConfig<T>(text: string, work: (path: string) => Promise<T>): Promise<T> {
  const path = await Deno.makeTempFile({ suffix: ".toml" });
  try {
    await Deno.writeTextFile(path, text);
    await Deno.chmod(path, 0o600);
    return await work(path);
  } finally {
    await Deno.remove(path);
  }
}

const serve = (path: string, environment: Record<string, string> = {}) =>
  new Program(["serve", "--families", "gate", "--config", path], environment);

Deno.test("with a collector in the file, a call's spans are there when the program has ended", async () => {
  await using collector = openCollector();
  await withConfig(`[telemetry]\nendpoint = "${collector.url}"\n`, async (path) => {
    await using program = serve(path);
    await program.send(CALL, { more: true });
    await program.until("out", /"decision/);
    await program.send("");
    const { code, err } = await program.ended();
    assertEquals([code, err.includes("collector")], [0, false], err);
  });
  const root = collector.spans.find(({ kind }) => kind === 2);
  assertEquals(root?.attributes["gen_ai.tool.name"], "gate");
  assertTrue(collector.spans.length >= 7);
});

Deno.test("without one, no variable makes the program open a connection", async () => {
  await using collector = openCollector();
  const variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
    OTEL_TRACES_EXPORTER: "otlp",
    OTEL_SDK_DISABLED: "false",
    GATEHOUSE_TELEMETRY_ENDPOINT: collector.url,
    TELEMETRY_ENDPOINT: collector.url,
  };
  await withConfig("[telemetry]\nallow_remote = false\n", async (path) => {
    await using program = serve(path, variables);
    await program.send(CALL, { more: true });
    await program.until("out", /"decision/);
    await program.send("");
    assertEquals((await program.ended()).code, 0);
  });
  assertEquals(collector.requests.length, 0);
});

/** The modules that the program evaluates: the runtime's coverage names them, and no others. */
async function evaluatedBy(config: string): Promise<string> {
  const directory = await Deno.makeTempDir();
  try {
    await withConfig(config, async (path) => {
      await using program = serve(path, { DENO_COVERAGE_DIR: directory });
      await program.send(CALL, { more: true });
      await program.until("out", /"decision/);
      await program.send("");
      await program.ended();
    });
    const files = await Array.fromAsync(
      Deno.readDir(directory),
      ({ name }) => Deno.readTextFile(`${directory}/${name}`),
    );
    return files.map((text) => /"url":\s*"([^"]+)"/.exec(text)?.[1]).join("\n");
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

Deno.test("without one, none of its code is evaluated", async () => {
  const without = await evaluatedBy("");
  assertIncludes(without, "lib/core/invoke.ts");
  assertTrue(!without.includes("lib/telemetry/"), "it is evaluated");
  assertIncludes(
    await evaluatedBy('[telemetry]\nendpoint = "http://127.0.0.1:9"\n'),
    "lib/telemetry/exporter.ts",
  );
});

Deno.test("a collector that is away changes no answer and no exit code, and is told of in one line", async () => {
  await withConfig('[telemetry]\nendpoint = "http://127.0.0.1:9"\n', async (path) => {
    await using program = serve(path);
    await program.send(CALL);
    const { code, out, err } = await program.ended();
    assertEquals(code, 0);
    assertIncludes(out, '"resultType":"complete"');
    const told = err.split("\n").filter((line) => line.includes("collector"));
    assertEquals(told.length, 1);
    assertMatch(told[0] ?? "", /^gatehouse\[warning\]: \d+ spans did not reach .*\. Nobody listens there$/);
  });
});

Deno.test("another machine is refused without allow_remote, and without encryption with it", async () => {
  const refused = async (table: string) =>
    await withConfig(`[telemetry]\n${table}`, async (path) => {
      await using program = serve(path);
      await program.send("");
      const { code, err } = await program.ended();
      assertEquals(code, 2);
      return err;
    });
  assertIncludes(
    await refused('endpoint = "https://otlp.example"\n'),
    "Set allow_remote = true in the table [telemetry]",
  );
  assertIncludes(
    await refused('endpoint = "http://otlp.example"\nallow_remote = true\n'),
    "Give an https URL",
  );
  assertIncludes(await refused('endpoint = "https://a:b@otlp.example"\n'), "without user, password");
});

Deno.test("a variable that makes the runtime itself send is refused", async () => {
  await withConfig("", async (path) => {
    // The runtime's own exporter is given nowhere to send to.
    await using program = serve(path, {
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    });
    await program.send("");
    const { code, out, err } = await program.ended();
    assertEquals([code, out], [2, ""]);
    assertIncludes(err, "OTEL_DENO (true) makes the runtime send telemetry of its own. Unset it");
  });
});

Deno.test("flow serve refuses that variable as well", async () => {
  const { code, out, err } = await run(["flow", "serve"], { environment: { OTEL_DENO: "1" } });
  assertEquals([code, out], [2, ""]);
  assertIncludes(err, "OTEL_DENO (1) makes the runtime send telemetry");
});
