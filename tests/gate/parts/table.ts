/** Commands that rules by pattern are known to misjudge, with the verdicts that are right for each. */

/** One line of the table; `row` groups what is wrong for the same cause. */
export interface TableLine {
  readonly row: number;
  readonly command: string;
  readonly expect: readonly string[];
}

/** Where the commands stand. */
export const TABLE_CWD = "/home/u/project";

const PREFIX = "echo hi; ";

/**
 * The lines, with what the case files say of a command in place of the table's own verdicts, whatever harmless prefix
 * stands before it.
 */
export async function tableLines(): Promise<TableLine[]> {
  const cases = new Map(
    [...await linesOf("reference"), ...await linesOf("cases")].map(({ command, expect }) =>
      [command, expect] as const
    ),
  );
  return (await linesOf("table_3_3")).map((line) => {
    const bare = line.command.startsWith(PREFIX) ? line.command.slice(PREFIX.length) : line.command;
    return { ...line, expect: cases.get(line.command) ?? cases.get(bare) ?? line.expect };
  });
}

async function linesOf(name: string): Promise<TableLine[]> {
  const text = await Deno.readTextFile(new URL(`../${name}.jsonl`, import.meta.url));
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as TableLine);
}

const STRICTNESS = ["allow", "ask", "deny"];

/**
 * How a verdict fits: `as stated`, `stricter` than any that is stated, or `wrong`. Without a model, grey is right where
 * a model may allow.
 */
export function fit(
  { expect }: TableLine,
  { decision, grey }: { readonly decision: string; readonly grey: boolean },
): "as stated" | "stricter" | "wrong" {
  if (expect.includes(decision) || (grey && expect.includes("allow"))) return "as stated";
  const stricter = expect.every((stated) => STRICTNESS.indexOf(decision) > STRICTNESS.indexOf(stated));
  return stricter && !expect.includes("allow") ? "stricter" : "wrong";
}
