/** A process's command line, with the arguments that name a secret masked. */

/** What stands where a secret stood; the house's own mark. */
const MASK = "[redacted]";

/** An option of such a name takes a secret; other words may stand before it, as in `--db-password`. */
const SECRET_OPTION =
  /^--?(?:[a-z0-9]{1,40}[-_.]){0,6}(?:token|password|passwd|passphrase|pwd|secret|api[-_]?key|cookie|authorization)$/i;

/** A variable of such a name holds a secret. */
const SECRET_VARIABLE =
  /^(?:[a-z0-9]{1,40}_){0,6}[a-z0-9]{0,20}(?:token|password|passwd|pwd|secret|api_?key|cookie|authorization)$/i;

/** A header that carries one, as a word of an argument vector. */
const SECRET_HEADER = /^(?:proxy-authorization|authorization|set-cookie|cookie|x-[a-z0-9-]{1,40}):/i;

/** A word of a command line: where it stands, and what it is without its quotes. */
interface Word {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The command line with the value of every option and variable that is named like a secret masked. One whose quotes do
 * not close is masked as a whole: where its words end cannot be said.
 *
 * @example
 * ```ts
 * import { redactCommand } from "gatehouse/hosts/remote/redact_command.ts";
 *
 * if (redactCommand("app --api-key=k -token 'a b' --port 1") !== "app --api-key=[redacted] -token [redacted] --port 1") {
 *   throw new Error("not masked");
 * }
 * if (redactCommand("app 'open") !== "[redacted]") throw new Error("guessed");
 * ```
 */
export function redactCommand(command: string): string {
  const words = wordsOf(command);
  if (words === null) return MASK;
  let out = "";
  let done = 0;
  const mask = (from: number, to: number): void => {
    out += command.slice(done, from) + MASK;
    done = to;
  };
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (word === undefined) break;
    const equals = word.text.indexOf("=");
    const name = equals < 0 ? word.text : word.text.slice(0, equals);
    if (/\s/.test(word.text) && !SECRET_OPTION.test(name) && !SECRET_VARIABLE.test(name)) {
      // A command line within a word, as in `sh -c '…'`.
      const inner = redactCommand(word.text);
      if (inner === word.text) continue;
      out += command.slice(done, word.start) + `'${inner}'`;
      done = word.end;
    } else if (equals >= 0) {
      if (!SECRET_OPTION.test(name) && !SECRET_VARIABLE.test(name)) continue;
      out += command.slice(done, word.start) + `${name}=${MASK}`;
      done = word.end;
    } else if (SECRET_OPTION.test(name)) {
      const value = words[++index];
      if (value !== undefined) mask(value.start, value.end);
    }
  }
  return out + command.slice(done);
}

/**
 * The command line of an argument vector, as the kernel keeps it, with secrets masked. A single word with blanks was
 * written by the program itself, so it is read as a command line.
 *
 * @example
 * ```ts
 * import { commandOf } from "gatehouse/hosts/remote/redact_command.ts";
 *
 * const shown = commandOf(["app", "--token", "it's", "TOKEN=b", "-H", "Cookie: c"]);
 * if (shown !== "app --token [redacted] TOKEN=[redacted] -H Cookie: [redacted]") throw new Error(shown);
 * if (commandOf(["sh", "-c", "run --token a"]) !== "sh -c run --token [redacted]") throw new Error("not masked");
 * ```
 */
export function commandOf(argv: readonly string[]): string {
  const [only] = argv;
  if (only !== undefined && argv.length === 1) return /\s/.test(only) ? redactCommand(only) : masked(only);
  let next = false;
  return argv.map((word) => {
    const secret = next;
    next = !secret && !word.includes("=") && SECRET_OPTION.test(word);
    return secret ? MASK : masked(word);
  }).join(" ");
}

/** One word whose value is beside its name. */
function masked(word: string): string {
  const header = SECRET_HEADER.exec(word)?.[0];
  if (header !== undefined) return `${header} ${MASK}`;
  const equals = word.indexOf("=");
  const name = word.slice(0, Math.max(equals, 0));
  if (SECRET_OPTION.test(name) || SECRET_VARIABLE.test(name)) return `${name}=${MASK}`;
  return /\s/.test(word) ? redactCommand(word) : word;
}

/** Null when a quote is not closed. */
function wordsOf(command: string): Word[] | null {
  const words: Word[] = [];
  let start = -1;
  let text = "";
  let quote = "";
  const end = (at: number): void => {
    if (start >= 0) words.push({ start, end: at, text });
    start = -1;
    text = "";
  };
  for (let at = 0; at < command.length; at++) {
    const char = command[at] ?? "";
    if (quote !== "") {
      if (char === quote) quote = "";
      else if (quote === '"' && char === "\\") text += command[++at] ?? "";
      else text += char;
    } else if (/\s/.test(char)) {
      end(at);
    } else {
      if (start < 0) start = at;
      if (char === "'" || char === '"') quote = char;
      else if (char === "\\") text += command[++at] ?? "";
      else text += char;
    }
  }
  if (quote !== "") return null;
  end(command.length);
  return words;
}
