/** The executable itself, in a directory that has nothing else, and what it carries. */
import { join } from "node:path";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { assertEquals, assertIncludes, assertMatch, assertTrue } from "../assert.ts";
import { StandIn } from "../parts/systemone.ts";
import { writeAgentSkill, writePackage } from "../skills/parts/package.ts";
import { run } from "../tasks/parts/child.ts";
import { connectStdio, judge, modernClient, serverEnv } from "../tasks/parts/client.ts";
import { compileOnPinnedBase } from "../tasks/parts/compiler.ts";
import { denoConfig, gatehouseFlags } from "../tasks/parts/config.ts";
import { sha256 } from "../tasks/parts/npm_tarball.ts";
import { DENORT_SHA256 } from "../tasks/parts/old_deno.ts";
import { ROOT } from "../tasks/parts/tree.ts";
import { type Embedded, inspect, type Inspected } from "./inspect.ts";

const place = await Deno.makeTempDir({ prefix: "gatehouse-compiled-" });
addEventListener("unload", () => Deno.removeSync(place, { recursive: true }));

const executable = join(place, "elsewhere", "gatehouse");
const state = join(place, "state");
const made = await compileOnPinnedBase(join(place, "first"));
await Deno.mkdir(join(place, "elsewhere"));
await Deno.mkdir(state);
await Deno.copyFile(join(place, "first"), executable);

const inspected: Inspected = await inspect(await Deno.readFile(executable));

function gatehouse(...args: string[]) {
  return run([executable, ...args], { cwd: join(place, "elsewhere"), env: serverEnv(state) });
}

Deno.test("the executable says its version", async () => {
  const { code, stdout } = await gatehouse("--version");
  assertEquals(code, 0);
  assertIncludes(stdout, denoConfig().version);
});

Deno.test("the executable's gate check ends with 0, 1, 2 and 3", async () => {
  assertEquals((await gatehouse("gate", "check", "--", "git status")).code, 0);
  assertEquals((await gatehouse("gate", "check", "--", "rm -rf /")).code, 1);
  assertEquals((await gatehouse("gate", "check", "--", "git push origin main")).code, 2);
  assertEquals((await gatehouse("gate", "check", "--no-such-flag")).code, 3);
});

Deno.test("a client lists the executable's tools and gets verdicts over stdio", async () => {
  await using server = await connectStdio([executable, "serve"], { state });
  const { tools } = await server.client.listTools();
  assertTrue(tools.some(({ name }) => name === "gate"));
  assertEquals((await judge(server.client, "git status")).decision, "allow");
  assertEquals((await judge(server.client, "rm -rf /")).decision, "deny");
});

