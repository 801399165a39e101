/** A machine of a test's own, looked at by `doctor`. */
import { assertTrue } from "../../assert.ts";
import { bytesIn } from "../../state/parts.ts";
import { type Ended, run, type World } from "./run.ts";

/** One line of the answer. */
export interface Line {
  readonly name: string;
  readonly status: "ok" | "warn" | "fail" | "skip";
  readonly detail: string;
  readonly next: string;
}

/** What was said. */
export interface Said extends Ended {
  readonly lines: readonly Line[];
  /** The line of that name; the first where there are several. */
  of(name: string): Line;
}

/** A home directory, and nothing else. */
export interface Machine extends AsyncDisposable {
  readonly home: string;
  /** Where the state directory stands, or will. */
  readonly state: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Writes the configuration; its path. */
  config(text: string): Promise<string>;
  run(args: readonly string[], world?: World): Promise<Ended>;
  doctor(args?: readonly string[], world?: World): Promise<Said>;
  /** Names of all files and directories below the home directory. */
  files(): Promise<readonly string[]>;
  /** The record's files. */
  bytes(): Promise<Readonly<Record<string, string>>>;
}

/** From source, the worker's packages lie under the home of who runs the tests. */
const DENO_DIR = Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`;

/** A machine that has never seen us; removed at the end. */
export async function machine(): Promise<Machine> {
  const home = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-doctor-" }));
  const environment = { HOME: home, PATH: Deno.env.get("PATH") ?? "", DENO_DIR };
  const state = `${home}/.local/state/gatehouse`;
  const own = (args: readonly string[], world: World = {}) => run(args, { environment, cwd: home, ...world });
  return {
    home,
    state,
    environment,
    async config(text) {
      const path = `${home}/.config/gatehouse/gatehouse.toml`;
      await Deno.mkdir(`${home}/.config/gatehouse`, { recursive: true });
      await Deno.writeTextFile(path, text, { mode: 0o600 });
      return path;
    },
    run: own,
    async doctor(args = [], world = {}) {
      const ended = await own(["doctor", "--json", ...args], world);
      const { checks: lines } = JSON.parse(ended.out) as { readonly checks: readonly Line[] };
      return {
        ...ended,
        lines,
        of(name) {
          const line = lines.find((one) => one.name === name);
          assertTrue(line !== undefined, `no line ${name} in ${lines.map((one) => one.name).join(" ")}`);
          return line;
        },
      };
    },
    files: () => below(home),
    bytes: () => bytesIn(state),
    [Symbol.asyncDispose]: () => Deno.remove(home, { recursive: true }),
  };
}

async function below(directory: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(directory)) {
    found.push(name);
    if (isDirectory) found.push(...await below(`${directory}/${name}`));
  }
  return found;
}
