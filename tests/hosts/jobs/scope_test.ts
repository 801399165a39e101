/** Where a job's worker is put on a machine with systemd: beyond the end of the login, where that can be had. */
import { assertEquals, assertTrue } from "../../assert.ts";
import { mustRun } from "../../tasks/parts/child.ts";
import { patched } from "../parts/patched.ts";
import { StandIns } from "../parts/stand_ins.ts";

interface World {
  readonly standIns: StandIns;
  readonly home: string;
}

async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  await using standIns = await StandIns.make();
  const home = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-home-" }));
  try {
    await work({ standIns, home });
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

/** Starts a job on a machine that is said to run systemd, and waits for its end. */
async function run({ standIns, home }: World, python = "") {
  const job_id = "s".repeat(32);
  const env = { HOME: home, PATH: `${standIns.bin}:/usr/bin:/bin` };
  const input = {
    job_id,
    request_digest: "0".repeat(64),
    executable: "sh",
    argv: ["-c", `echo x >> ${home}/runs`],
  };
  const systemd = `SYSTEMD = "/"\n${python}`;
  const started = await patched("remote_job_start", { input, env, python: systemd });
  assertTrue(started.ok, JSON.stringify(started));
  const state = await stateIn({ standIns, home });
  assertEquals(await Deno.readTextFile(`${home}/runs`), "x\n");
  return state;
}

/** How the job is once it has ended. */
async function stateIn({ standIns, home }: World) {
  const env = { HOME: home, PATH: `${standIns.bin}:/usr/bin:/bin` };
  const input = { job_id: "s".repeat(32), timeout_seconds: 20 };
  const waited = await patched("remote_job_wait", { input, env, python: "" });
  assertTrue(waited.ok, JSON.stringify(waited));
  // deno-lint-ignore no-explicit-any -- a test names the fields that it expects
  return (waited.data["record"] as any).state;
}

const PASS_ON = 'while [ "$1" != "--" ]; do shift; done\nshift\nexec "$@"';

if (Deno.uid() === 0) {
  Deno.test("where root's machine runs systemd, the worker gets a scope of its own", async () => {
    await inWorld(async (world) => {
      await world.standIns.add("systemd-run", PASS_ON);
      assertEquals(await run(world), "succeeded");
      const [call = []] = await world.standIns.calls("systemd-run");
      assertEquals(call.slice(1, 5), ["--scope", "--quiet", "--collect", "--"]);
      assertEquals(call.slice(6, 9), ["-I", "-S", "-c"]);
      // Neither the job nor its id is on a command line.
      assertTrue(!JSON.stringify(call).includes("sss") && !JSON.stringify(call).includes("runs"));
    });
  });
}

Deno.test("where systemd-run refuses, the worker is started without it, and the job runs", async () => {
  await inWorld(async (world) => {
    await world.standIns.add("systemd-run", "echo 'Failed to connect to bus' >&2\nexit 1");
    assertEquals(await run(world), "succeeded");
  });
});

Deno.test("where systemd-run is late, the worker is started without it, and the late one does nothing", async () => {
  await inWorld(async (world) => {
    const [go, over] = [world.standIns.file("go"), world.standIns.file("over")];
    await mustRun(["mkfifo", go, over]);
    // Opening a named pipe waits for the other end.
    const late =
      `read -r _ < '${go}'\nwhile [ "$1" != "--" ]; do shift; done\nshift\n"$@"\necho over > '${over}'`;
    await world.standIns.add("systemd-run", late);
    assertEquals(await run(world, "SCOPE_WAIT = 0.3"), "succeeded");
    await Deno.writeTextFile(go, "\n");
    assertEquals(await Deno.readTextFile(over), "over\n");
    assertEquals(await Deno.readTextFile(`${world.home}/runs`), "x\n");
    assertEquals(await stateIn(world), "succeeded");
  });
});

Deno.test("a user's scope is used only where the user lingers", async () => {
  await inWorld(async (world) => {
    await world.standIns.add("systemd-run", PASS_ON);
    const python = `
found = []
real = os.geteuid
def scope(inner=scope):
    os.geteuid = lambda: 12345
    pwd.getpwuid = lambda uid: type("Entry", (), {"pw_name": "somebody"})
    os.path.exists = lambda path: path in KNOWN
    try:
        for KNOWN_NOW in ([], [LINGER + "somebody"], ["/run/user/12345/bus"], [LINGER + "somebody", "/run/user/12345/bus"]):
            KNOWN[:] = KNOWN_NOW
            found.append(inner())
    finally:
        os.geteuid = real
    assert found[:3] == [None, None, None], found
    assert found[3][1:] == ["--user", "--scope", "--quiet", "--collect", "--"], found
    return None
KNOWN = []
`;
    assertEquals(await run(world, python), "succeeded");
    assertEquals(await world.standIns.calls("systemd-run"), []);
  });
});
