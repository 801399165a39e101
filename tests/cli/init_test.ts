import { loadSettings } from "gatehouse/config/load.ts";
import { clients } from "gatehouse/cli/clients/mod.ts";
import { configText } from "gatehouse/cli/init_config_text.ts";
import { ownStart, passing } from "gatehouse/cli/init_started.ts";
import { assertEquals, assertIncludes, assertMatch, assertTrue } from "../assert.ts";
import { initialize } from "../dispatch/parts/wire.ts";
import { run } from "./parts/run.ts";

const OTHER = '{\n  "mcpServers": {\n    "other": { "command": "o" }\n  }\n}\n';
const NOBODY = { stdin: false, stdout: false };
const families = ["gate", "hosts", "skills", "flow"];

/** What is said of a Deno in a directory for temporary files, where that is what runs these tests. */
const passed = passing(ownStart());
const PASSING = passed === null ? "" : `gatehouse[warning]: ${passed}\n`;

/** A home of this test's own, with Cursor and Codex in it. */
async function home(): Promise<
  { path: string; world: { environment: Record<string, string>; cwd: string } }
> {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-init-" }));
  await Deno.mkdir(`${path}/.cursor`);
  await Deno.mkdir(`${path}/.codex`);
  await Deno.writeTextFile(`${path}/.cursor/mcp.json`, OTHER, { mode: 0o644 });
  await Deno.writeTextFile(`${path}/.codex/config.toml`, 'model = "o" # mine\n', { mode: 0o600 });
  return { path, world: { environment: { HOME: path }, cwd: path } };
}

async function tree(path: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name, isDirectory } of Deno.readDir(path)) {
    if (!isDirectory) files[name] = await Deno.readTextFile(`${path}/${name}`);
    else {for (const [inner, text] of Object.entries(await tree(`${path}/${name}`))) {
        files[`${name}/${inner}`] = text;
      }}
  }
  return files;
}

async function modeOf(path: string): Promise<number> {
  return ((await Deno.stat(path)).mode ?? 0) & 0o7777;
}

Deno.test("what would change is shown as a diff, and nothing is written without a yes", async () => {
  const { path, world } = await home();
  const before = await tree(path);
  for (const stdin of ["no\n", "y\n", ""]) {
    const { code, out } = await run(["init"], { ...world, stdin });
    assertEquals(code, 1);
    assertIncludes(out, `+++ ${path}/.cursor/mcp.json\n`);
    assertIncludes(out, '\n-    "other": { "command": "o" }\n+    "other": { "command": "o" },\n');
    assertIncludes(out, "\n+[mcp_servers.gatehouse]\n");
    assertIncludes(out, "Write these 3 changes? Type yes: ");
    assertMatch(out, /Nothing was written\n$/);
  }
  assertEquals(await tree(path), before);
});

Deno.test("without a terminal nothing is written either, and the next step is told", async () => {
  const { path, world } = await home();
  const before = await tree(path);
  const { code, out, err } = await run(["init"], { ...world, terminal: NOBODY });
  assertEquals([code, err], [
    1,
    `${PASSING}gatehouse: Nothing was written: nobody is at the terminal to be asked. Give --yes to write what is shown\n`,
  ]);
  assertIncludes(out, "+[mcp_servers.gatehouse]");
  assertEquals(await tree(path), before);
});

Deno.test("after a yes every client starts this very program, rights stay, and a copy stands beside each file", async () => {
  const { path, world } = await home();
  const { code, out, err } = await run(["init"], { ...world, stdin: "yes\n" });
  assertEquals([code, err], [0, PASSING]);
  const { command, args } = ownStart();
  const { mcpServers } = JSON.parse(await Deno.readTextFile(`${path}/.cursor/mcp.json`));
  assertEquals(mcpServers, { other: { command: "o" }, gatehouse: { command, args: [...args] } });
  assertIncludes(
    await Deno.readTextFile(`${path}/.codex/config.toml`),
    `command = ${JSON.stringify(command)}\n`,
  );
  assertEquals(await modeOf(`${path}/.cursor/mcp.json`), 0o644);
  assertEquals(await modeOf(`${path}/.codex/config.toml`), 0o600);
  assertEquals(await Deno.readTextFile(`${path}/.cursor/mcp.json.gatehouse-backup-1`), OTHER);
  assertEquals(await modeOf(`${path}/.cursor/mcp.json.gatehouse-backup-1`), 0o644);
  assertEquals(await modeOf(`${path}/.codex/config.toml.gatehouse-backup-1`), 0o600);
  assertEquals(await modeOf(`${path}/.config/gatehouse/gatehouse.toml`), 0o600);
  assertIncludes(out, "Start a new session of Codex");
});

