/** Which exported names nothing uses. */
import type { Edge, Module } from "./tree.ts";

/**
 * The exports without a caller, as `path: name`, sorted.
 *
 * A type counts as used when its own module uses it: it is then part of an exported signature. A re-export hands the
 * question on to whoever imports from there.
 *
 * @param modules The shipped modules.
 * @param options `edges`: of the modules and of the tools that may use them. `face`: the module whose exports are for
 * others, and need no caller.
 */
export function uncalled(
  modules: readonly Module[],
  options: { readonly edges: readonly Edge[]; readonly face: string },
): string[] {
  const used = new Set<string>();
  const take = (path: string, name: string) => {
    const key = `${path}: ${name}`;
    if (used.has(key)) return;
    used.add(key);
    for (const edge of options.edges) {
      const passesOn = edge.kind === "re-export" && edge.from === path &&
        (edge.names === null || edge.names.includes(name));
      if (passesOn) take(edge.to, name);
    }
  };
  const namesOf = (path: string) =>
    modules.find((module) => module.path === path)?.exports.map(({ name }) => name) ?? [];
  for (const { kind, from, to, names } of options.edges) {
    if (kind === "re-export" && from !== options.face) continue;
    for (const name of names ?? namesOf(to)) take(to, name);
  }
  return modules.filter(({ path }) => path !== options.face).flatMap(({ path, exports }) =>
    exports
      .filter(({ name, isType, usedInside }) => !used.has(`${path}: ${name}`) && !(isType && usedInside))
      .map(({ name }) => `${path}: ${name}`)
  ).sort();
}

/**
 * The names that CONTRIBUTING.md lets stand without a caller: the list under the heading "Exported for
 * tests only", each line ``- `lib/x.ts` `name` …``.
 */
export function toleratedIn(contributing: string): string[] {
  const section = contributing.split(/^#+ .*tests only\s*$/im)[1]?.split(/^#/m)[0] ?? "";
  return [...section.matchAll(/^- `(?<path>[^`]+)` (?<names>`.*)$/gm)].flatMap(({ groups }) =>
    [...(groups?.["names"] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => `${groups?.["path"]}: ${name}`)
  ).sort();
}
