/** Writes the rule that speaks for one call and no other. */
import type { Call } from "../call.ts";
import { normalise } from "../place.ts";
import type { Script } from "../rule.ts";
import { escaped } from "./glob.ts";
import type { OpenCall } from "./obstacles.ts";

/** What the rule is written for. */
export interface Occasion {
  readonly script: Script;
  readonly command: string;
  readonly cwd: string;
  readonly under: boolean;
}

/**
 * The rule's TOML but for its first two lines, and a name for it.
 *
 * ```ts
 * import { inspect } from "gatehouse/gate/judge.ts";
 * import { open } from "gatehouse/gate/operator/obstacles.ts";
 * import { ruleText } from "gatehouse/gate/operator/write.ts";
 *
 * const command = "git push";
 * const script = inspect(command);
 * const [call] = open(script, []);
 * if (call === undefined) throw new Error("no call");
 * const { name } = ruleText(call, { script, command, cwd: "/home/ann/x", under: false });
 * if (name !== "git_push") throw new Error(name);
 * ```
 */
export function ruleText(
  { call, denied }: OpenCall,
  { script, command, cwd, under }: Occasion,
): { readonly body: string; readonly name: string } {
  const words = call.args.map(({ value }) => value ?? "");
  const env = envOf(call, script);
  const lines = [
    'verdict = "allow"',
    'reason = "The operator vouches for this call"',
    `program = ${toml(call.trusted ? call.name : pathOf(call))}`,
    ...(words.length === 0 ? [] : [`args = [${words.map((word) => toml(escaped(word))).join(", ")}]`]),
    ...(under ? [`under = [${toml(normalise(cwd))}]`] : []),
    ...(call.via.length === 0 ? [] : [`via = [${[...new Set(call.via)].map(toml).join(", ")}]`]),
    ...(env.length === 0 ? [] : [`env = [${env.map(toml).join(", ")}]`]),
    ...(call.input.kind === "inherit" ? [] : ["stdin = true"]),
    ...(denied.length === 0 ? [] : ["# override = true"]),
    `match = [${toml(command)}]`,
    `not_match = [${neighbours(call).map(toml).join(", ")}]`,
  ];
  return { body: `${lines.join("\n")}\n`, name: nameOf(call, words) };
}

/** Calls that differ by one thing. */
function neighbours(call: Call): string[] {
  const line = [call.program, ...call.args].map(({ value }) => quoted(value ?? "")).join(" ");
  return [`${line} --another-option`, `${line} another-word`, `${line} > another-file`];
}

/** Every variable of the line by name, and with its value where only this call gets it. */
function envOf({ assignments }: Call, { trace }: Script): string[] {
  const own = assignments.filter(({ name }) => !trace.names.has(name));
  return [
    ...new Set([
      ...trace.names,
      ...trace.unset,
      ...own.map(({ name, value }) => `${name}=${escaped(value.value ?? "")}`),
    ]),
  ];
}

function pathOf({ program, cwd }: Call): string {
  const value = program.value ?? "";
  return normalise(value.startsWith("/") ? value : `${cwd ?? ""}/${value}`);
}

function nameOf({ name }: Call, words: readonly string[]): string {
  const plain = words.filter((word) => /^[A-Za-z0-9]/.test(word)).slice(0, 2);
  const text = [name, ...plain].join("_").toLowerCase().replaceAll(/[^a-z0-9]+/g, "_").slice(0, 40);
  return text.replaceAll(/^_+|_+$/g, "") || "call";
}

/** A basic string of TOML; what JSON escapes, TOML reads alike. What a terminal would not show as it is, is escaped. */
function toml(text: string): string {
  return JSON.stringify(text).replaceAll(
    /(?! )[\p{C}\p{Z}]/gu,
    (char) => `\\U${(char.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`,
  );
}

/** POSIX single quotes (XCU 2.2.2). */
function quoted(text: string): string {
  return /^[A-Za-z0-9_@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