Deno.test("a second run has nothing to do, and a third takes out what the first put in, to the byte", async () => {
  const { path, world } = await home();
  await run(["init", "--yes"], world);
  const wired = await tree(path);
  const again = await run(["init", "--yes"], world);
  assertEquals([again.code, again.err], [0, ""]);
  assertEquals(again.out.match(/nothing to do/g)?.length, 3);
  assertEquals(await tree(path), wired);
  const { code } = await run(["init", "--remove", "--yes"], world);
  assertEquals(code, 0);
  assertEquals(await Deno.readTextFile(`${path}/.cursor/mcp.json`), OTHER);
  assertEquals(await Deno.readTextFile(`${path}/.codex/config.toml`), 'model = "o" # mine\n');
  assertEquals(await Deno.readTextFile(`${path}/.cursor/mcp.json.gatehouse-backup-1`), OTHER);
  assertIncludes(await Deno.readTextFile(`${path}/.cursor/mcp.json.gatehouse-backup-2`), "gatehouse");
  assertEquals((await run(["init", "--remove", "--yes"], world)).code, 0);
});

Deno.test("an unusual beginning comes back to the byte as well: an empty table, no line end, an empty file, no file", async () => {
  for (
    const text of [
      '{"mcpServers":{}}',
      "{}",
      "{ }\n",
      '{"mcpServers": {  }, "a": 1}',
      "",
      "\ufeff{\r\n}\r\n",
      null,
    ]
  ) {
    const { path, world } = await home();
    const file = `${path}/.cursor/mcp.json`;
    if (text === null) await Deno.remove(file);
    else await Deno.writeTextFile(file, text);
    assertEquals((await run(["init", "--client", "cursor", "--yes"], world)).code, 0, String(text));
    assertIncludes(await Deno.readTextFile(file), "gatehouse");
    const { code, out } = await run(["init", "--client", "cursor", "--remove", "--yes"], world);
    assertEquals([code, out.includes(`Deleted: ${file} `)], [0, text === null]);
    assertEquals(await Deno.readTextFile(file).catch(() => null), text);
  }
});

Deno.test("what a person wrote after us stays when our entry goes", async () => {
  const { path, world } = await home();
  await run(["init", "--client", "cursor", "--yes"], world);
  const file = `${path}/.cursor/mcp.json`;
  const theirs = (await Deno.readTextFile(file)).replace(
    '{ "command": "o" }',
    '{ "command": "other" } /* mine */',
  );
  await Deno.writeTextFile(file, theirs);
  await run(["init", "--client", "cursor", "--remove", "--yes"], world);
  assertEquals(
    await Deno.readTextFile(file),
    OTHER.replace('{ "command": "o" }', '{ "command": "other" } /* mine */'),
  );
});

Deno.test("an entry of that name that starts something else is left alone; flags that a person added are theirs", async () => {
  const { path, world } = await home();
  const file = `${path}/.cursor/mcp.json`;
  const { command, args } = ownStart();
  const entry = (rest: object) => JSON.stringify({ mcpServers: { gatehouse: rest } });
  for (const rest of [{ args }, { url: "https://example.com" }, { command, args: ["other"] }]) {
    await Deno.writeTextFile(file, entry({ command: "/elsewhere", ...rest }));
    assertEquals((await run(["init", "--client", "cursor", "--yes"], world)).code, 1);
  }
  await Deno.writeTextFile(file, entry({ command: "/elsewhere" }));
  const other = await run(["init", "--client", "cursor", "--yes"], world);
  assertEquals(other.code, 1);
  assertIncludes(other.out, "left alone. It has a server gatehouse already, which starts something else");
  assertEquals(await Deno.readTextFile(file), entry({ command: "/elsewhere" }));
  await Deno.writeTextFile(file, entry({ command, args: [...args, "--read-only"], env: { A: "b" } }));
  assertEquals((await run(["init", "--client", "cursor", "--yes"], world)).code, 0);
  assertEquals(
    await Deno.readTextFile(file),
    entry({ command, args: [...args, "--read-only"], env: { A: "b" } }),
  );
});

