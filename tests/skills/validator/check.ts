/** Writes a package and validates it: what the tests of the validator share. */
import { LIMITS } from "../../../lib/skills/contract/limits.ts";
import type { Limits } from "../../../lib/skills/types.ts";
import { validatePackage } from "../../../lib/skills/validator/package.ts";
import type { PackageResult } from "../../../lib/skills/validator/result.ts";
import { assertTrue } from "../../assert.ts";
import { scratch } from "../../core/files_parts.ts";
import { type PackageOverrides, writePackage } from "../parts/package.ts";

/** The day of all validations. */
export const TODAY = "2026-08-27";

/** How a package is written and validated. */
export interface CheckOptions {
  /** The directory's name; default `my-skill`. */
  readonly name?: string;
  readonly limits?: Partial<Limits>;
  readonly today?: string;
  /** Done to the package's directory before it is validated. */
  readonly then?: (directory: string) => Promise<unknown>;
}

/** The result for a package with these overrides. */
export async function check(overrides: PackageOverrides, options: CheckOptions = {}): Promise<PackageResult> {
  await using dir = await scratch();
  const { name = "my-skill", limits = {}, today = TODAY, then } = options;
  const directory = await writePackage(`${dir.path}/${name}`, overrides);
  await then?.(directory);
  return validatePackage({ directory, name, rootId: "demo" }, { today, limits: { ...LIMITS, ...limits } });
}

/** The issues as `code file:line`, in their order; none for a package that passed. */
export function told(result: PackageResult): string[] {
  if (result.ok) return [];
  for (const { message, mend } of result.issues) {
    assertTrue(/^[^\s].*[^.]$/.test(message) && !/[\n\r]/.test(message), message);
    assertTrue(mend.length > 3 && !/[\n\r]/.test(mend), mend);
  }
  return result.issues.map(({ code, file, line }) =>
    `${code} ${file}${line === undefined ? "" : `:${line}`}`
  );
}

/** The issues of a package with these overrides, as `code file:line`. */
export async function problems(overrides: PackageOverrides, options: CheckOptions = {}): Promise<string[]> {
  return told(await check(overrides, options));
}
