/**
 * The program that the walls are tested in, from source and compiled: a child, a parent that waits to be killed, or the
 * scenarios, one JSON line each.
 */
import { serveChild } from "gatehouse/isolate/child.ts";
import { workers } from "./parts/workers.ts";
import "zod";

async function parent(): Promise<never> {
  const { World } = await import("./parts/world.ts");
  const world = new World(self());
  const worker = world.faults();
  const pid = await worker.value("pid");
  const busy = worker.end("busy");
  await world.printed("busy from here on");
  Deno.addSignalListener("SIGTERM", () => Deno.exit(143));
  Deno.stdout.writeSync(new TextEncoder().encode(`${pid}\n`));
  await busy;
  Deno.exit(1);
}

/** A parent that has a program run until it is killed. */
async function runs(directory: string): Promise<never> {
  const { World } = await import("./parts/world.ts");
  const world = new World(self());
  const script = "sleep 60 & echo $$ $! >pipe; sleep 60";
  const it = { argv: ["/bin/sh", "-c", script], cwd: directory, env: ["PATH"], timeoutMs: 60_000 };
  await world.faults({ programs: { it } }).end("run", { input: "it" });
  Deno.exit(1);
}

async function all(): Promise<void> {
  const { scenarios } = await import("./parts/scenarios.ts");
  for (const [name, scenario] of Object.entries(scenarios)) {
    const failure = await scenario(self()).then(() => null, (error) => String(error?.stack ?? error));
    console.log(JSON.stringify({ name, failure }));
  }
}

/** How this very program was started. */
function self() {
  if (Deno.build.standalone) return { path: Deno.execPath(), args: [] };
  return { path: Deno.execPath(), args: JSON.parse(Deno.env.get("SELF") ?? "[]") as string[] };
}

switch (Deno.args[0]) {
  case "isolate-child":
    Deno.exit(await serveChild(workers));
    break;
  case "parent":
    await parent();
    break;
  case "runs":
    await runs(Deno.args[1] ?? "");
    break;
  default:
    await all();
}