Deno.test("a file that cannot be read, and whoever's it is not, is left alone, and the others are written", async () => {
  for (
    const spoil of [
      (file: string) => Deno.writeTextFile(file, "{ broken"),
      (file: string) => Deno.writeFile(file, new Uint8Array([0x7b, 0xff, 0x7d])),
      async (file: string) => (await Deno.remove(file), await Deno.mkdir(file)),
      (file: string) => Deno.link(file, `${file}.twin`),
      async (file: string) => {
        const outside = `${await Deno.realPath(await Deno.makeTempDir())}/mcp.json`;
        await Deno.writeTextFile(outside, OTHER);
        await Deno.remove(file);
        await Deno.symlink(outside, file);
      },
      async (file: string) => (await Deno.remove(file), await Deno.symlink("mcp.json", file)),
    ]
  ) {
    const { path, world } = await home();
    await spoil(`${path}/.cursor/mcp.json`);
    const before = await Deno.lstat(`${path}/.cursor/mcp.json`);
    const { code, out } = await run(["init", "--yes"], world);
    assertEquals(code, 1, out);
    assertIncludes(out, "Cursor: left alone. ");
    assertIncludes(await Deno.readTextFile(`${path}/.codex/config.toml`), "gatehouse");
    const after = await Deno.lstat(`${path}/.cursor/mcp.json`);
    assertEquals([after.ino, after.size, after.mtime], [before.ino, before.size, before.mtime]);
  }
});

Deno.test("a link to a file in the home directory is followed, and stays a link", async () => {
  const { path, world } = await home();
  await Deno.mkdir(`${path}/dotfiles`);
  await Deno.rename(`${path}/.cursor`, `${path}/dotfiles/cursor`);
  await Deno.symlink("dotfiles/cursor", `${path}/.cursor`);
  await Deno.rename(`${path}/dotfiles/cursor/mcp.json`, `${path}/dotfiles/servers.json`);
  await Deno.symlink("../servers.json", `${path}/dotfiles/cursor/mcp.json`);
  const { code, out } = await run(["init", "--client", "cursor", "--yes"], world);
  assertEquals(code, 0, out);
  assertIncludes(out, `+++ ${path}/dotfiles/servers.json\n`);
  assertIncludes(await Deno.readTextFile(`${path}/dotfiles/servers.json`), "gatehouse");
  assertTrue((await Deno.lstat(`${path}/.cursor`)).isSymlink);
  assertTrue((await Deno.lstat(`${path}/dotfiles/cursor/mcp.json`)).isSymlink);
});

Deno.test("a client that is named is wired though it was not found, in a private file", async () => {
  const { path, world } = await home();
  assertEquals((await run(["init", "--client", "windsurf", "--client", "zed", "--yes"], world)).code, 0);
  assertEquals(await modeOf(`${path}/.codeium/windsurf/mcp_config.json`), 0o600);
  assertIncludes(await Deno.readTextFile(`${path}/.config/zed/settings.json`), '"context_servers"');
  assertEquals(await Deno.readTextFile(`${path}/.cursor/mcp.json`), OTHER);
});

Deno.test("secrets in the lines around a change are masked in the diff and kept in the file", async () => {
  const { path, world } = await home();
  const secret = `ghp_${"a1B2".repeat(9)}`;
  const text = OTHER.replace('"o" }', `"o", "env": { "GITHUB_TOKEN": "${secret}" } }`);
  await Deno.writeTextFile(`${path}/.cursor/mcp.json`, text);
  for (const args of [["init"], ["init", "--json"]]) {
    const { out, err } = await run([...args, "--client", "cursor"], { ...world, stdin: "no\n" });
    assertEquals((out + err).includes(secret), false);
  }
  await run(["init", "--client", "cursor", "--yes"], world);
  assertIncludes(await Deno.readTextFile(`${path}/.cursor/mcp.json`), secret);
});

