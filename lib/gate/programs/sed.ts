/** `sed`: its scripts can write files and run programs. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, type Inner, type Program } from "../program.ts";
import { literalWord, type Word } from "../word.ts";

/** What one `sed` script does beyond editing. */
interface Script {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Shell commands it runs with `e`. */
  readonly commands: readonly string[];
  /** It runs text that it makes (`s///e`, `e` alone), or cannot be followed. */
  readonly executes: boolean;
  /** It cannot be followed. */
  readonly lost: boolean;
}

/** Longer scripts are not followed. */
const MAX_SCRIPT = 4_000;

/** Reads a script command by command. What it cannot follow counts as running a program. */
class Reader {
  readonly reads: string[] = [];
  readonly writes: string[] = [];
  readonly commands: string[] = [];
  executes = false;
  lost = false;
  private at = 0;

  constructor(private readonly text: string, private readonly brackets: boolean) {}

  run(): Script {
    if (this.text.length > MAX_SCRIPT) return this.lose();
    while (this.at < this.text.length) {
      this.skip(/[\s;{}]/);
      if (this.at >= this.text.length) break;
      if (!this.address()) return this.lose();
      if (!this.command()) return this.lose();
    }
    return this;
  }

  private lose(): Script {
    this.lost = true;
    this.executes = true;
    return this;
  }

  private skip(what: RegExp): void {
    while (this.at < this.text.length && what.test(this.text[this.at] ?? "")) this.at++;
  }

  /** The rest of the line. */
  private line(): string {
    const end = this.text.indexOf("\n", this.at);
    const rest = this.text.slice(this.at, end < 0 ? undefined : end);
    this.at = end < 0 ? this.text.length : end + 1;
    return rest.trim();
  }

  /** Everything up to an unescaped `delimiter`; brackets are not special to where it ends in practice. */
  private until(delimiter: string, brackets = this.brackets): boolean {
    let bracket = false;
    for (; this.at < this.text.length; this.at++) {
      const char = this.text[this.at];
      if (char === "\\") this.at++;
      else if (char === "[" && brackets && !bracket && delimiter !== "[") bracket = this.closes(delimiter);
      else if (char === "]" && bracket) bracket = false;
      else if (char === delimiter && !bracket) {
        this.at++;
        return true;
      }
    }
    return false;
  }

  /** A bracket expression is only one when it ends before the text does and holds the delimiter. */
  private closes(delimiter: string): boolean {
    const end = this.text.indexOf("]", this.at + 2);
    return end > 0 && this.text.slice(this.at, end).includes(delimiter) &&
      !this.text.slice(this.at, end).includes("\n");
  }

  private address(): boolean {
    for (;;) {
      this.skip(/[\s\d,+~$!IM]/);
      const char = this.text[this.at];
      if (char === "/") this.at++;
      else if (char === "\\") this.at += 2;
      else return true;
      if (!this.until(char === "/" ? "/" : this.text[this.at - 1] ?? "")) return false;
    }
  }

  private command(): boolean {
    const name = this.text[this.at++];
    if (name === undefined) return true;
    if (name === "#" || "aic:btT".includes(name)) return this.words(name);
    if (name === "r" || name === "R") return this.file(this.reads);
    if (name === "w" || name === "W") return this.file(this.writes);
    if (name === "e") return this.execute();
    if (name === "s" || name === "y") return this.substitution(name);
    if ("=dDgGhHnNpPxzlqQF{}".includes(name)) {
      this.skip(/[ \t\d]/);
      return true;
    }
    return false;
  }

