/**
 * What an executable was stamped with when it was built, and whether what it carries is what was stamped.
 *
 * Only an executable has a stamp: beside a checkout anybody could lay one. What is proven is that the carried files are
 * those of the stamp, not who made it: that is the release's attestation.
 */
import { isRecord } from "./record.ts";

/** The stamp's name among the embedded files, below `lib/`. */
const STAMP_FILE = "_build_provenance.json";

/** What the build said of itself. */
export interface BuildStamp {
  /** 40 hexadecimal digits. */
  readonly sourceRevision: string;
  /** At most 200 characters. */
  readonly buildId: string;
  /** A time with its zone (RFC 3339). */
  readonly builtAt: string;
  /** At most 256 characters; null when the build named none. */
  readonly configRevision: string | null;
  /** `sha256:` and 64 hexadecimal digits, over what `contentDigest` takes. */
  readonly packageContentDigest: string;
}

/** A stamp, and whether it holds for what the program carries; null for a program without one. */
export type Stamped = { readonly stamp: BuildStamp; readonly isWhole: boolean } | null;

/**
 * The stamp of the running executable; read once.
 *
 * @example
 * ```ts
 * import { buildStamp } from "gatehouse/core/build_stamp.ts";
 *
 * if (await buildStamp() !== null) throw new Error("a checkout claims to be a build");
 * ```
 */
export function buildStamp(): Promise<Stamped> {
  return known ??= Deno.build.standalone ? read(new URL("../", import.meta.url)) : Promise.resolve(null);
}

let known: Promise<Stamped> | undefined;

async function read(directory: URL): Promise<Stamped> {
  let text: string;
  try {
    text = await Deno.readTextFile(new URL(STAMP_FILE, directory));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  const stamp = stampOf(JSON.parse(text));
  return stamp === null
    ? null
    : { stamp, isWhole: await contentDigest(filesBelow(directory)) === stamp.packageContentDigest };
}

function stampOf(value: unknown): BuildStamp | null {
  if (!isRecord(value) || value["schema"] !== 1) return null;
  const { sourceRevision, buildId, builtAt, configRevision, packageContentDigest } = value;
  const texts = [sourceRevision, buildId, builtAt, packageContentDigest];
  if (!texts.every((text) => typeof text === "string")) return null;
  // Each was just looked at, which the type system does not follow through a list.
  const stamp = { sourceRevision, buildId, builtAt, packageContentDigest } as Omit<
    BuildStamp,
    "configRevision"
  >;
  return { ...stamp, configRevision: typeof configRevision === "string" ? configRevision : null };
}

/**
 * `sha256:` and the digest over the files in the order of their names: each its name, NUL, its bytes, NUL.
 *
 * @param files Name with `/`, relative to `lib/`, and bytes. The stamp itself is left out.
 *
 * @example
 * ```ts
 * import { contentDigest } from "gatehouse/core/build_stamp.ts";
 *
 * const file = (name: string) => [name, new Uint8Array(2)] as const;
 * if (await contentDigest([file("b"), file("a")]) !== await contentDigest([file("a"), file("b")])) {
 *   throw new Error("the order counts");
 * }
 * ```
 */
export async function contentDigest(
  files: Iterable<readonly [name: string, bytes: Uint8Array]>,
): Promise<string> {
  const encoder = new TextEncoder();
  const end = new Uint8Array(1);
  const parts = [...files].filter(([name]) => name !== STAMP_FILE)
    .sort(([a], [b]) => a < b ? -1 : 1)
    .flatMap(([name, bytes]) => [encoder.encode(name), end, bytes, end]);
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  return `sha256:${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function* filesBelow(directory: URL, above = ""): Generator<readonly [string, Uint8Array]> {
  for (const { name, isDirectory } of Deno.readDirSync(directory)) {
    if (isDirectory) yield* filesBelow(new URL(`${name}/`, directory), `${above}${name}/`);
    else yield [above + name, Deno.readFileSync(new URL(name, directory))];
  }
}
