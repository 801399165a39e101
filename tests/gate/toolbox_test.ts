/** What the gate says of a Debian system's tools: reading with them, misusing them, and wrecking things with them. */
import { testRows } from "./parts/rows.ts";

await testRows("toolbox.jsonl", ({ topic, expect }) => `${topic}: ${expect}`);