Deno.test("a client lists the executable's tools and gets verdicts over HTTP", async () => {
  const child = new Deno.Command(executable, {
    args: ["serve", "--http", "--port", "0"],
    cwd: place,
    env: serverEnv(state),
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const log = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
  try {
    const client = modernClient();
    await client.connect(new StreamableHTTPClientTransport(new URL(await addressIn(log))));
    const { tools } = await client.listTools();
    assertTrue(tools.some(({ name }) => name === "gate"));
    assertEquals((await judge(client, "git status")).decision, "allow");
    assertEquals((await judge(client, "rm -rf /")).decision, "deny");
    await client.close();
  } finally {
    child.kill("SIGTERM");
    await child.status;
    await log.cancel();
  }
});

Deno.test("the executable asks the model through its own walls", async () => {
  await using service = new StandIn();
  const asked = ["--server", service.url, "--state", "it broke", "--label", "praise", "--label", "bug"];
  const { code, stdout } = await gatehouse("gate", "classify", ...asked);
  assertEquals([code, stdout.split("\n")[0]], [0, "answer  praise"]);
  assertEquals(service.seen.length, 1);
});

Deno.test("the executable plans: its workers read packages of both formats and a project", async () => {
  const root = join(place, "root");
  await writePackage(join(root, "look"));
  await Deno.mkdir(join(place, "project"));
  await Deno.writeTextFile(join(place, "project", "app.py"), "");
  const config = join(place, "gatehouse.toml");
  const real = await Deno.realPath(root);
  for (const format of ["phases", "agent-skills"]) {
    if (format === "agent-skills") {
      await Deno.remove(join(root, "look"), { recursive: true });
      await writeAgentSkill(join(root, "look"), {
        frontmatter: "name: look\ndescription: Looks at a project",
      });
    }
    await Deno.writeTextFile(config, `[skills.roots.own]\npath = "${real}"\nformat = "${format}"\n`);
    const flags = ["--config", config, "--capabilities", "filesystem_read", "--today", "2026-08-27"];
    const { code, stdout } = await gatehouse(
      "skills",
      "plan",
      ...flags,
      await Deno.realPath(join(place, "project")),
    );
    assertEquals(code, 0);
    assertMatch(stdout, /^1 +look +PROJECT_TYPE_MATCH/m);
  }
});

Deno.test("arguments of Deno are the program's, and grant nothing", async () => {
  assertEquals((await gatehouse("gate", "check", "--allow-all")).code, 3);
});

Deno.test("the executable stands on the pinned base, unchanged", () => {
  assertEquals(inspected.base, DENORT_SHA256);
});

Deno.test("the executable's permissions are exactly the task's", () => {
  const kinds = ["env", "ffi", "net", "read", "run", "sys", "write"];
  const granted = gatehouseFlags().map((flag) => flag.match(/^--allow-(\w+)$/)?.[1]).filter((kind) =>
    kind !== undefined
  );
  const { prompt, ...permissions } = inspected.metadata.permissions;
  for (const kind of kinds) {
    assertEquals(permissions[`allow_${kind}`], granted.includes(kind) ? [] : null, `allow_${kind}`);
  }
  assertEquals(permissions["allow_ffi"], null);
  const others = gatehouseFlags().filter((flag) => !flag.startsWith("--allow-"));
  assertEquals(others, ["--v8-flags=--max-semi-space-size=4", "--no-prompt"]);
  for (const [name, value] of Object.entries(permissions)) {
    if (!name.startsWith("allow_")) assertEquals(value, null, name);
  }
  assertEquals(prompt, false);
});

Deno.test("the executable carries no arguments, environment, certificates or code cache, and the task's engine flag alone", () => {
  const { metadata } = inspected;
  assertEquals(metadata.argv, []);
  assertEquals(metadata.env_vars_from_env_file, {});
  assertEquals(metadata.unsafely_ignore_certificate_errors, null);
  assertEquals(metadata.ca_data, null);
  assertEquals(metadata.code_cache_key, null);
  assertEquals(metadata.entrypoint_key, "main.js");
  // What Deno itself puts there: a placeholder and two defaults.
  assertEquals(metadata.v8_flags, [
    "UNUSED_BUT_NECESSARY_ARG0",
    "--stack-size=1024",
    "--inspector-live-edit",
    "--max-semi-space-size=4",
  ]);
});

Deno.test("in the executable, every file URL leads nowhere but those of what is embedded", () => {
  const { imports } = JSON.parse(inspected.metadata.workspace_resolver.import_map.json);
  const files = Object.entries(imports).filter(([from]) => /^(file:|[./])/.test(from));
  assertEquals(Object.fromEntries(files), {
    "file:///": "./lib/not-embedded/",
    "./deno.json": "./deno.json",
    "./docs/": "./docs/",
    "./lib/": "./lib/",
    "./main.js": "./main.js",
  });
});

const OURS = /^(main\.js|deno\.json|docs\/[\w/-]+\.md|lib\/[\w/]+(\.run)?\.(js|json|txt))$/;

/** It tests the files of the machine that it runs on, when a run begins. */
const SELF_TEST = "lib/flow/workspace/self_test.js";
const PACKAGE = /^\.deno_compile_node_modules\/localhost\/(?<name>(@[\w.-]+\/)?[\w.-]+)\/[\w.-]+\/.+/;

Deno.test("the executable embeds our shipped modules and the packages they import, and nothing else", () => {
  const strange = inspected.files.map(({ path }) => path).filter((path) =>
    !OURS.test(path) && !PACKAGE.test(path)
  );
  assertEquals(strange, []);
  const packages = new Set(inspected.files.map(({ path }) => path.match(PACKAGE)?.groups?.["name"]));
  packages.delete(undefined);
  assertEquals([...packages].sort(), [
    "@modelcontextprotocol/core",
    "@modelcontextprotocol/server",
    "@msgpack/msgpack",
    "@stricli/core",
    // js-yaml asks for it for a command line of its own, and loads it nowhere else.
    "argparse",
    "asn1",
    "bcrypt-pbkdf",
    "diff",
    "ignore",
    "js-yaml",
    "safer-buffer",
    "smol-toml",
    "ssh2",
    "tweetnacl",
    "unbash",
    "zod",
  ]);
});

Deno.test("the executable embeds no test, no fixture and no secret", () => {
  const ours = inspected.files.filter(({ path }) => !PACKAGE.test(path));
  assertTrue(ours.length > 20);
  assertEquals(
    ours.filter(({ path }) =>
      path !== SELF_TEST && /(^|\/)tests?\/|_test\.[jt]s$|fixture|conformance|bench/i.test(path)
    ).map((
      { path },
    ) => path),
    [],
  );
  assertEquals(inspected.files.filter(isSecret).map(({ path }) => path), []);
  assertTrue(
    isSecret({ path: "a/.env", text: "" }) &&
      isSecret({ path: "a", text: "-----BEGIN PRIVATE " + `KEY-----\n${"MIIE".repeat(10)}` }),
  );
});

Deno.test("the executable says nothing of the directory that it was built in, so that another makes the same one", async () => {
  // What Deno has to complain of in a file that it takes for code is embedded, with the file's path.
  const text = new TextDecoder("latin1").decode(await Deno.readFile(executable));
  assertTrue(text.includes("lib/not-embedded/"));
  assertEquals(text.includes(ROOT), false);
  assertEquals(text.includes("/deno-dir-compile"), false);
});

Deno.test("each package that is embedded brings its terms, or NOTICE has them", async () => {
  const notice = await Deno.readTextFile(join(ROOT, "NOTICE"));
  const named = (path: string) => path.match(PACKAGE)?.groups?.["name"];
  const packages = new Set(
    inspected.files.map(({ path }) => named(path)).filter((name) => name !== undefined),
  );
  for (const { path } of inspected.files) {
    if (/\/(?:licen[cs]e|copying)[^/]*\.json$/i.test(path)) packages.delete(named(path) ?? "");
  }
  assertEquals([...packages].filter((name) => !notice.includes(name)), []);
});

Deno.test("two builds from the same sources are the same, byte for byte", async () => {
  const again = await compileOnPinnedBase(join(place, "second"));
  assertEquals(again.sha256, made.sha256);
  assertEquals(await sha256(await Deno.readFile(join(place, "second"))), made.sha256);
  assertMatch(made.base, /FOR TESTS ONLY/);
});

/** By its name, or by what a private key, a token of a known form or a password file looks like. */
function isSecret({ path, text }: Embedded): boolean {
  return /(^|\/)(\.env(\..*)?|\.npmrc|\.netrc|id_(rsa|ed25519|ecdsa)|.*\.(pem|key|p12|pfx|sqlite|db)|known_hosts|.*token)$/
    .test(path) ||
    /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+(?:[\w-]+: .*\s+)*[A-Za-z0-9+\/=\s]{40}|\bgh[pousr]_\w{30}|\bAKIA[0-9A-Z]{16}\b|\bnpm_\w{36}\b/
      .test(text);
}

/** The address that the server logs once it listens. */
async function addressIn(log: ReadableStreamDefaultReader<string>): Promise<string> {
  let text = "";
  for (;;) {
    const address = text.match(/http:\/\/\S+\/mcp/)?.[0];
    if (address !== undefined) return address;
    const { value, done } = await log.read();
    if (done) throw new Error(`The server ended: ${text}`);
    text += value;
  }
}
