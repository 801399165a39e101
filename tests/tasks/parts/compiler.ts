/** Makes the executable, on one of two bases. */
import { dirname, join } from "node:path";
import { mustRun } from "./child.ts";
import { gatehouseFlags } from "./config.ts";
import { familyEntries, workerEntries } from "./late.ts";
import { sha256 } from "./npm_tarball.ts";
import { OLD_VERSION, oldDeno, oldDenoEnv, oldDenort, oldDenoUnavailable } from "./old_deno.ts";
import { javaScript } from "./slim.ts";
import { stage } from "./stage.ts";
import type { Said } from "./stamp.ts";
import { CACHE } from "./tree.ts";

/** An executable that was made. */
export interface Made {
  /** What runtime it stands on, and how far that can be trusted. */
  readonly base: string;
  readonly flags: readonly string[];
  readonly bytes: number;
  readonly sha256: string;
}

/** What is compiled, when it is not the program itself. */
export interface Source {
  /** The main module, from the top. */
  readonly main: string;
  /** What it loads by an address, from the top: the entries of its workers, and its families. */
  readonly late: readonly string[];
  /** What it needs besides `lib/`. */
  readonly files: readonly string[];
}

/** The program, with what nothing imports by name. */
const PRODUCT: Source = {
  main: "main.ts",
  late: [...workerEntries(), ...familyEntries()],
  files: ["main.ts"],
};

/** The platforms that a release is for, as Deno names them. */
export const TARGETS = [
  "x86_64-unknown-linux-gnu",
  "aarch64-unknown-linux-gnu",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
  "x86_64-pc-windows-msvc",
] as const;

/** What an executable is made of besides the program. */
export interface MakeOptions {
  /** What is said of the build; null leaves it without a stamp. */
  readonly stamp?: Said | null;
  /** Default: this machine's. */
  readonly target?: (typeof TARGETS)[number];
}

/** On Deno's own base, which Deno downloads and checks. @throws Error when it cannot be downloaded. */
export function compileOfficial(output: string, { stamp = null, target }: MakeOptions = {}): Promise<Made> {
  const cache = join(CACHE, `deno-dir-compile-${Deno.version.deno}`);
  return compile(output, {
    source: PRODUCT,
    deno: Deno.execPath(),
    env: { DENO_DIR: cache },
    base: `Deno ${Deno.version.deno}, official`,
    stamp,
    extra: target === undefined ? [] : ["--target", target],
  });
}

/** On the base that is pinned by hash. @throws Error when it cannot be had on this machine. */
export async function compileOnPinnedBase(
  output: string,
  { source = PRODUCT, stamp = null }: { readonly source?: Source; readonly stamp?: Said | null } = {},
): Promise<Made> {
  const unavailable = oldDenoUnavailable();
  if (unavailable !== null) throw new Error(unavailable);
  const env = { ...oldDenoEnv(`deno-dir-compile-${OLD_VERSION}`), DENORT_BIN: await oldDenort() };
  const base = `Deno ${OLD_VERSION}, cut out of a third party's package and pinned by hash: FOR TESTS ONLY`;
  return await compile(output, { source, deno: await oldDeno(), env, base, stamp, extra: [] });
}

interface CompileOptions {
  readonly source: Source;
  readonly deno: string;
  readonly env: Readonly<Record<string, string>>;
  readonly base: string;
  readonly stamp: Said | null;
  readonly extra: readonly string[];
}

async function compile(
  output: string,
  { source, deno, env, base, stamp, extra }: CompileOptions,
): Promise<Made> {
  // The code cache would be a file of a predictable name in a directory that others can write to.
  const flags = [...gatehouseFlags(), "--no-code-cache"];
  const staged = await stage(source, { deno, env, stamp });
  try {
    await Deno.mkdir(dirname(output), { recursive: true });
    await mustRun([
      deno,
      "compile",
      "--quiet",
      "--frozen",
      "--no-check",
      ...flags,
      ...extra,
      "--output",
      output,
      // All of it, also what no module names: the stamp is over all of it.
      "--include",
      "lib",
      ...source.late.flatMap((entry) => ["--include", javaScript(entry)]),
      javaScript(source.main),
    ], {
      cwd: staged.directory,
      env,
    });
  } finally {
    await Deno.remove(staged.directory, { recursive: true });
  }
  const bytes = await Deno.readFile(output);
  return { base, flags, bytes: bytes.length, sha256: await sha256(bytes) };
}
