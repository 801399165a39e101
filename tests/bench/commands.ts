/** The command lines that verdicts are timed on: every corpus and case under 1 KB. */

const FILES = ["cases", "reference", "ordinary", "other"];

/** In a fixed order; bytes are those of UTF-8. */
export function shortCommands(): string[] {
  return FILES.flatMap((name) =>
    Deno.readTextFileSync(new URL(`../gate/${name}.jsonl`, import.meta.url)).split("\n")
      .filter((line) => line !== "")
      .map((line) => (JSON.parse(line) as { command: string }).command)
  ).filter((command) => new TextEncoder().encode(command).length < 1024);
}
