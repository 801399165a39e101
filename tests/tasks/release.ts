/**
 * `deno task release --repository OWNER/NAME [--directory DIR]`: makes what a release offers, in `DIR/release`, of the
 * executables that `deno task compile --all` left in DIR: archives and bundles for desktop clients, the bill of
 * materials, the registry's entry, the installer, and the sums of all of them.
 */
import { parseArgs } from "node:util";
import { resolve } from "node:path";
import { makeRelease } from "./parts/release_set.ts";
import { ROOT } from "./parts/tree.ts";

function asked(): { repository: string; directory: string } {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args: Deno.args, options: { repository: text, directory: text } });
  const { repository = "", directory = "dist" } = values;
  if (!/^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(repository)) {
    throw new RangeError(`Could not use --repository ${JSON.stringify(repository)}: give OWNER/NAME`);
  }
  return { repository, directory: resolve(ROOT, directory) };
}

try {
  const { repository, directory } = asked();
  for (const { name, sha256, bytes } of await makeRelease(directory, repository)) {
    console.log(`${sha256}  ${String(bytes).padStart(9)}  ${name}`);
  }
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}`);
  console.error("Use: deno task release --repository OWNER/NAME [--directory DIR]");
  Deno.exit(2);
}
