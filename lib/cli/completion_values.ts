/** The values that fit in a place: enumerations, and names out of the configuration. */
import { data, loaders } from "../catalogue.ts";
import { loadSettings } from "../config/load.ts";
import type { Settings } from "../config/settings.ts";
import type { Io } from "./io.ts";

/** What values are looked up in. */
export interface CompletionWorld {
  readonly io: Io;
  /** The configuration that the line names. */
  readonly config: string | undefined;
}

/** Finds the values; those that do not begin with the partial word are dropped later. */
export type Source = (world: CompletionWorld, partial: string) => Promise<readonly string[]>;

/** Bytes of a file with roots that is looked at. */
const MAX_ROOTS_FILE = 65_536;

/** Packages of one root that are proposed. */
const MAX_SKILLS = 500;

/** By the command and the place, by the place, or by what stands for it on the command's page. */
const SOURCES: Readonly<Record<string, Source>> = {
  "ALIAS": aliases,
  "TOOL": tools,
  "ID|TOOL": tools,
  "SKILL": skills,
  "audit tail --tool": tools,
  "audit tail --decision": () => Promise.resolve(["allow", "ask", "deny", "ok"]),
  "flow check NAME": checks,
  "gate hook CLIENT": async () => (await import("./hook_clients.ts")).hookClients,
  "--families": (_world, partial) => listed(data.families.map(({ name }) => name), partial),
  "--format": () => Promise.resolve(["phases", "agent-skills"]),
  "--host": () => Promise.resolve(["127.0.0.1", "::1", "localhost"]),
  "help": topics,
};

/**
 * The source for a place.
 *
 * @param names Of the place, the most exact first. A name such as `stdio|http` is its own source.
 *
 * @example
 * ```ts
 * import { sourceOf } from "gatehouse/cli/completion_values.ts";
 * import { systemIo } from "gatehouse/cli/io.ts";
 *
 * const world = { io: systemIo(new AbortController().signal), config: undefined };
 * const values = await sourceOf("serve --transport", "--transport", "stdio|http")(world, "");
 * if (values.join() !== "stdio,http") throw new Error("other values");
 * ```
 */
export function sourceOf(...names: readonly string[]): Source {
  const found = names.find((name) => Object.hasOwn(SOURCES, name));
  const source = found === undefined ? undefined : SOURCES[found];
  if (source !== undefined) return source;
  const choices = names.at(-1)?.split("|").filter((choice) => /^[a-z][a-z0-9-]*$/.test(choice)) ?? [];
  return () => Promise.resolve(choices);
}

async function settingsOf({ io, config }: CompletionWorld): Promise<Settings> {
  const families = data.families.map(({ name }) => name);
  const flags = config === undefined ? {} : { config };
  return (await loadSettings(flags, { environment: io.environment, cwd: io.cwd, families })).settings;
}

async function aliases(world: CompletionWorld): Promise<readonly string[]> {
  return (await settingsOf(world)).familySettings.hosts.targets.map(({ alias }) => alias);
}

async function checks(world: CompletionWorld): Promise<readonly string[]> {
  const families = data.families.map(({ name }) => name);
  const flags = {
    workspaceHere: true as const,
    ...(world.config === undefined ? {} : { config: world.config }),
  };
  const { environment, cwd } = world.io;
  const { settings } = await loadSettings(flags, { environment, cwd, families });
  return settings.familySettings.flow?.checks.map(({ name }) => name) ?? [];
}

async function tools(world: CompletionWorld): Promise<readonly string[]> {
  const { families, readOnly, has } = await settingsOf(world);
  const { openCatalogue } = await import("../core/catalogue.ts");
  const chosen = families === null ? {} : { families };
  return openCatalogue(data, loaders, { ...chosen, readOnly, has }).tools.map(({ name }) => name);
}

/** A package's folder is called as the package; what is in it is not looked at. */
async function skills(world: CompletionWorld): Promise<readonly string[]> {
  const { familySettings: { skills: { roots, configFile } } } = await settingsOf(world);
  const places = [...roots.map(({ path }) => path), ...(configFile === undefined ? [] : rootsIn(configFile))];
  return [...new Set(places.flatMap(packagesIn))].toSorted();
}

function rootsIn(file: string): readonly string[] {
  try {
    if (Deno.statSync(file).size > MAX_ROOTS_FILE) return [];
    const { roots } = JSON.parse(Deno.readTextFileSync(file)) as { roots?: unknown };
    return Array.isArray(roots)
      ? roots.flatMap((root) =>
        typeof root?.path === "string" && root.path.startsWith("/") ? [root.path] : []
      )
      : [];
  } catch {
    return [];
  }
}

function packagesIn(root: string): readonly string[] {
  try {
    return [...Deno.readDirSync(root)].filter(({ name, isDirectory }) => isDirectory && !name.startsWith("."))
      .slice(0, MAX_SKILLS).map(({ name }) => name);
  } catch {
    return [];
  }
}

async function topics(): Promise<readonly string[]> {
  const [{ pages }, { COMMANDS }] = await Promise.all([import("./help/pages.ts"), import("./argv.ts")]);
  const pageNames = Object.keys(pages).filter((key) => !key.includes("/"));
  return [...pageNames, ...COMMANDS];
}

/** Of a list by comma, the last item is completed. */
function listed(values: readonly string[], partial: string): Promise<readonly string[]> {
  const done = partial.slice(0, partial.lastIndexOf(",") + 1);
  const given = done.split(",");
  return Promise.resolve(values.filter((value) => !given.includes(value)).map((value) => done + value));
}
