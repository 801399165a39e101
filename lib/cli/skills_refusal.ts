/** Arguments that a tool refused, as the command line tells it: with the words that the argument takes. */
import { z } from "zod";
import type { ToolError } from "../core/errors.ts";
import { usageError } from "./failure.ts";

const told = z.object({
  issues: z.tuple([z.object({ path: z.tuple([z.string()]).rest(z.unknown()) })]).rest(z.unknown()),
});

const published = z.object({ properties: z.record(z.string(), z.unknown()) });

const words = z.array(z.string());

const argument = z.object({
  description: z.string().optional(),
  enum: words.optional(),
  items: z.object({ enum: words.optional() }).optional(),
});

/**
 * The refusal as a wrong call. The next step is what the tool's published schema says of the refused argument.
 *
 * @param refused The refusal, as the tool's family encodes it.
 * @param options `schema`: of the tool's arguments.
 *
 * @example
 * ```ts
 * import { refusalError } from "gatehouse/cli/skills_refusal.ts";
 *
 * const refused = { message: "Invalid params: invalid size", data: { issues: [{ path: ["size"] }] } };
 * const schema = { properties: { size: { enum: ["small", "large"] } } };
 * const { line } = refusalError(refused, { schema });
 * if (line !== "Refused the arguments: invalid size. Give small, large") throw new Error(line);
 * ```
 */
export function refusalError(
  { message, data }: { readonly message: string; readonly data?: unknown },
  { schema }: { readonly schema: unknown },
): ToolError {
  const name = told.safeParse(data).data?.issues[0].path[0] ?? "";
  const known = argument.safeParse(published.safeParse(schema).data?.properties[name]).data;
  const takes = known?.items?.enum ?? known?.enum;
  const next = takes === undefined ? known?.description ?? "See its --help" : `Give ${takes.join(", ")}`;
  return usageError(message.replace(/^Invalid params: /, "Refused the arguments: "), next);
}
