import { inTests } from "./place.ts";

/** A test waits for an event, never for time to pass: a sleep is too long on one machine and too short on another. */
export const noSleepInTests: Deno.lint.Rule = {
  create(context) {
    if (!inTests(context.filename)) return {};
    const report = (node: Deno.lint.Node) =>
      context.report({ node, message: "A sleep in a test", hint: "Await the event that it waits for" });
    return {
      NewExpression(node) {
        if (node.callee.type !== "Identifier" || node.callee.name !== "Promise") return;
        const [executor] = node.arguments;
        if (executor?.type !== "ArrowFunctionExpression" && executor?.type !== "FunctionExpression") return;
        const [resolve] = executor.params;
        if (resolve?.type !== "Identifier") return;
        const call = onlyCall(executor.body);
        if (call === null || !isTimer(call.callee)) return;
        const [action] = call.arguments;
        if (action?.type === "Identifier" && action.name === resolve.name) return report(node);
        if (action?.type !== "ArrowFunctionExpression") return;
        const inner = onlyCall(action.body);
        if (inner?.callee.type === "Identifier" && inner.callee.name === resolve.name) report(node);
      },
      ImportDeclaration(node) {
        if (node.source.value === "node:timers/promises") report(node);
      },
    };
  },
};

/** The call that a function body consists of. */
function onlyCall(
  body: Deno.lint.BlockStatement | Deno.lint.Expression | null,
): Deno.lint.CallExpression | null {
  if (body?.type === "CallExpression") return body;
  if (body?.type !== "BlockStatement" || body.body.length !== 1) return null;
  const [statement] = body.body;
  return statement?.type === "ExpressionStatement" && statement.expression.type === "CallExpression"
    ? statement.expression
    : null;
}

function isTimer(callee: Deno.lint.Expression): boolean {
  return callee.type === "Identifier" && callee.name === "setTimeout" ||
    callee.type === "MemberExpression" && callee.property.type === "Identifier" &&
      callee.property.name === "setTimeout";
}
