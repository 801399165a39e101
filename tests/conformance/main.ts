/** Serves the fixture on a port of its own and prints the address: to run the suite by hand. */
import { serveHttp } from "../../lib/dispatch/http.ts";
import { createConformanceServing } from "./serving.ts";

const stop = new AbortController();
Deno.addSignalListener("SIGINT", () => stop.abort());
Deno.addSignalListener("SIGTERM", () => stop.abort());
await serveHttp(createConformanceServing(), {
  hostname: "127.0.0.1",
  port: Number(Deno.args[0] ?? 0),
  signal: stop.signal,
  onListen: (port) => console.error(`http://127.0.0.1:${port}/mcp`),
});
Deno.exit(0);
