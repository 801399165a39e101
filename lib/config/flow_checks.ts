/** The checks that the operator has approved, each field by field. */
import { nearest } from "../core/nearest.ts";
import { isListOf, isTable, isText, isWhole } from "./leaf.ts";
import { configError, type Origin, shown } from "./source.ts";

const KINDS = ["check", "test", "lint", "typecheck", "diagnostics", "build"] as const;

/** One check, in the form that the family takes. */
export interface FlowCheck {
  readonly name: string;
  /** The exact argv. */
  readonly cmd: readonly string[];
  readonly timeoutMs: number;
  readonly required: boolean;
  readonly kind: (typeof KINDS)[number];
  readonly filetypes: readonly string[];
}

/** Checks of one configuration. */
const MAX_CHECKS = 32;

/** Milliseconds of a check that names none. */
const DEFAULT_MS = 60_000;

/** What one field takes: in words, and as a check. */
interface Field {
  readonly takes: string;
  readonly fits: (value: unknown) => boolean;
}

const isWord = (value: unknown) => isText(value, /^[^\0]+$/);

const FIELDS: Readonly<Record<string, Field>> = {
  cmd: {
    takes: "the program and its arguments, a list of 1 to 128 texts; no shell reads it",
    fits: (value) => isListOf(isWord, { max: 128 })(value) && value.length > 0,
  },
  timeout: { takes: "milliseconds from 1 to 600000", fits: isWhole(1, 600_000) },
  required: { takes: "true or false", fits: (value) => typeof value === "boolean" },
  kind: { takes: `one of ${KINDS.join(", ")}`, fits: isKind },
  filetypes: {
    takes: 'a list of at most 256 languages or extensions, such as "python" or ".py"',
    fits: isListOf((value): value is string => isText(value, /^[^\p{Cc}]{1,64}$/u), { max: 256 }),
  },
};

/**
 * The checks, in their order.
 *
 * @param given The table `[checks]`.
 * @param about `origin`: where it came from.
 * @throws ToolError `CONFIG_INVALID`, which names the check and the field.
 *
 * @example
 * ```ts
 * import { checksOf } from "gatehouse/config/flow_checks.ts";
 *
 * const [check] = checksOf({ unit: { cmd: ["make", "test"] } }, { origin: "flow.toml" });
 * if (check?.timeoutMs !== 60_000 || !check.required || check.kind !== "check") throw new Error("other defaults");
 * ```
 */
export function checksOf(given: unknown, { origin }: { readonly origin: Origin }): FlowCheck[] {
  const checks = Object.entries(isTable(given) ? given : {});
  if (checks.length > MAX_CHECKS) {
    throw configError(
      `Could not use the checks from ${shown(origin)}: there are ${checks.length}`,
      `Give at most ${MAX_CHECKS}`,
    );
  }
  return checks.map(([name, table]) => checkOf(name, { table, origin }));
}

function checkOf(name: string, { table, origin }: { table: unknown; origin: Origin }): FlowCheck {
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(name)) {
    throw configError(
      `Could not use the check ${shown(name)} from ${shown(origin)}`,
      "Name it with 1 to 64 of A-Z a-z 0-9 _ . -, a letter or digit first",
    );
  }
  if (!isTable(table)) {
    throw configError(
      `Could not use checks.${name} ${shown(table)} from ${shown(origin)}`,
      `Give a table, [checks.${name}]`,
    );
  }
  for (const [field, value] of Object.entries(table)) {
    const known = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
    if (known === undefined) throw unknownField(`checks.${name}`, { field, origin });
    if (known.fits(value)) continue;
    throw configError(
      `Could not use checks.${name}.${field} ${shown(value)} from ${shown(origin)}`,
      `Give ${known.takes}`,
    );
  }
  const { cmd, timeout, required, kind, filetypes } = table;
  if (cmd === undefined) {
    throw configError(`checks.${name} from ${shown(origin)} has no cmd`, `Give ${FIELDS["cmd"]?.takes}`);
  }
  // Each was held against its field above.
  return {
    name,
    cmd: [...cmd as readonly string[]],
    timeoutMs: (timeout ?? DEFAULT_MS) as number,
    required: (required ?? true) as boolean,
    kind: (kind ?? "check") as FlowCheck["kind"],
    filetypes: [...(filetypes ?? []) as readonly string[]],
  };
}

/** The old root keys below a table header end up in it. */
function unknownField(table: string, { field, origin }: { field: string; origin: Origin }) {
  const meant = nearest(field, Object.keys(FIELDS));
  return configError(
    `Unknown setting ${shown(`${table}.${field}`)} at ${shown(origin)}`,
    field === "workspace_dir"
      ? "Put workspace_dir before the first table"
      : meant === null
      ? `A check has ${Object.keys(FIELDS).join(", ")}`
      : `Did you mean ${meant}?`,
  );
}

function isKind(value: unknown): boolean {
  return KINDS.some((kind) => kind === value);
}
