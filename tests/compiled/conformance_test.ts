/** What the official conformance suite says of the executable itself: the scenarios that need no tools of its own. */
import { join } from "node:path";
import { assertEquals, assertMatch } from "../assert.ts";
import { runSuite } from "../conformance/run.ts";
import { serverEnv } from "../tasks/parts/client.ts";
import { compileOnPinnedBase } from "../tasks/parts/compiler.ts";

const SCENARIOS = ["server-initialize", "ping", "tools-list"];

Deno.test("the executable passes what of the official conformance suite concerns every server", async () => {
  const place = await Deno.makeTempDir({ prefix: "gatehouse-conformance-" });
  const executable = join(place, "gatehouse");
  await compileOnPinnedBase(executable);
  await using child = new Deno.Command(executable, {
    args: ["serve", "--http", "--port", "0"],
    cwd: place,
    env: serverEnv(place),
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const log = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
  try {
    let text = "";
    let address: string | undefined;
    while (address === undefined) {
      const { value, done } = await log.read();
      if (done) throw new Error(`The server ended: ${text}`);
      text += value;
      address = text.match(/http:\/\/\S+\/mcp/)?.[0];
    }
    for (const scenario of SCENARIOS) {
      const { success, output } = await runSuite([
        ...["--url", address, "--scenario", scenario, "--spec-version", "2025-11-25"],
        ...["--output-dir", join(place, scenario)],
      ]);
      assertEquals(success, true, output);
      assertMatch(output, /Passed: [1-9]/i);
    }
  } finally {
    child.kill("SIGTERM");
    await log.cancel();
    await child.status;
    await Deno.remove(place, { recursive: true });
  }
});
