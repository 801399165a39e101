/** A release made of stand-ins for the executables, each looked into as its users would. */
import { join } from "node:path";
import { TARGETS } from "./parts/compiler.ts";
import { run } from "./parts/child.ts";
import { denoConfig } from "./parts/config.ts";
import { makeRelease } from "./parts/release_set.ts";
import { ROOT } from "./parts/tree.ts";
import { assertEquals, assertIncludes, assertMatch, assertTrue } from "../assert.ts";

const place = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-release-" }));
addEventListener("unload", () => Deno.removeSync(place, { recursive: true }));

/** An executable stands in as a script that says who it is. */
async function executables(directory: string): Promise<string> {
  await Deno.mkdir(directory);
  for (const target of TARGETS) {
    const name = `gatehouse-${target}${target.includes("windows") ? ".exe" : ""}`;
    await Deno.writeTextFile(join(directory, name), `#!/bin/sh\necho ${target} "$@"\n`);
  }
  return directory;
}

async function refusal(directory: string): Promise<string> {
  return await makeRelease(directory, "someone/gatehouse").then(() => "made", (error) => String(error));
}

const first = await executables(join(place, "first"));
const made = await makeRelease(first, "someone/gatehouse");
const out = join(first, "release");

Deno.test("a release has an archive and a bundle for each platform, and the sums of all its files", async () => {
  const names = (await Array.fromAsync(Deno.readDir(out), ({ name }) => name)).sort();
  const platforms = ["darwin-arm64", "darwin-x86_64", "linux-aarch64", "linux-x86_64", "windows-x86_64"];
  assertEquals(
    names,
    [
      "SHA256SUMS",
      ...platforms.flatMap((name) => [
        `gatehouse-${name}.mcpb`,
        `gatehouse-${name}.${name.startsWith("windows") ? "zip" : "tar.gz"}`,
      ]),
      "install.sh",
      "sbom.cdx.json",
      "server.json",
    ].sort(),
  );
  const { code, stdout } = await run(["sha256sum", "--check", "--strict", "SHA256SUMS"], { cwd: out });
  assertEquals([code, stdout.trim().split("\n").length], [0, made.length]);
});

Deno.test("a release that lacks an executable, or is there already, says what to do, and nothing is left", async () => {
  const empty = await Deno.makeTempDir({ dir: place });
  assertIncludes(await refusal(empty), "Run deno task compile --all first");
  assertEquals(await Array.fromAsync(Deno.readDir(empty)), []);
  assertIncludes(await refusal(first), "is there already: remove it first");
});

Deno.test("the system's tar reads an archive: the program may be run, the licence is beside it", async () => {
  const into = await Deno.makeTempDir({ dir: place });
  const archive = join(out, "gatehouse-linux-x86_64.tar.gz");
  assertEquals((await run(["tar", "-xzf", archive], { cwd: into })).code, 0);
  assertEquals(((await Deno.stat(join(into, "gatehouse"))).mode ?? 0) & 0o777, 0o755);
  assertEquals(
    await Deno.readTextFile(join(into, "LICENSE")),
    await Deno.readTextFile(join(ROOT, "LICENSE")),
  );
  assertEquals(
    (await run([join(into, "gatehouse"), "x"], { cwd: into })).stdout,
    "x86_64-unknown-linux-gnu x\n",
  );
});

Deno.test("two releases of the same executables are the same, byte for byte", async () => {
  const again = await makeRelease(await executables(join(place, "second")), "someone/gatehouse");
  assertEquals(again, made);
});

Deno.test("the registry's entry names this repository's files with the sums that they have", async () => {
  const entry = JSON.parse(await Deno.readTextFile(join(out, "server.json")));
  assertEquals([entry.name, entry.version, entry.repository.url], [
    "io.github.someone/gatehouse",
    denoConfig().version,
    "https://github.com/someone/gatehouse",
  ]);
  assertTrue(entry.description.length <= 100);
  assertEquals(entry.packages.length, TARGETS.length);
  for (const { identifier, fileSha256, registryType, transport } of entry.packages) {
    const name = identifier.split("/").at(-1);
    assertEquals([registryType, transport.type], ["mcpb", "stdio"]);
    assertEquals(fileSha256, made.find((offered) => offered.name === name)?.sha256);
  }
});

Deno.test("the committed entry has the program's version", async () => {
  const entry = JSON.parse(await Deno.readTextFile(join(ROOT, "server.json")));
  assertEquals(entry.version, denoConfig().version);
});

Deno.test("the bill of materials names what lib imports with its exact version, and nothing that only tests need", async () => {
  const { components } = JSON.parse(await Deno.readTextFile(join(out, "sbom.cdx.json")));
  const names = components.map(({ name }: { name: string }) => name);
  for (const name of ["deno", "zod", "ssh2", "tweetnacl", "@modelcontextprotocol/core"]) {
    assertTrue(names.includes(name), name);
  }
  for (const name of ["fast-check", "ajv", "esbuild", "fflate"]) {
    assertEquals(names.includes(name), false, name);
  }
  for (const { type, purl, hashes } of components) {
    if (type === "library") {
      assertMatch(purl, /^pkg:npm\/.+@\d+\.\d+\.\d+/);
      assertMatch(hashes[0].content, /^[0-9a-f]{128}$/);
    }
  }
});

