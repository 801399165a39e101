import { start } from "./lib/cli/start.ts";

// The exit ends a read of stdin that still waits.
Deno.exit(await start(Deno.args));
