/** Containers of a real engine, and what docker says when it fails. */
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { Dockerd } from "../parts/dockerd.ts";
import { Machine } from "../parts/machine.ts";
import { StandIns } from "../parts/stand_ins.ts";

const started = await Dockerd.start();
const engine = started instanceof Dockerd ? started : null;
const skipped = started instanceof Dockerd ? "" : ` (skipped: ${started})`;

Deno.test.afterAll(async () => await engine?.[Symbol.asyncDispose]());

function withEngine(name: string, test: (engine: Dockerd, machine: Machine) => Promise<void>): void {
  Deno.test({
    name: name + skipped,
    ignore: engine === null,
    async fn() {
      if (engine === null) return;
      await using machine = await Machine.start({ environment: engine.environment });
      await test(engine, machine);
    },
  });
}

withEngine(
  "containers are listed as docker says, without the secrets of their commands",
  async (engine, machine) => {
    const id = await engine.container("listed", "busybox sleep 600; : --token hunter2", [
      "--label",
      "a=b,c\u001b[31m",
    ]);
    const told = await machine.do("list_docker_containers");
    assertEquals([told["parseState"], told["exit_code"], told["parseDiagnostics"]], ["complete", 0, []]);
    const row = told["containers"].find((one: { ID: string }) => one.ID === id);
    assertEquals([row.Names, row.State, row.Networks], ["listed", "running", "none"]);
    assertIncludes(row.Command, "--token [redacted]");
    assertTrue(!JSON.stringify(told).includes("hunter2") && !JSON.stringify(told).includes("\u001b"));
  },
);

withEngine("logs of both streams come apart, the last lines only, and harmless", async (engine, machine) => {
  await engine.container(
    "logged",
    "busybox printf 'one\\ntwo\\033[2J\\n\\377\\n'; busybox printf 'bad\\n' >&2",
  );
  await engine.docker("wait", "logged");
  const told = await machine.do("get_docker_logs", { container: "logged", lines: 500 });
  assertEquals([told["output"], told["stderr"]], ["one\ntwo\\u{1b}[2J\n\ufffd\n", "bad\n"]);
  assertTrue((await machine.do("get_docker_logs", { container: "logged", lines: 1 }))["output"].length < 5);
  const error = await assertFails(
    () => machine.do("get_docker_logs", { container: "none" }),
    "NOT_FOUND",
  );
  assertIncludes(error.message, "CONTAINER_NOT_FOUND");
  for (const container of ["--help", "-f", "", "a b", "a;b", "../x", "a\n"]) {
    await assertFails(() => machine.do("get_docker_logs", { container }), "VALIDATION_FAILED");
  }
});

withEngine("a container that never stops talking is cut off", async (engine, machine) => {
  await engine.container("loud", "busybox yes 'a line of some length' | busybox head -c 3000000");
  await engine.docker("wait", "loud");
  const told = await machine.do("get_docker_logs", { container: "loud", lines: 500 });
  assertEquals(told["truncated"], false);
  await engine.container("wide", "busybox yes | busybox tr -d '\\n' | busybox head -c 3000000");
  await engine.docker("wait", "wide");
  const cut = await machine.do("get_docker_logs", { container: "wide", lines: 500 });
  assertEquals([cut["truncated"], cut["output"].length], [true, 400_000]);
});

withEngine("what containers use is told for those that run", async (engine, machine) => {
  const id = await engine.container("used", "exec busybox sleep 600");
  const told = await machine.do("get_docker_stats");
  const row = told["containers"].find((one: { ID: string }) => one.ID === id);
  assertEquals([row.Name, row.PIDs], ["used", "1"]);
  assertIncludes(row.CPUPerc, "%");
});

Deno.test("docker that is not there, does not answer, is refused or tells no JSON fails in its own way", async () => {
  const cases: [string, string, string][] = [
    [
      "echo 'Cannot connect to the Docker daemon at unix:///x.' >&2; exit 1",
      "UPSTREAM_FAILED",
      "DOCKER_FAILED",
    ],
    ["echo 'permission denied while trying to connect' >&2; exit 1", "UPSTREAM_FAILED", "PERMISSION_DENIED"],
    ["echo 'NAME IMAGE'", "UPSTREAM_PROTOCOL", "PARSER_FAILED"],
    ["exec sleep 60", "TIMEOUT", ""],
  ];
  for (const [body, code, detail] of cases) {
    await using standIns = await StandIns.make();
    await standIns.add("docker", body);
    await using machine = await Machine.start({ bin: [standIns.bin] });
    const error = await assertFails(
      () => machine.do("list_docker_containers", {}, { budgetMs: 1_000 }),
      code,
    );
    assertIncludes(error.message, detail);
  }
  await using standIns = await StandIns.make();
  await standIns.add(
    "docker",
    `echo '{"ID":"a","Names":"n"}'; echo 'WARNING'; echo '[1]'; echo '{"Else":1}'`,
  );
  await using machine = await Machine.start({ bin: [standIns.bin] });
  const told = await machine.do("list_docker_containers");
  assertEquals([told["parseState"], told["containers"].length], ["partial", 1]);
  assertEquals(told["parseDiagnostics"], ["3 lines could not be read"]);
});
