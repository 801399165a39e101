/** The bill of materials (CycloneDX 1.6): the runtime and the packages that the executable carries. */
import { join } from "node:path";
import { ROOT, sources } from "./tree.ts";
import { denoConfig, isImported } from "./config.ts";

interface Lock {
  readonly specifiers: Readonly<Record<string, string>>;
  readonly npm: Readonly<
    Record<string, { readonly integrity: string; readonly dependencies?: readonly string[] }>
  >;
}

/** The document, without a time and a serial number: the same packages give the same text. */
export async function billOfMaterials(): Promise<Readonly<Record<string, unknown>>> {
  const lock = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.lock"))) as Lock;
  const { name, version, license } = denoConfig();
  const components = [...await shipped(lock)].sort().map((key) => {
    const { packageName, packageVersion } = partsOf(key);
    const [kind, hash = ""] = (lock.npm[key]?.integrity ?? "").split("-");
    return {
      type: "library",
      name: packageName,
      version: packageVersion,
      purl: `pkg:npm/${packageName.replace("@", "%40")}@${packageVersion}`,
      hashes: kind === "sha512" ? [{ alg: "SHA-512", content: hexOf(hash) }] : [],
    };
  });
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: { type: "application", name, version, licenses: [{ license: { id: license } }] },
    },
    components: [{ type: "framework", name: "deno", version: Deno.version.deno }, ...components],
  };
}

/** The lock's keys of what `lib/` imports, and of what that needs in turn. */
async function shipped(lock: Lock): Promise<ReadonlySet<string>> {
  const code = (await Promise.all(sources("lib").map((path) => Deno.readTextFile(join(ROOT, path))))).join(
    "\n",
  );
  const found = new Set<string>();
  const take = (key: string): void => {
    if (found.has(key) || lock.npm[key] === undefined) return;
    found.add(key);
    for (const needed of lock.npm[key]?.dependencies ?? []) {
      const exact = Object.keys(lock.npm).filter((other) =>
        other === needed || partsOf(other).packageName === needed
      );
      exact.forEach(take);
    }
  };
  for (const [name, target] of Object.entries(denoConfig().imports)) {
    const named = target.match(/^npm:\/?((?:@[^/]+\/)?[^/@]+@[^/]+)/)?.[1];
    if (isImported(name, code) && named !== undefined) {
      take(Object.keys(lock.npm).find((key) => key.split("_")[0] === named) ?? named);
    }
  }
  return found;
}

/** `@a/b@1.2.3_c@4` is version 1.2.3 of `@a/b`, as it goes with `c`. */
function partsOf(key: string): { packageName: string; packageVersion: string } {
  const [, packageName = key, packageVersion = ""] = key.match(/^((?:@[^/]+\/)?[^@]+)@([^_]+)/) ?? [];
  return { packageName, packageVersion };
}

function hexOf(base64: string): string {
  return [...atob(base64)].map((char) => char.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}
