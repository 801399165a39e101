import { ships } from "./place.ts";

/** stdout carries protocol frames only: writing to it belongs to the command line, logs to the logger. */
export const noConsole: Deno.lint.Rule = {
  create(context) {
    if (!ships(context.filename) || /\/lib\/(cli\/|core\/log\.ts$)/.test(`/${context.filename}`)) return {};
    return {
      Identifier(node) {
        if (node.name !== "console") return;
        const { parent } = node;
        const isKey = parent.type === "Property" && parent.key === node && !parent.shorthand ||
          parent.type === "MemberExpression" && parent.property === node && !parent.computed &&
            !(parent.object.type === "Identifier" && parent.object.name === "globalThis");
        if (isKey) return;
        context.report({
          node,
          message: "console is for lib/cli and lib/core/log.ts",
          hint: "Log through lib/core/log.ts, or return what is to be printed",
        });
      },
    };
  },
};