Deno.test("--json prints one document with each file, its diff and its copy", async () => {
  const { path, world } = await home();
  const { code, out } = await run(["init", "--json", "--yes"], world);
  assertEquals(code, 0);
  const { written, files } = JSON.parse(out);
  assertEquals(written, true);
  assertEquals(files.map(({ name, change }: { name: string; change: string }) => [name, change]), [
    ["codex", "added"],
    ["cursor", "added"],
    ["gatehouse", "created"],
  ]);
  assertEquals(files[1].backup, `${path}/.cursor/mcp.json.gatehouse-backup-1`);
  assertMatch(files[1].diff, /^--- \//);
});

Deno.test("an unknown client, a client with --config-only and no home are wrong calls", async () => {
  const { world } = await home();
  const wrong = await run(["init", "--client", "cursr"], world);
  assertEquals([wrong.code, wrong.err], [2, "gatehouse: Unknown client cursr. Did you mean cursor?\n"]);
  assertEquals((await run(["init", "--client", "cursor", "--config-only"], world)).code, 2);
  assertEquals((await run(["init", "--remove", "--config-only"], world)).code, 2);
  assertEquals((await run(["init"])).code, 2);
});

Deno.test("the page of init names every client", async () => {
  const { out } = await run(["init", "--help"]);
  for (const { name } of clients) assertMatch(out, new RegExp(`\\b${name}\\b`));
});

Deno.test("with no client here the configuration is still written, and one that is there is never touched", async () => {
  const path = await Deno.realPath(await Deno.makeTempDir());
  const world = { environment: { HOME: path }, cwd: path };
  const { code, out } = await run(["init", "--yes"], world);
  assertEquals(code, 0);
  assertIncludes(out, "No client was found. Name one with --client: claude-code, ");
  const file = `${path}/.config/gatehouse/gatehouse.toml`;
  await Deno.writeTextFile(file, "port = 1\n");
  assertIncludes((await run(["init", "--config-only", "--yes"], world)).out, "is there already");
  assertEquals(await Deno.readTextFile(file), "port = 1\n");
});

Deno.test("the configuration that is written changes nothing", async () => {
  const loaded = await loadedWith(await configText());
  assertEquals(loaded.settings, (await loadedWith("")).settings);
});

Deno.test("each line of the configuration can be taken out of its comment by itself, and is what holds anyway unless it is an example", async () => {
  const text = await configText();
  const lines = text.split("\n");
  const plain = (await loadedWith("")).settings;
  const found = lines.flatMap((line, at) => /^# [a-z][\w.]* = /.test(line) ? [at] : []);
  assertTrue(found.length > 50);
  const server = lines.findIndex((line) => line.startsWith("# hosts.web = "));
  for (const at of found) {
    const line = lines[at] ?? "";
    const open = line.includes("default_server") ? [at, server] : [at];
    const changed = lines.map((one, index) => open.includes(index) ? one.slice(2) : one).join("\n");
    const { settings, given } = await loadedWith(changed);
    const isExample = lines[at - 1]?.endsWith("For example:") ?? false;
    if (!isExample) assertEquals(effective(settings), effective(plain), line);
    assertTrue(given, line);
  }
});

/** The families' schemas fill in what is left out. */
function effective(settings: object): string {
  const dropped = new Set([
    "timeoutMs",
    "l1Enabled",
    "noulThreshold",
    "denyAt",
    "askAt",
    "quarantine",
    "format",
    "maxRequestBytes",
  ]);
  return JSON.stringify(settings, (key, value) => dropped.has(key) ? undefined : value);
}

async function loadedWith(text: string) {
  const directory = await Deno.realPath(await Deno.makeTempDir());
  await Deno.writeTextFile(`${directory}/gatehouse.toml`, text, { mode: 0o600 });
  const loaded = await loadSettings({ config: `${directory}/gatehouse.toml` }, {
    environment: { HOME: "/nowhere" },
    cwd: "/",
    families,
  });
  const { KEYS } = await import("gatehouse/config/schema.ts");
  return { ...loaded, given: KEYS.some((key) => loaded.given(key).length > 0) };
}

Deno.test("what is written is what a client can start: it answers, though PATH has nothing of ours", async () => {
  const { path, world } = await home();
  await run(["init", "--client", "cursor", "--yes"], world);
  const { mcpServers } = JSON.parse(await Deno.readTextFile(`${path}/.cursor/mcp.json`));
  const { command, args } = mcpServers.gatehouse;
  const { DENO_DIR, XDG_CACHE_HOME, HOME = "" } = Deno.env.toObject();
  const child = new Deno.Command(command, {
    args,
    cwd: path,
    clearEnv: true,
    env: {
      HOME: path,
      PATH: `${path}/bin`,
      DENO_DIR: DENO_DIR ?? `${XDG_CACHE_HOME ?? `${HOME}/.cache`}/deno`,
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(`${JSON.stringify(initialize(1, "2025-11-25"))}\n`));
  await writer.close();
  const { stdout, stderr } = await child.output();
  const text = new TextDecoder();
  const [line = "", ...more] = text.decode(stdout).trim().split("\n");
  assertEquals(more, [], text.decode(stderr));
  assertEquals(JSON.parse(line).result.serverInfo.name, "gatehouse");
});
