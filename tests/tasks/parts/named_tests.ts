/** Runs test files and tells of each named test how it ended. */
import { run } from "./child.ts";
import type { TestName } from "./behaviours.ts";
import { type Ending, testsIn } from "./junit.ts";
import { ROOT } from "./tree.ts";

const PERMISSIONS = ["read", "write", "net", "run", "env", "sys"].map((name) => `--allow-${name}`);

/** What became of the tests of one run, by file and name. */
export class Outcome {
  readonly #endings: ReadonlyMap<string, ReadonlyMap<string, Ending>>;

  constructor(endings: ReadonlyMap<string, ReadonlyMap<string, Ending>>) {
    this.#endings = endings;
  }

  /** Why the test, or one of those whose names begin so, does not prove anything; null when all passed. */
  problemWith({ file, name, madeIn }: TestName): string | null {
    const tests = [...this.#endings.get(madeIn ?? file) ?? []];
    const isMeant = name.endsWith("…")
      ? (found: string) => found.startsWith(name.slice(0, -1))
      : (found: string) => found === name;
    const meant = tests.filter(([found]) => isMeant(found));
    if (meant.length === 0) return `no test ${JSON.stringify(name)} in ${file}`;
    const [other] = meant.filter(([, ending]) => ending !== "passed");
    return other === undefined ? null : `${other[1]}: ${JSON.stringify(other[0])} in ${file}`;
  }
}

/** Runs the files of these tests, whole, as `deno task test` would. */
export async function runNamed(tests: readonly TestName[]): Promise<Outcome> {
  const files = [...new Set(tests.map(({ file }) => file))].sort();
  const report = await Deno.makeTempFile({ prefix: "gatehouse-junit-" });
  try {
    await run(
      [
        Deno.execPath(),
        "test",
        "--no-prompt",
        "--no-check",
        ...PERMISSIONS,
        `--junit-path=${report}`,
        ...files,
      ],
      { cwd: ROOT },
    );
    return new Outcome(testsIn(await Deno.readTextFile(report)));
  } finally {
    await Deno.remove(report);
  }
}
