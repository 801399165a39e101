/** Commands whose messages, patterns, quoted here-documents and comments mention danger without doing it. */

/** A command, and the same one without the text that mentions danger. */
export interface Mention {
  readonly command: string;
  readonly same_as: string;
}

/** All of them. */
export async function mentions(): Promise<Mention[]> {
  const text = await Deno.readTextFile(new URL("../data_not_code.jsonl", import.meta.url));
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Mention);
}
