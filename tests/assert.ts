/** Assertions of the tests, from Node's own strict assert; one place, so that a test imports one name. */
import assert from "node:assert/strict";

/** The values are equal in structure and type. */
export function assertEquals<T>(actual: T, expected: T, message?: string): void {
  assert.deepEqual(actual, expected, message);
}

/** The value is true; narrows like `assert`. */
export function assertTrue(value: unknown, message?: string): asserts value {
  assert.ok(value, message);
}

/** The text contains the part. */
export function assertIncludes(text: string, part: string): void {
  assert.ok(text.includes(part), `${JSON.stringify(text)} does not contain ${JSON.stringify(part)}`);
}

/** The text matches the pattern. */
export function assertMatch(text: string, pattern: RegExp): void {
  assert.match(text, pattern);
}

/** The call throws (or rejects) an error whose `code` is the one named; returns that error. */
export async function assertFails(call: () => unknown, code: string): Promise<Error> {
  try {
    await call();
  } catch (error) {
    assert.ok(error instanceof Error);
    assert.equal((error as Error & { code?: unknown }).code, code, error.message);
    return error;
  }
  throw new assert.AssertionError({ message: `Expected a failure with code ${code}` });
}
