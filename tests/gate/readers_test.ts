/** What the gate says of tools that mostly show something, and of their options that do more. */
import { testRows } from "./parts/rows.ts";

await testRows("readers.jsonl", ({ topic, expect }) => `${topic}: ${expect}`);
