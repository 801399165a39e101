/** CLIENT_CAPABILITIES_SCHEMA: what a client declares that it can do. */
import { CLIENT_CAPABILITIES } from "../vocabularies.ts";
import { listOf, official, oneOf } from "./parts.ts";

/** A list of client capabilities. Order, repeats and length are the planner's rules. */
export const clientCapabilities = official("CLIENT_CAPABILITIES_SCHEMA", {
  version: "1.0.0",
  schema: listOf(oneOf(CLIENT_CAPABILITIES)),
});
