/** The crates that a `Cargo.toml` depends on ("Specifying Dependencies", The Cargo Book). */
import { isTable, type Table, tableOf } from "./toml.ts";

/** Editions in which Cargo still reads `dev_dependencies` and `build_dependencies`. */
const UNDERSCORE_EDITIONS: ReadonlySet<unknown> = new Set(["2015", "2018", "2021"]);

/**
 * The published names of the crates in every dependency table of the manifest, as they are spelled: normal, for
 * development and building, for single targets, and of the workspace. What cannot be told from this file alone, such as
 * a dependency that a workspace elsewhere describes, is left out.
 *
 * @param manifest The document; nothing is known of its shape.
 * @returns Sorted, without repeats.
 *
 * @example
 * ```ts
 * import { cratesOf } from "gatehouse/skills/detector/cargo.ts";
 *
 * const crates = cratesOf({ dependencies: { chain: { package: "solana-sdk" }, serde: "1", odd: 7 } });
 * if (crates.join() !== "serde,solana-sdk") throw new Error("wrong crates");
 * ```
 */
export function cratesOf(manifest: Table): string[] {
  const workspace = tableOf(manifest["workspace"]);
  const shared = tableOf(workspace["dependencies"]);
  const withUnderscores = UNDERSCORE_EDITIONS.has(editionOf(tableOf(manifest["package"]), workspace));
  const crates = new Set<string>();
  const take = (table: unknown) => {
    for (const [key, spec] of Object.entries(tableOf(table))) {
      const crate = crateOf(key, spec, shared);
      if (crate !== null) crates.add(crate);
    }
  };
  take(shared);
  for (const place of [manifest, ...Object.values(tableOf(manifest["target"]))]) {
    const tables = tableOf(place);
    for (const name of ["dependencies", "dev-dependencies", "build-dependencies"]) take(tables[name]);
    if (withUnderscores) {
      for (const name of ["dev_dependencies", "build_dependencies"]) take(tables[name]);
    }
  }
  return [...crates].sort();
}

/** The edition, 2015 where none is named; undefined where this file does not tell. */
function editionOf(project: Table, workspace: Table): unknown {
  const edition = project["edition"];
  if (!isTable(edition)) return edition ?? "2015";
  return edition["workspace"] === true ? tableOf(workspace["package"])["edition"] : undefined;
}

/** What the entry is published as; null where this file does not tell. */
function crateOf(key: string, spec: unknown, shared: Table | null): string | null {
  if (typeof spec === "string") return key;
  if (!isTable(spec)) return null;
  if (Object.hasOwn(spec, "package")) {
    const name = spec["package"];
    return typeof name === "string" ? name : null;
  }
  if (!Object.hasOwn(spec, "workspace")) return key;
  // An entry of the workspace's own table that points to the workspace points to itself.
  if (spec["workspace"] !== true || shared === null || !Object.hasOwn(shared, key)) return null;
  return crateOf(key, shared[key], null);
}
