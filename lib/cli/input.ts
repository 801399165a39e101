/** What commands read from stdin: bounded, and stopped by a signal. */
import { ToolError } from "../core/errors.ts";
import { usageError } from "./failure.ts";
import type { Io } from "./io.ts";

/** Bytes of one document or line: 1 MiB. */
export const MAX_INPUT_BYTES = 1_048_576;

/**
 * The whole of stdin as text.
 *
 * @throws ToolError `USAGE` above 1 MiB, or when it is no UTF-8; `CANCELLED` by a signal.
 *
 * @example
 * ```ts
 * import { readAll } from "gatehouse/cli/input.ts";
 *
 * const stdin = new Blob(["{}"]).stream();
 * if (await readAll({ stdin, signal: new AbortController().signal }) !== "{}") throw new Error("not read");
 * ```
 */
export async function readAll(io: Pick<Io, "stdin" | "signal">): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of untilAborted(io)) {
    size += part.byteLength;
    if (size > MAX_INPUT_BYTES) throw usageError(`Stdin has more than ${MAX_INPUT_BYTES} bytes`, "Give less");
    parts.push(part);
  }
  const text = decoded(parts);
  if (text === null) throw usageError("Stdin is no UTF-8", "Give text");
  return text;
}

/**
 * The lines of stdin, as many at once as came at once, so that who answers them can do so at once too; null for a line
 * that has more than 1 MiB or is no UTF-8. Blank lines are left out.
 *
 * @throws ToolError `CANCELLED` by a signal.
 *
 * @example
 * ```ts
 * import { readLineGroups } from "gatehouse/cli/input.ts";
 *
 * const stdin = new Blob(["a\n\nb"]).stream();
 * const groups = await Array.fromAsync(readLineGroups({ stdin, signal: new AbortController().signal }));
 * if (groups.flat().join() !== "a,b") throw new Error(groups.join());
 * ```
 */
export async function* readLineGroups(
  io: Pick<Io, "stdin" | "signal">,
): AsyncGenerator<readonly (string | null)[]> {
  let kept: Uint8Array[] = [];
  let size = 0;
  const take = (): string | null => {
    const text = size > MAX_INPUT_BYTES ? null : decoded(kept);
    kept = [];
    size = 0;
    return text;
  };
  for await (let part of untilAborted(io)) {
    const lines: (string | null)[] = [];
    for (let end = part.indexOf(0x0a); end >= 0; end = part.indexOf(0x0a)) {
      kept.push(part.subarray(0, end));
      size += end;
      part = part.subarray(end + 1);
      lines.push(take());
    }
    size += part.byteLength;
    // Past the bound only the length counts; the bytes are let go.
    if (size > MAX_INPUT_BYTES) kept = [];
    else kept.push(part);
    yield lines.filter(isFilled);
  }
  yield [take()].filter(isFilled);
}

/**
 * The same, one by one.
 *
 * @throws ToolError `CANCELLED` by a signal.
 *
 * @example
 * ```ts
 * import { readLines } from "gatehouse/cli/input.ts";
 *
 * const stdin = new Blob(["a\n\nb"]).stream();
 * const lines = await Array.fromAsync(readLines({ stdin, signal: new AbortController().signal }));
 * if (lines.join() !== "a,b") throw new Error(lines.join());
 * ```
 */
export async function* readLines(io: Pick<Io, "stdin" | "signal">): AsyncGenerator<string | null> {
  for await (const group of readLineGroups(io)) yield* group;
}

function isFilled(line: string | null): boolean {
  return line === null || line.trim() !== "";
}

async function* untilAborted({ stdin, signal }: Pick<Io, "stdin" | "signal">): AsyncGenerator<Uint8Array> {
  const reader = stdin.getReader();
  const stop = (): void => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  try {
    while (true) {
      const { done, value } = await reader.read();
      // What was read so far is a piece of something: it must not be taken for the whole.
      if (signal.aborted) throw new ToolError("CANCELLED", "Stopped by a signal");
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    reader.releaseLock();
  }
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true });

function decoded(parts: readonly Uint8Array[]): string | null {
  const [first, ...more] = parts;
  if (first === undefined) return "";
  try {
    return UTF_8.decode(more.length === 0 ? first : joined(parts));
  } catch {
    return null;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
