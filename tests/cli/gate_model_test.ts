/** The commands that ask the decision model, through the walls, and what of the surroundings does not reach them. */
import { assertEquals, assertIncludes, assertMatch } from "../assert.ts";
import { closedPort, says, StandIn } from "../parts/systemone.ts";
import { Program } from "./parts/program.ts";
import { run } from "./parts/run.ts";

/** Runs the program in a process of its own. */
async function program(args: readonly string[], environment: Record<string, string> = {}) {
  await using started = new Program(args, environment);
  await started.send("");
  return await started.ended();
}

Deno.test("gate classify, route and score print what was chosen, and end with 0", async () => {
  await using service = new StandIn({ say: ({ type }) => type === "score" ? 6 : 1 });
  const shared = ["--server", service.url, "--state", "it broke"];
  const classified = await program(["gate", "classify", ...shared, "--label", "praise", "--label", "bug"]);
  assertEquals([classified.code, classified.out.split("\n")[0]], [0, "answer  bug"]);
  const routed = await program(["gate", "route", ...shared, "--tool", "grep", "--tool", "make", "--json"]);
  assertEquals([routed.code, JSON.parse(routed.out).tool], [0, "make"]);
  const scored = await program(["gate", "score", ...shared, "--criterion", "is clear"]);
  assertEquals([scored.code, scored.out.split("\n")[0]], [0, "answer  6 of 2 to 10"]);
});

Deno.test("gate route --orders 4 asks in four orders", async () => {
  await using service = new StandIn({ say: ({ options = [] }) => options.indexOf("make") });
  const args = ["--server", service.url, "--state", "s", "--tool", "grep", "--tool", "make", "--tool", "ls"];
  const { code, out } = await program(["gate", "route", "--orders", "4", "--json", ...args]);
  assertEquals([code, JSON.parse(out).tool, service.seen.length], [0, "make", 4]);
});

Deno.test("gate check --l1-enabled asks the model about what is grey", async () => {
  await using service = new StandIn({ say: says(0.9, 2) });
  const { code, out } = await program([
    "gate",
    "check",
    "--l1-enabled",
    "--server",
    service.url,
    "--",
    "make build",
  ]);
  assertEquals(code, 0);
  assertMatch(out, /^allow +model\.opinion: /);
});

Deno.test("a service that is down ends classify with 1, and check with a refusal", async () => {
  const server = `http://127.0.0.1:${closedPort()}`;
  const { code, out, err } = await program([
    "gate",
    "classify",
    "--server",
    server,
    "--state",
    "s",
    "--label",
    "a",
  ]);
  assertEquals([code, out], [1, ""]);
  assertIncludes(err, `gatehouse: The decision service ${server} did not answer`);
  const checked = await program([
    "gate",
    "check",
    "--json",
    "--l1-enabled",
    "--server",
    server,
    "--",
    "make build",
  ]);
  const { layer, error, reason } = JSON.parse(checked.out);
  assertEquals([checked.code, layer, error], [1, "fail_closed", "unavailable"]);
  assertIncludes(reason, "fail-closed");
});

Deno.test("no proxy of the environment sees what goes to the service", async () => {
  await using service = new StandIn();
  await using proxy = new StandIn();
  const environment = Object.fromEntries(
    ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) => [
      [name, proxy.url],
      [name.toLowerCase(), proxy.url],
    ]),
  );
  const args = ["gate", "classify", "--server", service.url, "--state", "s", "--label", "a"];
  const { code } = await program(args, environment);
  assertEquals([code, service.seen.length, proxy.seen.length], [0, 1, 0]);
});

for (
  const [args, message] of [
    [["classify", "--label", "a"], "--state needs a value. See gatehouse gate classify --help"],
    [["classify", "--state", "s"], "--label needs a value. See gatehouse gate classify --help"],
    [["route", "--state", "s", "--tool", "a", "--orders", "5"], "Could not use --orders 5"],
    [["score", "--state", " ", "--criterion", "a"], "Invalid arguments for score at state"],
    [["score", "--state", "s", "--criterion", "a", "--server", "http://10.0.0.1"], "is on another machine"],
    [["score", "--state", "s", "--criterion", "a", "--timeout", "0"], "Could not use gate.timeout 0"],
  ] as const
) {
  Deno.test(`gate ${args.join(" ")} ends with 3`, async () => {
    const { code, out, err } = await run(["gate", ...args]);
    assertEquals([code, out], [3, ""]);
    assertIncludes(err, message);
  });
}
