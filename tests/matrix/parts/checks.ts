/** Checks that are both tests and a transcript for people: each is a sentence, and what was said to prove it. */

/** A sentence, and how it is proven over a session of kind `S`. */
export interface Check<S> {
  readonly name: string;
  /** @throws Error when the sentence does not hold. */
  readonly prove: (session: S) => Promise<void>;
}

/** What both kinds of session write down: one line for each frame or request, in order. */
export interface Recorded {
  /** What was said since this was read last. */
  takeLines(): readonly string[];
}

/** Characters of a line, and of a text in it, that a person wants to read. */
const MAX_LINE = 1_600;
const MAX_TEXT = 400;

/**
 * Proves every sentence, and gives the transcript and how many do not hold. One that fails does not stop the others.
 *
 * @param checks The sentences, in order.
 * @param session What they are proven over.
 */
export async function transcribe<S extends Recorded>(
  checks: readonly Check<S>[],
  session: S,
): Promise<{ readonly text: string; readonly failed: number }> {
  const parts: string[] = [];
  let failed = 0;
  for (const { name, prove } of checks) {
    const problem = await prove(session).then(() => null, (error: unknown) => error);
    if (problem !== null) failed++;
    const message = problem instanceof Error ? problem.message : String(problem);
    const why = problem === null ? [] : [`  ! ${message.replaceAll("\n", "\n    ")}`];
    const said = session.takeLines().map((line) => `  ${bounded(line)}`);
    parts.push([`${problem === null ? "✓" : "✗"} ${name}`, ...why, ...said].join("\n"));
  }
  return { text: `${parts.join("\n\n")}\n`, failed };
}

function bounded(line: string): string {
  const shown = line.replace(/\{.*\}$/s, (json) => {
    try {
      return JSON.stringify(JSON.parse(json), shortened);
    } catch {
      return json;
    }
  });
  return shown.length <= MAX_LINE ? shown : `${shown.slice(0, MAX_LINE)}… (${shown.length} characters)`;
}

/** A person reads the fields of an answer, not their copy as text, and of a long text its beginning. */
function shortened(this: unknown, key: string, value: unknown): unknown {
  const holder = this as { structuredContent?: unknown };
  if (key === "content" && holder.structuredContent !== undefined) return "(the same as text)";
  return typeof value === "string" && value.length > MAX_TEXT
    ? `${value.slice(0, MAX_TEXT)}… (${value.length} characters)`
    : value;
}
