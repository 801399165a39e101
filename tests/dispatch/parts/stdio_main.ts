/** The test family as a program over stdio, for clients that start their server themselves. */
import { serveStdio } from "../../../lib/dispatch/stdio.ts";
import { createServing } from "./serving.ts";

await serveStdio(createServing().serving, {
  input: Deno.stdin.readable,
  output: Deno.stdout.writable,
});
