import { ships } from "./place.ts";

/** The errors whose arguments are known; a class of ours other than `ToolError` may take what it likes. */
const KNOWN = new Set(["ToolError", "Error", "RangeError", "TypeError", "SyntaxError"]);

/** Error text is a format: sentence case, no full stop; a `ToolError` begins with an upper snake case code. */
export const errorText: Deno.lint.Rule = {
  create(context) {
    if (!ships(context.filename)) return {};
    return {
      NewExpression(node) {
        if (node.callee.type !== "Identifier" || !KNOWN.has(node.callee.name)) return;
        const isToolError = node.callee.name === "ToolError";
        const [first, second] = node.arguments;
        if (
          isToolError && first?.type === "Literal" && !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(`${first.value}`)
        ) {
          context.report({ node: first, message: `The code ${first.raw} is not upper snake case` });
        }
        const message = isToolError ? second : first;
        const problem = message === undefined ? null : problemOf(message);
        if (message !== undefined && problem !== null) context.report({ node: message, message: problem });
      },
    };
  },
};

/** What is wrong with a message whose text can be seen; an interpolated beginning or end cannot. */
function problemOf(node: Deno.lint.Expression | Deno.lint.SpreadElement): string | null {
  let start: string, end: string;
  if (node.type === "Literal" && typeof node.value === "string") {
    start = end = node.value;
  } else if (node.type === "TemplateLiteral") {
    start = node.quasis[0]?.cooked ?? "";
    end = node.quasis.at(-1)?.cooked ?? "";
  } else return null;
  if (node.type === "Literal" && start === "") return "An error needs a message";
  if (/^\p{Ll}/u.test(start)) return "An error message begins with a capital";
  return /[.!]\s*$/.test(end) && !/\.\.\.$/.test(end) ? "An error message has no full stop at its end" : null;
}
