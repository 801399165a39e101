/** Settings as the program has them, loaded from the operator's file in a home of the test's own. */
import type { Flags } from "gatehouse/config/flags.ts";
import { type Loaded, loadSettings } from "gatehouse/config/load.ts";

/** A home directory with a workspace in it; removed when it is disposed of. */
export class Place implements AsyncDisposable {
  private constructor(
    /** The real path of the home directory. */
    readonly home: string,
  ) {}

  static async make(files: Readonly<Record<string, string>> = {}): Promise<Place> {
    const place = new Place(await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-flow-" })));
    await Deno.mkdir(place.workspace);
    for (const [name, text] of Object.entries(files)) await place.write(name, text);
    return place;
  }

  get workspace(): string {
    return `${this.home}/project`;
  }

  /** The operator's file, beside the workspace. */
  get operatorFile(): string {
    return `${this.home}/operator.toml`;
  }

  /** Writes a file of the workspace. */
  async write(name: string, text: string): Promise<void> {
    const path = `${this.workspace}/${name}`;
    await Deno.mkdir(path.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(path, text);
  }

  /** A file of the workspace; null when it is not there. */
  async read(name: string): Promise<string | null> {
    try {
      return await Deno.readTextFile(`${this.workspace}/${name}`);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return null;
      throw error;
    }
  }

  /** The variables that the program is started with. */
  get environment(): Readonly<Record<string, string>> {
    const { HOME: _home, XDG_CONFIG_HOME: _config, XDG_STATE_HOME: _state, ...rest } = Deno.env.toObject();
    return { ...rest, HOME: this.home };
  }

  /** @param toml Stands below `workspace_dir`. */
  async load(toml: string, flags: Flags = {}): Promise<Loaded> {
    await Deno.writeTextFile(this.operatorFile, `workspace_dir = "project"\n${toml}`);
    return await loadSettings({ config: this.operatorFile, ...flags }, {
      environment: this.environment,
      cwd: this.home,
      families: ["gate", "hosts", "skills", "flow"],
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.home, { recursive: true });
  }
}
