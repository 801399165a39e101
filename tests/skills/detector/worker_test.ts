/** The worker as it ships, behind the walls, with the flags that the program ships with. */
import { fileURLToPath } from "node:url";
import { assertEquals, assertTrue } from "../../assert.ts";
import { childEnvironment } from "gatehouse/isolate/command.ts";
import { createIsolates } from "gatehouse/isolate/isolates.ts";
import { profileOf } from "gatehouse/skills/detector/profile.ts";
import { inspectTarget } from "gatehouse/skills/detector/target.ts";
import type { Profile } from "gatehouse/skills/types.ts";
import { gatehouseFlags } from "../../tasks/parts/config.ts";
import { issueOf, Project } from "./parts/tree.ts";

/** A worker that may read one target. */
class Profiler implements AsyncDisposable {
  readonly prints: string[] = [];
  readonly #isolates = createIsolates({
    path: Deno.execPath(),
    args: [
      "run",
      ...gatehouseFlags(),
      fileURLToPath(new URL("./parts/worker_main.ts", import.meta.url)),
      "isolate-child",
    ],
    environment: childEnvironment(Deno.env.toObject()),
  }, { onPrint: (_, line) => this.prints.push(line) });
  readonly #backend;

  constructor(target: string) {
    this.#backend = this.#isolates.backend("profiler", {
      permissions: { read: [target] },
      setup: () => null,
    });
  }

  async profile(target: string, limits?: Record<string, number>): Promise<Profile> {
    const options = { signal: new AbortController().signal, timeoutMs: 20_000 };
    // The worker's own answer.
    return await this.#backend.call("profile", { target, ...(limits && { limits }) }, options) as Profile;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#isolates.close();
  }
}

const FILES = {
  "a.py": "",
  "chain/Cargo.toml": '[dependencies]\nspl-token = "4"',
  "chain/src/lib.rs": "use anchor_lang::a;",
  "package.json": '{"dependencies":{"stripe":"1"}}',
  ".phases-profile.json": '{"schema_version":"1.0","facts":["uses_ai"]}',
};

Deno.test("a worker that may read the target alone profiles it as the detector does", async () => {
  using project = new Project(FILES);
  const check = await inspectTarget(project.path);
  assertTrue(check.ok);
  await using profiler = new Profiler(check.path);
  const profile = await profiler.profile(check.path);
  assertEquals(profile.types, ["python", "solana", "web"]);
  assertEquals(profile, profileOf(check.path));
  assertEquals(issueOf(await profiler.profile(check.path, { files: 2 })), "SCAN_LIMIT");
  assertEquals(profiler.prints, []);
});

Deno.test("a worker that may read the target alone can say nothing of any other place", async () => {
  using project = new Project(FILES);
  using other = new Project(FILES);
  await Deno.writeTextFile(`${project.root}/beside.py`, "");
  await using profiler = new Profiler(project.path);
  assertEquals((await profiler.profile(project.path)).blocked, false);
  const main = fileURLToPath(new URL("../../../main.ts", import.meta.url));
  for (
    const place of [
      other.path,
      project.root,
      `${project.root}/beside.py`,
      `${project.path}/../beside.py`,
      main,
      "/",
    ]
  ) {
    assertEquals(issueOf(await profiler.profile(place)), "READ_ERROR");
  }
});

Deno.test("a worker that may read one file as target profiles it, and not its neighbour", async () => {
  using project = new Project({ "lib.rs": "use anchor_lang::a;", "other.rs": "use anchor_lang::a;" });
  await using profiler = new Profiler(`${project.path}/lib.rs`);
  assertEquals((await profiler.profile(`${project.path}/lib.rs`)).types, ["solana"]);
  assertEquals(issueOf(await profiler.profile(`${project.path}/other.rs`)), "READ_ERROR");
  assertEquals(issueOf(await profiler.profile(project.path)), "READ_ERROR");
});
