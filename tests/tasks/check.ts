/** `deno task check`: everything that can be said of the code without running its tests. One line a step. */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { workers } from "../../lib/workers.ts";
import { type Ended, run } from "./parts/child.ts";
import { docConfig } from "./parts/doc_config.ts";
import { oldDeno, oldDenoEnv, oldDenoUnavailable } from "./parts/old_deno.ts";
import { IN_CI, present, ROOT, sources } from "./parts/tree.ts";

interface Step {
  readonly name: string;
  /** Throws when it cannot be carried out; a code other than 0 is a failure. */
  readonly check: () => Promise<Ended | Skip>;
}

interface Skip {
  readonly skipped: string;
}

/** The workers' entries, as paths from the root. */
const WORKERS = Object.values(workers).map((entry) => relative(ROOT, fileURLToPath(entry())));

const TEST_FLAGS = [
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-net",
  "--allow-run",
  "--allow-env",
  "--allow-sys",
];

function deno(...args: string[]): Promise<Ended> {
  return run([Deno.execPath(), ...args], { cwd: ROOT });
}

/** All the code there is; a directory that does not stand yet is left out. */
function everything(): string[] {
  return [...present("main.ts", "mod.ts"), ...sources("lib"), ...sources("tests")];
}

async function typesOnOldDeno(): Promise<Ended | Skip> {
  const skipped = oldDenoUnavailable();
  if (skipped !== null) return { skipped };
  const command = await oldDeno();
  return run([command, "check", "--quiet", "--frozen", ...everything()], { cwd: ROOT, env: oldDenoEnv() });
}

const STEPS: readonly Step[] = [
  { name: "lock file holds everything", check: () => deno("cache", "--quiet", "--frozen", ...everything()) },
  { name: "format", check: () => deno("fmt", "--check") },
  { name: "lint, with the house rules", check: () => deno("lint") },
  {
    name: `types on Deno ${Deno.version.deno}`,
    check: () => deno("check", "--quiet", "--frozen", ...everything()),
  },
  { name: "types on Deno 2.7.14", check: typesOnOldDeno },
  {
    name: "import arrows and the other house tests",
    check: () => deno("test", "--no-check", "--quiet", ...TEST_FLAGS, "tests/house"),
  },
  {
    name: "doc examples run",
    check: async () =>
      await deno(
        ...["test", "--doc", "--parallel", "--quiet", "--config", await docConfig(), ...TEST_FLAGS],
        // A worker's entry runs in a worker only, and exports nothing.
        ...[...present("mod.ts"), ...sources("lib").filter((path) => !WORKERS.includes(path))],
      ),
  },
  {
    name: "rule examples",
    check: () => deno("test", "--no-check", "--quiet", ...TEST_FLAGS, "tests/gate/rules_test.ts"),
  },
  {
    name: "generated files are fresh",
    check: () =>
      deno(
        "run",
        "--no-prompt",
        "--allow-read",
        "--allow-run",
        "--allow-env",
        "tests/tasks/generate.ts",
        "--check",
      ),
  },
];

/** Carries a step out and prints its line; what it wrote only when it failed. */
async function passes({ name, check }: Step): Promise<boolean> {
  const start = performance.now();
  const result = await check().catch((error) => ({ code: 1, stdout: "", stderr: `${error}\n` }));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if ("skipped" in result) {
    console.log(`${IN_CI ? "FAILED " : "SKIPPED"} ${name}: ${result.skipped}`);
    return !IN_CI;
  }
  console.log(`${result.code === 0 ? "ok     " : "FAILED "} ${name} (${seconds} s)`);
  if (result.code !== 0) {
    console.error(`${result.stdout}${result.stderr}`.trimEnd().replaceAll(/^/gm, "    "));
  }
  return result.code === 0;
}

const chosen = STEPS.filter(({ name }) =>
  Deno.args.length === 0 || Deno.args.some((arg) => name.includes(arg))
);
let failed = 0;
for (const step of chosen) if (!await passes(step)) failed++;
console.log(failed === 0 ? `${chosen.length} checks passed` : `${failed} of ${chosen.length} checks failed`);
Deno.exit(failed === 0 && chosen.length > 0 ? 0 : 1);