async function install(from: string, to: string) {
  return await run(["sh", join(ROOT, "install.sh"), "--from", from, "--to", to], {
    cwd: place,
    env: { PATH: Deno.env.get("PATH") ?? "", HOME: place },
  });
}

async function isThere(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}

const onLinux = { ignore: Deno.build.os !== "linux" || Deno.build.arch !== "x86_64" };

Deno.test(
  "install.sh puts the program where it was told once the sum is right, and says what is next",
  onLinux,
  async () => {
    const to = join(place, "bin");
    const { code, stdout, stderr } = await install(`file://${out}`, to);
    assertEquals([code, stderr], [0, ""]);
    assertIncludes(stdout, "gatehouse init");
    assertEquals(await Array.fromAsync(Deno.readDir(to), ({ name }) => name), ["gatehouse"]);
    assertEquals((await run([join(to, "gatehouse")], { cwd: place })).stdout, "x86_64-unknown-linux-gnu\n");
  },
);

Deno.test(
  "install.sh writes nothing when the sum is another, is missing, or the file is",
  onLinux,
  async () => {
    const archive = "gatehouse-linux-x86_64.tar.gz";
    const spoil: Record<string, (directory: string) => Promise<void>> = {
      "and not": async (directory) => await Deno.writeTextFile(join(directory, archive), "other"),
      "has no sum": async (directory) =>
        await Deno.writeTextFile(join(directory, "SHA256SUMS"), `${"0".repeat(64)}  x\n`),
      "could not get": async (directory) => await Deno.remove(join(directory, archive)),
    };
    for (const [said, change] of Object.entries(spoil)) {
      const from = await Deno.makeTempDir({ dir: place });
      for (const name of [archive, "SHA256SUMS"]) await Deno.copyFile(join(out, name), join(from, name));
      await change(from);
      const to = join(from, "bin");
      const { code, stdout, stderr } = await install(`file://${from}`, to);
      assertEquals([code, stdout], [1, ""], said);
      assertIncludes(stderr, said);
      assertEquals(await isThere(to), false, said);
    }
  },
);

Deno.test(
  "install.sh refuses an address without TLS, and a directory that depends on where it runs",
  onLinux,
  async () => {
    assertIncludes((await install("http://127.0.0.1/x", join(place, "no"))).stderr, "begins with https://");
    assertIncludes((await install(`file://${out}`, "bin")).stderr, "absolute directory");
  },
);

Deno.test(
  "install.sh finds a directory in the program's place, and no home, before it writes",
  onLinux,
  async () => {
    const to = await Deno.makeTempDir({ dir: place });
    await Deno.mkdir(join(to, "gatehouse"));
    const { code, stdout, stderr } = await install(`file://${out}`, to);
    assertEquals([code, stdout], [1, ""]);
    assertIncludes(stderr, "is a directory");
    assertEquals(await Array.fromAsync(Deno.readDir(join(to, "gatehouse"))), []);
    const homeless = await run(["sh", join(ROOT, "install.sh"), "--from", `file://${out}`], {
      cwd: place,
      env: { PATH: Deno.env.get("PATH") ?? "", HOME: "" },
    });
    assertEquals([homeless.code, homeless.stdout], [1, ""]);
    assertIncludes(homeless.stderr, "HOME is not set");
  },
);

Deno.test(
  "install.sh takes a link in the archive for no program, and a link in its place for nothing but a name",
  onLinux,
  async () => {
    const archive = "gatehouse-linux-x86_64.tar.gz";
    const from = await Deno.makeTempDir({ dir: place });
    await Deno.symlink("/etc/passwd", join(from, "gatehouse"));
    await run(["tar", "-czf", archive, "gatehouse"], { cwd: from });
    const { stdout: sums } = await run(["sha256sum", archive], { cwd: from });
    await Deno.writeTextFile(join(from, "SHA256SUMS"), sums);
    const refused = await install(`file://${from}`, join(from, "bin"));
    assertEquals([refused.code, await isThere(join(from, "bin"))], [1, false]);
    assertIncludes(refused.stderr, "does not hold the program");

    const to = await Deno.makeTempDir({ dir: place });
    await Deno.writeTextFile(join(to, "mine"), "mine");
    await Deno.symlink("mine", join(to, "gatehouse"));
    assertEquals((await install(`file://${out}`, to)).code, 0);
    assertEquals(await Deno.readTextFile(join(to, "mine")), "mine");
    assertEquals((await Deno.lstat(join(to, "gatehouse"))).isSymlink, false);
  },
);

Deno.test("a bundle brings the program and the terms that it is under", async () => {
  const { code, stdout } = await run(["unzip", "-Z1", join(out, "gatehouse-linux-x86_64.mcpb")], {
    cwd: place,
  });
  assertEquals([code, stdout.trim().split("\n").sort()], [0, [
    "LICENSE",
    "NOTICE",
    "manifest.json",
    "server/gatehouse",
  ]]);
});
