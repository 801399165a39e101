/** How the family declares its tools: what they share stands here, so that a declaration says only what is its own. */
import { z } from "zod";
import {
  defineTool,
  type Frozen,
  type Need,
  type RunContext,
  type Runner,
  runs,
  type Tool,
} from "../../core/tool.ts";
import { server } from "./arguments.ts";
import { type Store, STORES, TARGETS, WRITES } from "./needs.ts";
import { redacted } from "./redacted.ts";

/** Where a tool works. */
export type Place =
  /** On a mikr.us account only. */
  | "mikrus"
  /** On a machine that is reached by SSH only. */
  | "ssh"
  /** On either. */
  | "any"
  /** Where the job that it names runs. */
  | "record"
  /** Nowhere: it tells of the configuration. */
  | "none";

/** A tool of the family, without what all of them have. */
export interface HostTool<A extends z.core.$ZodShape, D extends z.ZodObject>
  extends Pick<Tool, "name" | "title" | "description" | "access" | "confidentiality" | "timeoutMs"> {
  readonly on: Place;
  /** The arguments besides `server`. */
  readonly args: A;
  /** What stands under `data` in the answer. */
  readonly data: D;
  /** The store that it keeps its records in. */
  readonly store?: Store;
  /** What a call would do, for the person who is to approve it; throws for what no approval allows. */
  readonly foresee?: (
    args: z.output<z.ZodObject<A, z.core.$strict>>,
    context: RunContext,
  ) => readonly string[] | Promise<readonly string[]>;
  /** The argument that says what on its target a call acts on, in one spelling. */
  readonly resource?: keyof A & string;
}

/** The answer of a tool that succeeded; how the call went comes beside it. */
export type Answer<D extends z.ZodObject> = z.ZodObject<{
  success: z.ZodLiteral<true>;
  data: D;
  _meta: z.ZodOptional<z.ZodObject>;
}, z.core.$strict>;

/** A declared tool of the family. */
export type DeclaredHostTool<A extends z.core.$ZodShape, D extends z.ZodObject> = Tool<
  z.ZodObject<A, z.core.$strict>,
  Answer<D>
>;

/** After these, what only reads is tried again. Our own limit on an account's requests is not among them. */
const RETRIED = ["TRANSIENT_UPSTREAM", "UPSTREAM_RATE_LIMITED"] as const;

/**
 * Declares a tool: adds the argument `server` where the tool has a target to choose, the answer's envelope, what must be
 * configured for it to be served, and after which failures a read is tried again.
 *
 * @throws RangeError as `defineTool`.
 *
 * @example
 * ```ts
 * import { z } from "zod";
 * import { hostTool } from "gatehouse/hosts/tools/define.ts";
 *
 * const tool = hostTool({
 *   name: "count_users",
 *   title: "Count users",
 *   description: { use: "Learn how many people are logged in", avoid: "Learning who they are" },
 *   access: "read",
 *   confidentiality: "internal",
 *   timeoutMs: 30_000,
 *   on: "ssh",
 *   args: {},
 *   data: z.strictObject({ users: z.int() }),
 * });
 * if (tool.needs?.[0]?.code !== "SSH_TARGET_REQUIRED") throw new Error("served without a target");
 * if (!tool.input.safeParse({ server: "web" }).success) throw new Error("no server to choose");
 * ```
 */
export function hostTool<A extends z.core.$ZodShape, D extends z.ZodObject>(
  { on, args, data, store, resource, foresee, ...shared }: HostTool<A, D>,
): DeclaredHostTool<A, D> {
  const changes = shared.access !== "read";
  const chooses = on === "mikrus" || on === "ssh" || on === "any";
  const needs: readonly Need[] = [
    TARGETS[on],
    ...(store === undefined ? [] : [STORES[store]]),
    ...(changes ? [WRITES] : []),
  ];
  const tool: Tool = {
    ...shared,
    input: z.strictObject({ ...args, ...(chooses ? { server: server.optional() } : {}) }),
    output: z.strictObject({
      success: z.literal(true),
      // A public answer is not looked through.
      data: shared.confidentiality === "public" || "redacted" in data.shape
        ? data
        : data.extend({ redacted }),
      _meta: z.looseObject({}).optional(),
    }),
    needs,
    // Accepted arguments are plain values, and a resource is a text or a number.
    // Accepted arguments are those that the tool was declared with.
    ...(foresee === undefined ? {} : { foresee: (given, context) => foresee(given as never, context) }),
    ...(resource === undefined ? {} : { resource: (given) => String(given[resource] ?? "") }),
    ...(changes || !chooses ? {} : { retryOn: RETRIED }),
  };
  const declared = defineTool(tool);
  places.set(declared, on);
  // What was made has the declared arguments and data; `server` says where and is no business of the tool's own code.
  return declared as unknown as DeclaredHostTool<A, D>;
}

const places = new WeakMap<object, Place>();

/**
 * Where a tool of the family works.
 *
 * @throws TypeError for a tool that `hostTool` did not declare.
 *
 * @example
 * ```ts
 * import { placeOf } from "gatehouse/hosts/tools/define.ts";
 * import { readFile } from "gatehouse/hosts/tools/read_file.ts";
 *
 * if (placeOf(readFile) !== "any") throw new Error("elsewhere");
 * ```
 */
export function placeOf(tool: Tool): Place {
  const place = places.get(tool);
  if (place === undefined) throw new TypeError(`${tool.name} is no tool of the family hosts`);
  return place;
}

/**
 * Binds a run function to a tool of the family: it gives what stands under `data`.
 *
 * @example
 * ```ts
 * import { z } from "zod";
 * import { hostRuns, hostTool } from "gatehouse/hosts/tools/define.ts";
 *
 * const tool = hostTool({
 *   name: "add",
 *   title: "Add",
 *   description: { use: "Add one", avoid: "Adding two" },
 *   access: "read",
 *   confidentiality: "internal",
 *   timeoutMs: 1_000,
 *   on: "none",
 *   args: { to: z.int() },
 *   data: z.strictObject({ sum: z.int() }),
 * });
 * if (hostRuns(tool, ({ to }) => ({ sum: to + 1 })).tool !== tool) throw new Error("not bound");
 * ```
 */
export function hostRuns<A extends z.core.$ZodShape, D extends z.ZodObject>(
  tool: DeclaredHostTool<A, D>,
  run: (
    args: z.output<z.ZodObject<A, z.core.$strict>>,
    context: RunContext,
  ) => Frozen<z.input<D>> | Promise<Frozen<z.input<D>>>,
): Runner<z.ZodObject<A, z.core.$strict>, Answer<D>> {
  const work: Runner["run"] = async (args, context) => ({
    success: true,
    // The call's path has checked the arguments against this very schema.
    data: await run(args as z.output<z.ZodObject<A, z.core.$strict>>, context),
  });
  // The envelope around the data is the one that the tool was declared with.
  return runs(tool, work as unknown as Runner<z.ZodObject<A, z.core.$strict>, Answer<D>>["run"]);
}
