/** How results are printed. */
import { oneLine } from "../core/bounds.ts";
import type { Io } from "./io.ts";

/**
 * One JSON document on stdout. What a terminal would act on is escaped, which JSON takes for the same text.
 *
 * @example
 * ```ts
 * import { printJson } from "gatehouse/cli/print.ts";
 *
 * let text = "";
 * printJson({ out: (part) => (text += part) !== "" }, { a: "\u202e" });
 * if (JSON.parse(text).a !== "\u202e" || text.includes("\u202e")) throw new Error(text);
 * ```
 */
export function printJson(io: Pick<Io, "out">, value: unknown, options: { indent?: number } = {}): boolean {
  return io.out(jsonText(value, options));
}

/**
 * The document as it is printed, with its line feed.
 *
 * @example
 * ```ts
 * import { jsonText } from "gatehouse/cli/print.ts";
 *
 * if (jsonText({ a: 1 }, { indent: 0 }) !== '{"a":1}\n') throw new Error("another text");
 * ```
 */
export function jsonText(value: unknown, options: { indent?: number } = {}): string {
  return `${escaped(JSON.stringify(value, null, options.indent ?? 2))}\n`;
}

/** Only inside strings can such a character stand; the line breaks between them are ours. */
function escaped(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g,
    (char) => char.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  );
}

/**
 * Rows in columns two blanks apart, each cell one safe line of at most `max` characters.
 *
 * @example
 * ```ts
 * import { columns } from "gatehouse/cli/print.ts";
 *
 * if (columns([["a", "b"], ["long", "c"]]) !== "a     b\nlong  c\n") throw new Error("not in columns");
 * ```
 */
export function columns(rows: readonly (readonly string[])[], options: { max?: number } = {}): string {
  const cells = rows.map((row) => row.map((cell) => oneLine(cell, options.max ?? 400)));
  const widths = cells.reduce<number[]>(
    (widest, row) => row.map((cell, at) => Math.max(cell.length, widest[at] ?? 0)),
    [],
  );
  return cells
    .map((row) => `${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ").trimEnd()}\n`)
    .join("");
}

/**
 * The text in a colour, or plain where no terminal shows it or NO_COLOR (no-color.org) is set.
 *
 * @param text Safe text.
 * @param options `colour`: what it means.
 *
 * @example
 * ```ts
 * import { coloured } from "gatehouse/cli/print.ts";
 *
 * const io = { environment: { NO_COLOR: "1" }, terminal: { stdin: true, stdout: true } };
 * if (coloured("deny", { io, colour: "red" }) !== "deny") throw new Error("coloured");
 * ```
 */
export function coloured(
  text: string,
  { io, colour }: { io: Pick<Io, "environment" | "terminal">; colour: "red" | "yellow" | "green" },
): string {
  if (!io.terminal.stdout || io.environment["NO_COLOR"] || io.environment["TERM"] === "dumb") return text;
  return `\x1b[${{ red: 31, yellow: 33, green: 32 }[colour]}m${text}\x1b[39m`;
}
