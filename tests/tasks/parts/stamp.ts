/** The stamp of a build: what the releaser says of it, and what is in it. */
import { join } from "node:path";
import { type BuildStamp, contentDigest } from "gatehouse/core/build_stamp.ts";
import { ROOT, sources } from "./tree.ts";

/** What the releaser says, as flags; `undefined` where it was not given. */
export interface StampFlags {
  readonly "source-revision"?: string | undefined;
  readonly "build-id"?: string | undefined;
  readonly "built-at"?: string | undefined;
  readonly "config-revision"?: string | undefined;
}

/** A stamp that lacks only what the staged files add to it. */
export type Said = Omit<BuildStamp, "packageContentDigest">;

const REQUIRED = {
  "source-revision": /^[0-9a-f]{40}$/,
  "build-id": /^\P{Cc}{1,200}$/u,
  "built-at": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/,
} as const;

/** @throws RangeError for what is missing or malformed, and when a source is newer than the time of the build. */
export function said(flags: StampFlags): Said {
  for (const [name, shape] of Object.entries(REQUIRED) as [keyof typeof REQUIRED, RegExp][]) {
    const value = flags[name];
    if (value === undefined) throw new RangeError(`--provenance stamped needs --${name}`);
    if (!shape.test(value)) throw new RangeError(`Could not use --${name} ${JSON.stringify(value)}`);
  }
  const { "config-revision": configRevision, "built-at": builtAt = "" } = flags;
  if (configRevision !== undefined && !/^\P{Cc}{1,256}$/u.test(configRevision)) {
    throw new RangeError(`Could not use --config-revision ${JSON.stringify(configRevision)}`);
  }
  const time = Date.parse(builtAt);
  if (Number.isNaN(time)) throw new RangeError(`--built-at ${builtAt} is no time`);
  const newer = [...sources("lib", ""), "main.ts", "deno.json", "deno.lock"].find((path) =>
    (Deno.statSync(join(ROOT, path)).mtime?.getTime() ?? Infinity) > time
  );
  if (newer !== undefined) {
    throw new RangeError(`${newer} is newer than --built-at ${builtAt}: it is not of that build`);
  }
  return {
    sourceRevision: flags["source-revision"] ?? "",
    buildId: flags["build-id"] ?? "",
    builtAt,
    configRevision: configRevision ?? null,
  };
}

/** Writes the stamp into a staged tree, over all that stands below its `lib/`. */
export async function stampTree(directory: string, words: Said): Promise<void> {
  const lib = join(directory, "lib");
  const packageContentDigest = await contentDigest(filesBelow(lib));
  const stamp = { schema: 1, ...words, packageContentDigest };
  await Deno.writeTextFile(join(lib, "_build_provenance.json"), JSON.stringify(stamp, null, 2));
}

function* filesBelow(directory: string, above = ""): Generator<readonly [string, Uint8Array]> {
  for (const { name, isDirectory } of Deno.readDirSync(directory)) {
    const inner = join(directory, name);
    if (isDirectory) yield* filesBelow(inner, `${above}${name}/`);
    else yield [above + name, Deno.readFileSync(inner)];
  }
}
