/** What a stamped executable says of itself, and what it takes to be believed. */
import { join } from "node:path";
import { assertEquals, assertMatch, assertTrue } from "../assert.ts";
import { run } from "../tasks/parts/child.ts";
import { serverEnv } from "../tasks/parts/client.ts";
import { compileOnPinnedBase } from "../tasks/parts/compiler.ts";
import { said } from "../tasks/parts/stamp.ts";

const place = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-stamped-" }));
addEventListener("unload", () => Deno.removeSync(place, { recursive: true }));

const WORDS = {
  "source-revision": "0123456789abcdef0123456789abcdef01234567",
  "build-id": "release 7",
  "built-at": "2999-01-01T00:00:00Z",
  "config-revision": "config 3",
} as const;

const executable = join(place, "gatehouse");
await compileOnPinnedBase(executable, { stamp: said(WORDS) });

async function provenance(program: string, more: Readonly<Record<string, string>> = {}) {
  const state = await Deno.makeTempDir({ dir: place });
  const servers = JSON.stringify({ vps: { type: "mikrus", srv: "srv1", key: "0123456789abcdef" } });
  const { code, stdout, stderr } = await run([program, "call", "describe_mikrus_capabilities", "{}"], {
    cwd: place,
    env: { ...serverEnv(state), MIKRUS_SERVERS: servers, ...more },
  });
  assertEquals(code, 0, stderr);
  const { data, _meta } = JSON.parse(stdout);
  assertEquals(data.provenance, _meta.provenance);
  return _meta.provenance;
}

Deno.test("a stamped executable says what it was stamped with, and that it is whole", async () => {
  const told = await provenance(executable);
  assertEquals(
    [told.sourceRevision, told.buildId, told.builtAt, told.configRevision, told.packageIntegrity],
    [
      WORDS["source-revision"],
      WORDS["build-id"],
      WORDS["built-at"],
      WORDS["config-revision"],
      "verified",
    ],
  );
  assertMatch(told.packageContentDigest, /^sha256:[0-9a-f]{64}$/);
  assertEquals(told.artifactDigest, told.packageContentDigest);
  assertEquals(told.deployment, {
    imageDigest: "unknown",
    releaseManifestDigest: "unknown",
    binding: "missing",
  });
});

Deno.test("--version names the source of a stamped executable", async () => {
  const { stdout } = await run([executable, "--version"], { cwd: place });
  assertMatch(stdout, new RegExp(`^gatehouse .+, source ${WORDS["source-revision"]}\\)\n$`));
});

Deno.test("the operator's name for the configuration goes before the stamped one, and no variable gives another fact", async () => {
  const told = await provenance(executable, {
    MIKRUS_MCP_CONFIG_REVISION: "config 4",
    MIKRUS_MCP_SOURCE_REVISION: "f".repeat(40),
    MIKRUS_MCP_BUILD_ID: "forged",
  });
  assertEquals([told.configRevision, told.buildId, told.sourceRevision], [
    "config 4",
    WORDS["build-id"],
    WORDS["source-revision"],
  ]);
});

Deno.test("an executable whose code was changed after it was stamped says that it is not whole", async () => {
  const bytes = await Deno.readFile(executable);
  const text = new TextEncoder().encode("To work on a server, call list_configured_servers first");
  const at = indexOf(bytes, text);
  assertTrue(at > 0);
  bytes.set(new TextEncoder().encode("To w0rk"), at);
  const changed = join(place, "changed");
  await Deno.writeFile(changed, bytes, { mode: 0o700 });
  assertEquals((await provenance(changed)).packageIntegrity, "failed");
});

Deno.test("a receipt binds a deployment only to the very build that it names", async () => {
  const { packageContentDigest } = await provenance(executable);
  const receipt = {
    sourceRevision: WORDS["source-revision"],
    buildId: WORDS["build-id"],
    packageContentDigest,
    imageDigest: `sha256:${"1".repeat(64)}`,
    releaseManifestDigest: `sha256:${"2".repeat(64)}`,
  };
  const path = join(place, "receipt.json");
  const bound = async (text: string) => {
    await Deno.writeTextFile(path, text, { mode: 0o600 });
    return (await provenance(executable, { MIKRUS_MCP_DEPLOYMENT_RECEIPT_FILE: path })).deployment;
  };
  assertEquals(await bound(JSON.stringify(receipt)), {
    imageDigest: receipt.imageDigest,
    releaseManifestDigest: receipt.releaseManifestDigest,
    binding: "verified",
  });
  for (const other of [{ ...receipt, buildId: "release 8" }, { ...receipt, imageDigest: "sha256:1" }, null]) {
    assertEquals((await bound(JSON.stringify(other))).binding, "invalid");
  }
  assertEquals((await bound("{")).binding, "invalid");
  await Deno.remove(path);
  const missing = await provenance(executable, { MIKRUS_MCP_DEPLOYMENT_RECEIPT_FILE: path });
  assertEquals(missing.deployment.binding, "invalid");
});

Deno.test("a stamp that lacks a word, has a malformed one, or is older than a source is refused", () => {
  const refused = (more: Readonly<Record<string, string | undefined>>): string => {
    try {
      said({ ...WORDS, ...more });
    } catch (error) {
      return error instanceof RangeError ? error.message : "";
    }
    return "";
  };
  for (const name of ["source-revision", "build-id", "built-at"]) {
    assertMatch(refused({ [name]: undefined }), /needs --/);
  }
  assertMatch(refused({ "source-revision": "main" }), /Could not use --source-revision/);
  assertMatch(refused({ "build-id": "a\nb" }), /Could not use --build-id/);
  assertMatch(refused({ "built-at": "2026-11-30T08:00:00" }), /Could not use --built-at/);
  assertMatch(refused({ "config-revision": "x".repeat(257) }), /Could not use --config-revision/);
  assertMatch(refused({ "built-at": "2001-01-01T00:00:00Z" }), /is newer than --built-at/);
});

function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  const first = wanted[0] ?? 0;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}
