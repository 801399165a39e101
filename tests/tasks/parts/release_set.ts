/** What a release offers, made of its executables. The same executables give the same files, byte for byte. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { gzipSync, type Zippable, zipSync } from "fflate";
import { billOfMaterials } from "./bill.ts";
import { TARGETS } from "./compiler.ts";
import { denoConfig } from "./config.ts";
import { sha256 } from "./npm_tarball.ts";
import { tarOf } from "./tar.ts";
import { ROOT } from "./tree.ts";

/** A file of the release. */
export interface Offered {
  readonly name: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** By Deno's name for a platform: `uname`'s name, as users look for it, and the one of desktop clients. */
const PLATFORMS: Readonly<Record<(typeof TARGETS)[number], { name: string; node: string }>> = {
  "x86_64-unknown-linux-gnu": { name: "linux-x86_64", node: "linux" },
  "aarch64-unknown-linux-gnu": { name: "linux-aarch64", node: "linux" },
  "x86_64-apple-darwin": { name: "darwin-x86_64", node: "darwin" },
  "aarch64-apple-darwin": { name: "darwin-arm64", node: "darwin" },
  "x86_64-pc-windows-msvc": { name: "windows-x86_64", node: "win32" },
};

/** What stands beside the program in every archive. */
const DOCUMENTS = ["LICENSE", "NOTICE", "README.md", "SECURITY.md"];

/** The time of every file in an archive. A zip knows no earlier year than 1980. */
const FIXED_TIME = new Date("2026-01-01T00:00:00Z");

/**
 * Makes the files in `<directory>/release`, which must not be there yet.
 *
 * @param directory Where the executables are, one for each target.
 * @param repository `owner/name`.
 * @throws Error when an executable is missing, or the files are there already; nothing is written then.
 */
export async function makeRelease(directory: string, repository: string): Promise<readonly Offered[]> {
  const missing = TARGETS.map(executableOf).filter((name) => !existsSync(join(directory, name)));
  if (missing.length > 0) {
    throw new Error(`Not in ${directory}: ${missing.join(", ")}. Run deno task compile --all first`);
  }
  const out = join(directory, "release");
  try {
    await Deno.mkdir(out);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    throw new Error(`${out} is there already: remove it first`);
  }
  const made: Offered[] = [];
  const offer = async (name: string, bytes: Uint8Array): Promise<Offered> => {
    await Deno.writeFile(join(out, name), bytes);
    const offered = { name, bytes: bytes.length, sha256: await sha256(new Uint8Array(bytes)) };
    made.push(offered);
    return offered;
  };
  const documents = await Promise.all(
    DOCUMENTS.map(async (name) => [name, await Deno.readFile(join(ROOT, name))] as const),
  );
  const terms = documents.filter(([name]) => name === "LICENSE" || name === "NOTICE");
  const bundles: Offered[] = [];
  for (const target of TARGETS) {
    const { name, node } = PLATFORMS[target];
    const isWindows = node === "win32";
    const program = isWindows ? "gatehouse.exe" : "gatehouse";
    const executable = await Deno.readFile(join(directory, executableOf(target)));
    if (isWindows) {
      const files = [[program, executable], ...documents] as const;
      await offer(archiveOf(target), zipOf(files, program));
    } else {
      const files = [{ name: program, bytes: executable, mode: 0o755 }]
        .concat(documents.map(([document, bytes]) => ({ name: document, bytes, mode: 0o644 })));
      const tar = tarOf(files, FIXED_TIME);
      await offer(archiveOf(target), gzipSync(tar, { level: 6, mtime: FIXED_TIME }));
    }
    const manifest = new TextEncoder().encode(JSON.stringify(manifestOf(program, node), null, 2));
    const bundle = zipOf(
      [["manifest.json", manifest], [`server/${program}`, executable], ...terms],
      `server/${program}`,
    );
    bundles.push(await offer(`gatehouse-${name}.mcpb`, bundle));
  }
  const json = (value: unknown) => new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
  await offer("sbom.cdx.json", json(await billOfMaterials()));
  await offer("server.json", json(await registryEntry(bundles, repository)));
  await offer("install.sh", await Deno.readFile(join(ROOT, "install.sh")));
  const sums = made.map(({ name, sha256 }) => `${sha256}  ${name}\n`).sort().join("");
  await Deno.writeTextFile(join(out, "SHA256SUMS"), sums);
  return made;
}

/** As `deno task compile --all` names it. */
function executableOf(target: (typeof TARGETS)[number]): string {
  return `gatehouse-${target}${PLATFORMS[target].node === "win32" ? ".exe" : ""}`;
}

/** The archive's name for a platform. */
export function archiveOf(target: (typeof TARGETS)[number]): string {
  const { name, node } = PLATFORMS[target];
  return `gatehouse-${name}.${node === "win32" ? "zip" : "tar.gz"}`;
}

/** A zip in which one file may be run. */
function zipOf(files: Iterable<readonly [name: string, bytes: Uint8Array]>, program: string): Uint8Array {
  const UNIX = 3;
  const entries: Zippable = {};
  for (const [name, bytes] of files) {
    const mode = name === program ? 0o100755 : 0o100644;
    entries[name] = [bytes, { level: 6, mtime: FIXED_TIME, os: UNIX, attrs: mode * 0x10000 }];
  }
  return zipSync(entries);
}

/** A bundle's manifest (MCPB 0.3), as desktop clients read it. */
export function manifestOf(program: string, platform: string): Readonly<Record<string, unknown>> {
  const { version, license } = denoConfig();
  return {
    manifest_version: "0.3",
    name: "gatehouse",
    display_name: "Gatehouse",
    version,
    description: "Judges shell commands before an agent runs them, and plans which skills fit a project",
    author: { name: "The Gatehouse authors" },
    license,
    server: {
      type: "binary",
      entry_point: `server/${program}`,
      mcp_config: { command: `\${__dirname}/server/${program}`, args: ["serve"], env: {} },
    },
    tools_generated: true,
    prompts_generated: true,
    compatibility: { platforms: [platform] },
  };
}

/** The registry's entry: the committed one, with the bundles of this release and their sums. */
async function registryEntry(
  bundles: readonly Offered[],
  repository: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { version } = denoConfig();
  const [owner] = repository.split("/");
  const entry = JSON.parse(await Deno.readTextFile(join(ROOT, "server.json")));
  const place = `https://github.com/${repository}`;
  return {
    ...entry,
    name: `io.github.${owner}/gatehouse`,
    version,
    repository: { url: place, source: "github" },
    packages: bundles.map(({ name, sha256 }) => ({
      registryType: "mcpb",
      identifier: `${place}/releases/download/v${version}/${name}`,
      version,
      fileSha256: sha256,
      transport: { type: "stdio" },
    })),
  };
}
