/** Tests with a compose project of their own on the file's one engine. */
import { Composed, ComposeEngine, type Project } from "./composed.ts";

/** What such a test gets. */
export interface ComposeWorld {
  readonly engine: ComposeEngine;
  readonly project: Project;
  readonly box: Composed;
}

/** How a test differs. */
export interface ComposeTestOptions {
  /** Names of the project's files. */
  readonly files?: readonly string[];
  /** Directories of stand-ins on the machine's PATH. */
  readonly bin?: readonly string[];
}

/** Starts an engine for the file that calls this; it ends after the last test. */
export async function composeTests() {
  const started = await ComposeEngine.start();
  const skipped = typeof started === "string" ? ` (skipped: ${started})` : "";
  Deno.test.afterAll(async () => {
    if (typeof started !== "string") await started[Symbol.asyncDispose]();
  });
  return (name: string, test: (world: ComposeWorld) => Promise<void>, options: ComposeTestOptions = {}) =>
    Deno.test({
      name: name + skipped,
      ignore: typeof started === "string",
      async fn() {
        if (typeof started === "string") return;
        const project = await started.project(options.files);
        try {
          await using box = await Composed.open(started, { bin: options.bin ?? [] });
          await test({ engine: started, project, box });
        } finally {
          await project.down();
        }
      },
    });
}
