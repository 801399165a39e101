/** Reads the frozen corpus of command lines. See CORPUS.md. */

export type CorpusKind =
  | "read"
  | "build"
  | "test"
  | "install"
  | "download"
  | "relative"
  | "redirect";

export interface CorpusLine {
  id: string;
  command: string;
  kind: CorpusKind;
  package: string;
  file: string;
  half: 1 | 2;
}

export type CorpusName = "ordinary" | "other";

/** All lines of one file, or only those of one half. */
export async function readCorpus(
  name: CorpusName,
  half?: 1 | 2,
): Promise<CorpusLine[]> {
  const url = new URL(`./${name}.jsonl`, import.meta.url);
  const lines = (await Deno.readTextFile(url)).split("\n").filter((l) => l);
  const all = lines.map((l) => JSON.parse(l) as CorpusLine);
  return half === undefined ? all : all.filter((l) => l.half === half);
}

/** The half a command belongs to: first hex digit of its SHA-256. */
export async function halfOf(command: string): Promise<1 | 2> {
  const bytes = new TextEncoder().encode(command);
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return (sum[0] ?? 0) < 0x80 ? 1 : 2;
}
