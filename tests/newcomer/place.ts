/** A place that looks as it does for somebody who has just got the checkout: an empty home, and no settings. */
import { dirname, join } from "node:path";
import { mustRun } from "../tasks/parts/child.ts";
import { ROOT } from "../tasks/parts/tree.ts";

/** Of the machine's environment, what leads to registries and their certificates. */
const PASSED =
  /^(LANG|LC_.*|TMPDIR|CI|npm_config_.*|.*_proxy|.*CERT.*|SSL_.*|CURL_CA_BUNDLE|DENO_TLS_CA_STORE)$/i;

/** Nobody waits for these two: they only make npm give up at once where there is no network. */
const NPM = { NPM_CONFIG_UPDATE_NOTIFIER: "false", NPM_CONFIG_FETCH_RETRIES: "0" };

/** How a block ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** One home and one checkout. */
export interface Place {
  readonly checkout: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Removes both. */
  close(): Promise<void>;
}

/** Copies what git has of the checkout, with what is not committed yet; nothing that was fetched or built. */
export async function newPlace(): Promise<Place> {
  const base = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-newcomer-" }));
  const [checkout, home, bin] = [join(base, "checkout"), join(base, "home"), join(base, "bin")];
  for (const directory of [checkout, home, bin]) await Deno.mkdir(directory);
  const { stdout } = await mustRun(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
  });
  for (const path of stdout.split("\0").filter((path) => path !== "")) {
    await Deno.mkdir(dirname(join(checkout, path)), { recursive: true });
    await Deno.copyFile(join(ROOT, path), join(checkout, path)).catch((error) => {
      // Removed, but not committed yet.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }
  await Deno.symlink(Deno.execPath(), join(bin, "deno"));
  const passed = Object.entries(Deno.env.toObject()).filter(([name]) => PASSED.test(name));
  const path = `${join(checkout, "dist")}:${bin}:${Deno.env.get("PATH") ?? ""}`;
  return {
    checkout,
    home,
    env: { ...Object.fromEntries(passed), ...NPM, NO_COLOR: "1", HOME: home, PATH: path },
    close: () => Deno.remove(base, { recursive: true }),
  };
}

/** After this long a block hangs. */
const LIMIT_MS = 10 * 60_000;

/** Runs a text as it would be typed in the checkout's directory: what fails does not stop what follows. */
export async function typed(
  text: string,
  { checkout, env }: Place,
  { before }: { readonly before: readonly string[] },
): Promise<Ended> {
  const [program = "bash", ...args] = [...before, "bash", "-c", text];
  const child = new Deno.Command(program, {
    args,
    cwd: checkout,
    env: { ...env },
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const limit = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
  try {
    const { code, stdout, stderr } = await child.output();
    const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, stdout: decode(stdout), stderr: decode(stderr) };
  } finally {
    clearTimeout(limit);
  }
}

/** How the network is taken away, and what goes before a command for it. */
export interface Offline {
  readonly how: string;
  readonly before: readonly string[];
}

/** A network of its own with nothing in it, where the machine lets us; else every way out leads to a dead port. */
export async function offline(): Promise<Offline> {
  const before = ["unshare", "--map-root-user", "--net", "--"];
  try {
    const { success } = await new Deno.Command("unshare", { args: [...before.slice(1), "true"] }).output();
    if (success) return { how: "in a network namespace without an interface that is up", before };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const dead = "http://127.0.0.1:1";
  // The registry keeps its address: both npm and Deno keep what they have under it.
  const names = ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
  return {
    how: "with every proxy at a port where nothing listens",
    before: ["env", "-u", "no_proxy", "-u", "NO_PROXY", ...names.map((name) => `${name}=${dead}`)],
  };
}
