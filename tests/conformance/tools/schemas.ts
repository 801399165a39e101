/** Tools that are there for their published schemas. */
import { z } from "zod";
import { fixture, text } from "./declare.ts";

/** Published in place of what the declaration says: the suite wants to see these keywords unchanged. */
export const RICH_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

/** The tool whose schema is the rich one. */
export const RICH_TOOL = "json_schema_2020_12_tool";

export const schemaTools = [
  fixture({ name: RICH_TOOL, run: () => [text("Published")] }),
  fixture({
    name: "test_x_mcp_header",
    input: z.strictObject({
      region: z.string().max(1_000),
      limit: z.int().min(0).max(1_000).optional(),
      dry: z.boolean().optional(),
    }),
    headers: { region: "Region", limit: "Limit", dry: "Dry-Run" },
    run: ({ region }) => [text(`Region: ${region}`)],
  }),
];
