/** Promises, each proved by tests that are named. */
import type { TestName } from "./behaviours.ts";
import type { Outcome } from "./named_tests.ts";
import type { Measured } from "./row.ts";

/** By what is promised, the tests that prove it. */
export type Groups = Readonly<Record<string, readonly TestName[]>>;

/** Every test of all these. */
export function testsOf(all: readonly Groups[]): readonly TestName[] {
  return all.flatMap((groups) => Object.values(groups).flat());
}

/** How many of the promises are kept; one without a test is not. */
export function provedBy(outcome: Outcome, groups: Groups): Measured {
  const wrong = Object.entries(groups).flatMap(([what, tests]) => {
    const problems = tests.flatMap((test) => outcome.problemWith(test) ?? []);
    if (tests.length === 0) problems.push("no test");
    return problems.length === 0 ? [] : [`${what}: ${problems.join("; ")}`];
  });
  const count = Object.keys(groups).length;
  return {
    measured: `${count - wrong.length} of ${count}, by ${testsOf([groups]).length} names of tests`,
    met: count > 0 && wrong.length === 0,
    details: wrong,
  };
}
