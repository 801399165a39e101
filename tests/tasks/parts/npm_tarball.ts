/** A package of a known content from npm, through npm's own client, checked before anything reads it. */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { mustRun } from "./child.ts";
import { CACHE } from "./tree.ts";

/** A package whose content is pinned. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** Subresource integrity of the tarball: `sha512-` and base64. */
  readonly integrity: string;
}

/**
 * One file out of the package, cached under a name that holds the version.
 *
 * @param inner The file's path inside the tarball.
 * @returns The bytes.
 * @throws Error when the tarball is not the pinned one, or cannot be fetched.
 */
export async function fileOf(pinned: PinnedPackage, inner: string): Promise<Uint8Array<ArrayBuffer>> {
  await Deno.mkdir(CACHE, { recursive: true });
  const place = await Deno.makeTempDir({ dir: CACHE, prefix: "npm-" });
  try {
    const spec = `${pinned.name}@${pinned.version}`;
    await mustRun(["npm", "pack", "--silent", "--pack-destination", place, spec], { cwd: place });
    const path = join(place, `${pinned.name.replace(/^@/, "").replace("/", "-")}-${pinned.version}.tgz`);
    const integrity = `sha512-${createHash("sha512").update(await Deno.readFile(path)).digest("base64")}`;
    if (integrity !== pinned.integrity) {
      throw new Error(`${spec} is not the pinned package: ${integrity} instead of ${pinned.integrity}`);
    }
    await mustRun(["tar", "-xzf", path, "-C", place, inner]);
    return await Deno.readFile(join(place, inner));
  } finally {
    await Deno.remove(place, { recursive: true });
  }
}

/** SHA-256 in lower-case hex. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
}