  /** Text after `a`, `i`, `c` continues over escaped ends of lines; labels end at a blank or `;`. */
  private words(name: string): boolean {
    if (":btT".includes(name)) {
      this.skip(/[ \t]/);
      this.skip(/[^;\s}]/);
      return true;
    }
    while (this.line().endsWith("\\") && name !== "#" && this.at < this.text.length);
    return true;
  }

  private execute(): boolean {
    const command = this.line();
    if (command === "") this.executes = true;
    else this.commands.push(command);
    return true;
  }

  private file(list: string[]): boolean {
    list.push(this.line());
    return true;
  }

  private substitution(name: string): boolean {
    const delimiter = this.text[this.at++] ?? "";
    if (
      delimiter === "" || !this.until(delimiter, this.brackets && name === "s") ||
      !this.until(delimiter, false)
    ) return false;
    for (; this.at < this.text.length; this.at++) {
      const flag = this.text[this.at] ?? "";
      if (flag === "w") {
        this.at++;
        return this.file(this.writes);
      }
      if (name === "s" && flag === "e") this.executes = true;
      if (!/[gpiImMe\d]/.test(flag)) return true;
    }
    return true;
  }
}

/** Older versions end a pattern at a delimiter in a bracket: both readings count, unless the other is no script. */
function readScript(text: string): Script {
  const first = new Reader(text, true).run();
  if (!text.includes("[")) return first;
  const second = new Reader(text, false).run();
  if (second.lost || first.lost) return first;
  return {
    reads: [...first.reads, ...second.reads],
    writes: [...first.writes, ...second.writes],
    commands: [...first.commands, ...second.commands],
    executes: first.executes || second.executes,
    lost: false,
  };
}

const NO_FILE = new Set(["/dev/stdout", "/dev/stderr", "/dev/stdin", ""]);

function scripts(parsed: Parsed): readonly Word[] {
  const given = parsed.values("-e", "--expression");
  if (given.length > 0 || parsed.has("-f", "--file")) return given;
  return parsed.operands.slice(0, 1);
}

function inputs(parsed: Parsed): readonly Word[] {
  return parsed.operands.slice(parsed.has("-e", "--expression", "-f", "--file") ? 0 : 1);
}

function effects(parsed: Parsed, call: Call): readonly Effect[] {
  const place = parsed.has("-i", "--in-place") ? "write" : "read";
  const list: Effect[] = call.touch(place, inputs(parsed));
  if (parsed.has("--sandbox")) return list;
  const words = scripts(parsed);
  for (const word of words) {
    // An unknown part may hold anything, also a command: a `/` in it ends the pattern.
    const script = readScript(word.value ?? word.code);
    const named = (paths: readonly string[]) =>
      paths.filter((path) => !NO_FILE.has(path)).map((path) => literalWord(path, word.span));
    list.push(...call.touch("read", named(script.reads)), ...call.touch("write", named(script.writes)));
    if (script.executes || script.commands.length > 0 || word.unknown === "computed") {
      list.push({ kind: "execute", word });
    }
  }
  if (parsed.has("-f", "--file")) {
    list.push(...parsed.values("-f", "--file").map((word): Effect => ({ kind: "execute", word })));
  }
  return list;
}

/** The commands of `e`, judged in their turn. */
function runs(parsed: Parsed): readonly Inner[] {
  if (parsed.has("--sandbox")) return [];
  return scripts(parsed).flatMap((word) =>
    readScript(word.value ?? word.code).commands.map((command): Inner => ({
      kind: "code",
      language: "shell",
      words: [literalWord(command, word.span)],
    }))
  );
}

/** The stream editor. */
export const sed: readonly Program[] = [
  defineProgram({
    names: "sed gsed",
    options: {
      values: "-e --expression -f --file -l --line-length",
      optional: "-i --in-place",
      flags:
        "-n --quiet --silent -E -r --regexp-extended -s --separate -u --unbuffered -z --null-data --posix --debug " +
        "--sandbox --follow-symlinks -b --binary",
    },
    effects,
    runs,
    examples: {
      "sed -n '1,40p' README.md": "read:/home/user/project/README.md",
      "sed 's/a/b/w out' f": "read:/home/user/project/f write:/home/user/project/out",
      "sed '1e touch x' f": "read:/home/user/project/f execute write:/home/user/project/x",
      "sed 's/x/date/e' f": "read:/home/user/project/f execute",
      "sed -i.bak s/a/b/ f": "write:/home/user/project/f",
      "sed 's/#.*//' /etc/fstab": "read:/etc/fstab",
      "sed -e '/[/]w x/d' f": "read:/home/user/project/f",
    },
  }),
];
