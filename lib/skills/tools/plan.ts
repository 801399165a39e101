/** `phases_agents_plan`: which skills fit a project, in which order, and why? */
import { z } from "zod";
import { defineTool } from "../../core/tool.ts";
import { digests, discovery, failure, masked, parameters, plan as planned, profile } from "./answers.ts";
import {
  acceptLikely,
  asked,
  clientCapabilities,
  closed,
  constraints,
  limits,
  planVersion,
  type Refusal,
  rootIds,
  target,
  today,
} from "./arguments.ts";

/** What the rules between arguments look at; none of it has been checked when they do. */
interface Loose {
  readonly plan_version?: unknown;
  readonly client_capabilities?: unknown;
  readonly constraints?: unknown;
  readonly accept_likely?: unknown;
}

/** A rule between arguments, which holds whether or not each of them is right by itself. */
function rule(refusal: Refusal, argument: keyof Loose) {
  const when = ({ value }: { readonly value: unknown }) => typeof value === "object" && value !== null;
  return { error: refusal, path: [argument], when };
}

/** Plans. */
export const plan = defineTool({
  name: "phases_agents_plan",
  title: "Plan with skills",
  description: {
    use: "Get the skills that fit a local project, in order and with reasons. Then read each with " +
      "phases_agents_get_skill and decide what to do",
    avoid: "Having anything executed; taking a gap for a proof of non-compliance",
  },
  access: "read",
  confidentiality: "public",
  timeoutMs: 120_000,
  input: z.strictObject({
    root_ids: rootIds,
    target,
    today,
    constraints: constraints.optional(),
    plan_version: planVersion.optional(),
    client_capabilities: clientCapabilities.optional(),
    accept_likely: acceptLikely.optional(),
    digests: asked("Digests of what went in and came out"),
    explain: asked("Reasons for and against each skill"),
    limits: limits.optional(),
  }, closed)
    .refine(
      (given: Loose) => given.client_capabilities === undefined || given.plan_version === "B3",
      rule("client_capabilities require plan_version B3", "client_capabilities"),
    )
    .refine(
      (given: Loose) =>
        given.plan_version !== "B3" || given.constraints === undefined || given.constraints === null,
      rule("B3 uses client_capabilities, not constraints", "constraints"),
    )
    .refine(
      (given: Loose) => given.accept_likely === undefined || given.plan_version === "B3",
      rule("accept_likely requires plan_version B3", "accept_likely"),
    ),
  output: z.strictObject({
    discovery: discovery.optional(),
    plan: planned.optional(),
    profile: profile.optional().describe("The target's profile, when no plan could be made of it"),
    digests: digests.optional(),
    parameters: parameters.optional(),
    explain: z.array(z.strictObject({
      skill_id: z.string(),
      category: z.string(),
      reasons: z.array(z.string()),
    })).optional(),
    masked,
    ...failure,
  }),
});
