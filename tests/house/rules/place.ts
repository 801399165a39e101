/** Which room of the house a file stands in, by its path. */

/** Code that ships: `lib/`, `main.ts`, `mod.ts`. */
export function ships(filename: string): boolean {
  return /(^|\/)(lib\/.+|main|mod)\.ts$/.test(filename) && !inTests(filename);
}

/** Anything under `tests/`. */
export function inTests(filename: string): boolean {
  return /(^|\/)tests\//.test(filename);
}

/** The exported functions of a module, as declared by name: `export function f` and `export const f = () => …`. */
export function exportedFunctions(
  node: Deno.lint.ExportNamedDeclaration,
): { readonly name: string; readonly params: readonly Deno.lint.Parameter[] }[] {
  const { declaration } = node;
  if (declaration === null) return [];
  if (declaration.type === "FunctionDeclaration" || declaration.type === "TSDeclareFunction") {
    return [{ name: declaration.id?.name ?? "default", params: declaration.params }];
  }
  if (declaration.type !== "VariableDeclaration") return [];
  return declaration.declarations.flatMap(({ id, init }) =>
    id.type === "Identifier" &&
      (init?.type === "ArrowFunctionExpression" || init?.type === "FunctionExpression")
      ? [{ name: id.name, params: init.params }]
      : []
  );
}
