import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { run } from "./parts/run.ts";

/** A configuration with one of each kind of name. */
async function configured(): Promise<{ environment: Record<string, string>; cwd: string }> {
  const home = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-words-" }));
  await Deno.mkdir(`${home}/packages/release-review`, { recursive: true });
  await Deno.mkdir(`${home}/project`);
  await Deno.mkdir(`${home}/.config/gatehouse`, { recursive: true, mode: 0o700 });
  await Deno.writeTextFile(
    `${home}/.config/gatehouse/gatehouse.toml`,
    `workspace_dir = "${home}/project"
hosts.web = { type = "ssh", host = "web.example.com" }
hosts."w$(reboot)" = { type = "ssh", host = "web.example.com" }
checks.unit = { cmd = ["true"] }
[skills]
roots.own = { path = "${home}/packages" }
`,
    { mode: 0o600 },
  );
  return { environment: { HOME: home }, cwd: home };
}

async function words(
  line: string,
  world?: Awaited<ReturnType<typeof configured>>,
): Promise<readonly string[]> {
  const { code, out, err } = await run(["completions", "words", "--", ...line.split(" ")], world);
  assertEquals([code, err], [0, ""]);
  return out.split("\n").filter((row) => row !== "").map((row) => row.split("\t")[0] ?? "");
}

Deno.test("commands, their commands and flags are proposed, and what is hidden is not", async () => {
  assertTrue((await words("")).includes("gate"));
  assertEquals((await words("")).some((word) => word.startsWith("-")), false);
  assertEquals(await words("gate che"), ["check"]);
  assertEquals(await words("completions "), ["bash", "zsh", "fish"]);
  assertEquals(await words("serve --tr"), ["--transport", "--trusted"]);
  assertEquals(await words("--trans"), ["--transport"]);
  assertEquals((await words("serve --gu")).length, 0);
  assertIncludes((await words("help ")).join(" "), "skills");
  assertEquals(await words("help hooks cl"), ["claude-code"]);
  assertEquals(await words("help clients zed by"), ["by-hand"]);
  assertTrue((await words("help clients ")).includes("zed"));
  assertEquals(await words("call --log-lev"), ["--log-level"]);
});

Deno.test("values of enumerations are proposed behind their flag, also in the same word and as bash splits it", async () => {
  assertEquals(await words("serve --transport "), ["stdio", "http"]);
  assertEquals(await words("--transport=h"), ["--transport=http"]);
  assertEquals(await words("serve --transport = h"), ["http"]);
  assertEquals(await words("serve --transport ="), ["stdio", "http"]);
  assertEquals(await words("serve --families gate,sk"), ["gate,skills"]);
  assertEquals(await words("init --client z"), ["zed"]);
  assertEquals(await words("gate hook c"), ["claude-code", "codex"]);
  assertEquals(await words("call --log-level war"), ["warning"]);
  assertEquals(await words("call --log-level warning ga"), ["gate"]);
});

Deno.test("names come from the configuration, those that a shell would act on are left out, and no record is made", async () => {
  const world = await configured();
  assertEquals(await words("hosts trust ", world), ["web"]);
  assertEquals(await words("approve write_file --target w", world), ["web"]);
  assertEquals(await words("skills get ", world), ["release-review"]);
  assertEquals(await words("flow check ", world), ["unit"]);
  assertIncludes((await words("call get_mem", world)).join(), "get_memory_info");
  assertEquals(await words("call get_mem"), [], "not served without a server");
  assertEquals(
    (await Array.fromAsync(Deno.readDir(world.environment["HOME"] ?? ""), ({ name }) => name)).sort(),
    [
      ".config",
      "packages",
      "project",
    ],
  );
});

Deno.test("a configuration that the line names is looked at, and a broken one proposes nothing and says nothing", async () => {
  const world = await configured();
  const file = `${world.cwd}/other.toml`;
  await Deno.writeTextFile(file, 'hosts.other = { type = "ssh", host = "o.example.com" }\n', { mode: 0o600 });
  assertEquals(await words(`hosts trust --config ${file} `, world), ["other"]);
  await Deno.writeTextFile(file, "hosts = 3\n[");
  assertEquals(await words(`hosts trust --config ${file} `, world), []);
  assertEquals(await words(`call --config ${file} --js`, world), ["--json"]);
});

Deno.test("where anything may stand, nothing is proposed, so that the shell proposes files", async () => {
  for (
    const line of [
      "gate check -- ",
      "gate check -- rm --",
      "token new ",
      "nonsense ",
      "serve --config ",
      "help nonsense ",
      "help hooks claude-code ",
    ]
  ) {
    assertEquals(await words(line), [], line);
  }
});

Deno.test("the words give up what they do not need", async () => {
  assertEquals((await run(["completions", "words", "--", ""])).revoked, ["net", "run", "write"]);
});

Deno.test("completions without a shell is a usage error", async () => {
  assertEquals((await run(["completions"])).code, 2);
  assertEquals((await run(["completions", "tcsh"])).code, 2);
});
