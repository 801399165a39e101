import { exportedFunctions, ships } from "./place.ts";

/** An exported function takes at most two arguments, then one options object. */
export const twoArguments: Deno.lint.Rule = {
  create(context) {
    if (!ships(context.filename)) return {};
    return {
      ExportNamedDeclaration(node) {
        for (const { name, params } of exportedFunctions(node)) {
          const third = params[2];
          if (params.length <= 2 || params.length === 3 && third !== undefined && isOptions(third)) continue;
          context.report({
            node,
            message: `${name} takes ${params.length} arguments`,
            hint:
              "Two arguments at most, then one object of options (a type literal, or a type named …Options)",
          });
        }
      },
    };
  },
};

function isOptions(parameter: Deno.lint.Parameter): boolean {
  const inner = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
  if (inner.type !== "Identifier" && inner.type !== "ObjectPattern") return false;
  const type = inner.typeAnnotation?.typeAnnotation;
  if (type?.type === "TSTypeLiteral") return true;
  return type?.type === "TSTypeReference" && type.typeName.type === "Identifier" &&
    type.typeName.name.endsWith("Options");
}
