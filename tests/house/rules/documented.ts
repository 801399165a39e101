import { exportedFunctions, ships } from "./place.ts";

/** Every export says what it is; an exported function shows it by an example that `deno test --doc` runs. */
export const documented: Deno.lint.Rule = {
  create(context) {
    if (!ships(context.filename)) return {};
    const seen = new Set<string>();
    const check = (node: Deno.lint.ExportNamedDeclaration | Deno.lint.ExportDefaultDeclaration) => {
      const doc = docOf(context, node);
      if (doc === null) {
        context.report({ node, message: "An export without a JSDoc comment" });
      }
      return doc;
    };
    return {
      ExportDefaultDeclaration: check,
      ExportNamedDeclaration(node) {
        if (node.declaration === null) return;
        const functions = exportedFunctions(node);
        const isOverload = functions.some(({ name }) => seen.has(name));
        for (const { name } of functions) seen.add(name);
        if (isOverload) return;
        const doc = check(node);
        if (doc === null || functions.length === 0 || /```tsx?\b/.test(doc)) return;
        context.report({
          node,
          message: `The exported function ${functions[0]?.name} has no example`,
          hint: "Add a ```ts block to its JSDoc; deno test --doc runs it",
        });
      },
    };
  },
};

/** The JSDoc comment that stands directly above the node, or above the line comments there. */
function docOf(context: Deno.lint.RuleContext, node: Deno.lint.Node): string | null {
  const comments = context.sourceCode.getCommentsBefore(node as never);
  const comment = comments.findLast(({ type }) => type === "Block");
  if (comment === undefined || !comment.value.startsWith("*")) return null;
  const between = context.sourceCode.text.slice(comment.range[1], node.range[0]);
  return between.replace(/^\s*\/\/.*$/gm, "").trim() === "" ? comment.value : null;
}
