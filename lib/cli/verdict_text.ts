/** A verdict for people: short, each line safe to show. */
import { oneLine } from "../core/bounds.ts";
import type { Io } from "./io.ts";
import { coloured } from "./print.ts";
import type { ShownCall, ShownEffect, ShownFinding, ShownVerdict } from "./verdict.ts";

/** Characters of one shown text. */
const MAX_TEXT = 300;
/** Effects that are shown before the rest is only counted. */
const MAX_EFFECTS = 8;

const COLOURS = { allow: "green", deny: "red", ask: "yellow" } as const;

/**
 * The verdict in a few lines.
 *
 * @example
 * ```ts
 * import { verdictText } from "gatehouse/cli/verdict_text.ts";
 *
 * const io = { environment: {}, terminal: { stdin: false, stdout: false } };
 * const text = verdictText({
 *   decision: "allow", layer: "L0", grey: false, rule: "files.list", reason: "Only reads",
 *   part: null, safer: null, effects: [], findings: [],
 * }, io);
 * if (text !== "allow   files.list: Only reads\n") throw new Error(text);
 * ```
 */
export function verdictText(
  verdict: ShownVerdict,
  io: Pick<Io, "environment" | "terminal">,
): string {
  const { decision, grey, rule, reason, part, safer, effects } = verdict;
  const head = coloured(decision, { io, colour: COLOURS[decision] }) + " ".repeat(8 - decision.length);
  const lines = [`${head}${shown(rule)}: ${shown(reason)}${grey ? " (grey)" : ""}`];
  if (part !== null) lines.push(`part    ${partText(part)}`);
  if (safer !== null) lines.push(`safer   ${shown(safer)}`);
  effects.slice(0, MAX_EFFECTS).forEach((effect, index) =>
    lines.push(`${index === 0 ? "effects" : "       "} ${effectText(effect)}`)
  );
  if (effects.length > MAX_EFFECTS) lines.push(`        and ${effects.length - MAX_EFFECTS} more`);
  return lines.map((line) => `${line}\n`).join("");
}

/**
 * The verdict, then each command of the line with how it came to be, its effects and the rules that judged it.
 *
 * @example
 * ```ts
 * import { explainText } from "gatehouse/cli/verdict_text.ts";
 *
 * const io = { environment: {}, terminal: { stdin: false, stdout: false } };
 * const text = explainText({
 *   decision: "deny", layer: "L0", grey: false, rule: "gate.parse", reason: "Not bash",
 *   part: null, safer: null, effects: [], findings: [], calls: [],
 * }, io);
 * if (!text.startsWith("deny    gate.parse: Not bash\n")) throw new Error(text);
 * ```
 */
export function explainText(verdict: ShownVerdict, io: Pick<Io, "environment" | "terminal">): string {
  const calls = verdict.calls ?? [];
  const ofCalls = new Set(calls.flatMap(({ rules }) => rules.map(keyOf)));
  const others = verdict.findings.filter((finding) => !ofCalls.has(keyOf(finding)));
  return [
    verdictText({ ...verdict, effects: [] }, io),
    ...(others.length === 0
      ? []
      : ["\nThe line as a whole\n", ...others.map((finding) => findingText(finding, 1))]),
    ...(calls.length === 0 ? [] : ["\nIts commands\n", ...calls.map(callText)]),
  ].join("");
}

function callText({ part, depth, origin, program, via, rules, effects }: ShownCall): string {
  const how = [origin === "command" ? "" : origin, via.length === 0 ? "" : `via ${via.join(" ")}`]
    .filter((word) => word !== "").join(", ");
  const head = `${"  ".repeat(depth + 1)}${shown(program === "" ? "(unknown program)" : program)}${
    how === "" ? "" : ` (${shown(how)})`
  }  ${partText(part)}\n`;
  const inner = depth + 2;
  return [
    head,
    ...effects.map((effect) => `${"  ".repeat(inner)}${effectText(effect)}\n`),
    ...rules.map((finding) => findingText(finding, inner)),
  ].join("");
}

function findingText({ verdict, rule, reason, safer }: ShownFinding, depth: number): string {
  const indent = "  ".repeat(depth);
  const way = safer === null ? "" : `${indent}        safer: ${shown(safer)}\n`;
  return `${indent}${verdict.padEnd(6)}${shown(rule)}: ${shown(reason)}\n${way}`;
}

function keyOf({ rule, part }: ShownFinding): string {
  return `${rule} ${part?.start ?? ""} ${part?.end ?? ""}`;
}

function partText({ text, start, end }: { text: string; start: number; end: number }): string {
  return `${shown(text)}  [bytes ${start}-${end}]`;
}

function effectText({ kind, path, host, program, below, recursive, unknown }: ShownEffect): string {
  const target = [
    path === undefined ? "" : below === true ? `${path.replace(/\/$/, "")}/*` : path,
    host ?? "",
    program ?? "",
  ].filter((word) => word !== "").join(" ");
  const notes = [recursive === true ? "and all below" : "", unknown === true ? "not known which" : ""]
    .filter((note) => note !== "").join(", ");
  return `${kind} ${shown(target)}${notes === "" ? "" : ` (${notes})`}`.trimEnd();
}

function shown(text: string): string {
  return oneLine(text, MAX_TEXT);
}
