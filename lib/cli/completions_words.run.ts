import { proposalsFor } from "./completion_words.ts";
import type { Io } from "./io.ts";

/** One proposal a line: the word, a tab, what it is. Nothing is said on stderr: it would end up in the line. */
export default async function propose(io: Io, _flags: unknown, ...words: string[]): Promise<number> {
  // Whatever is read to answer, nobody is contacted and nothing is started or written.
  io.revoke(["net", "run", "write"]);
  const proposals = await proposalsFor(io, words);
  io.out(proposals.map(({ word, brief }) => `${word}\t${brief}\n`).join(""));
  return 0;
}
