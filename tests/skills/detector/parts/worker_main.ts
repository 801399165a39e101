/** A child of the walls that knows the detector's worker and no other. */
import { serveChild } from "gatehouse/isolate/child.ts";

const profiler = new URL("../../../../lib/skills/detector/worker.ts", import.meta.url);
Deno.exit(await serveChild({ profiler: () => profiler }));
