/** Reads what a program text in another language plainly does: calls with literal arguments. Never a proof. */
import { parse } from "unbash";

/** What literal calls in a program text do. */
export interface Deeds {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly deletes: readonly string[];
  /** Deleted with all that is in them. */
  readonly trees: readonly string[];
  /** Shell commands; `null` when the text of one is computed. */
  readonly shell: readonly (string | null)[];
  readonly network: boolean;
  /** Starts copies of itself in a loop. */
  readonly forks: boolean;
  /** Hands a shell to a socket. */
  readonly shellOverSocket: boolean;
}

const NOTHING: Deeds = {
  reads: [],
  writes: [],
  deletes: [],
  trees: [],
  shell: [],
  network: false,
  forks: false,
  shellOverSocket: false,
};

/** Longer texts are looked at up to here; they are asked about in any case. */
const MAX_TEXT = 8_000;

const TREES =
  "rmtree|rm_rf|rm_r|rm|rmSync|remove_tree|emptyDirSync|emptyDir|removeSync|rimraf|rimrafSync|remove_dir_all|secure_unlink|removeTree";
const DELETES =
  "remove|unlink|unlinkSync|unlink_sync|rmdir|rmdirSync|removedirs|delete_file|truncate|truncateSync|Path";
const SHELLS =
  "system|popen|shell_exec|passthru|proc_open|execSync|spawnSync|execFileSync|execFile|spawn|check_call|check_output|" +
  "getoutput|getstatusoutput|Popen|run|call|exec|execl|execv|execlp|execvp|execvpe|readpipe|capture2e|capture2|capture3|pcntl_exec|execute|posix_spawn";

/** A literal of most languages: single, double or backward quotes. */
const LITERAL = String.raw`(?:[rbuf]{0,2})(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|` +
  "`((?:[^`\\\\]|\\\\.)*)`)";

function unescaped(text: string): string {
  return text.replaceAll(/\\x([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replaceAll(/\\([\\"'`/$@])/g, "$1");
}

/** The literals that open the arguments of these functions, `null` where something else does. */
function firstArguments(
  code: string,
  functions: string,
): { readonly name: string; readonly text: string | null; readonly at: number }[] {
  const pattern = new RegExp(
    String.raw`(?<![\w$])(${functions})(?:\s*\(\s*|\s+)(?:${LITERAL}(?!\s*[+.%]\s*[\w"'$@(]))?`,
    "g",
  );
  return [...code.matchAll(pattern)].map((match) => {
    const text = match[2] ?? match[3] ?? match[4];
    return {
      name: match[1] ?? "",
      text: text === undefined ? null : unescaped(text),
      at: match.index + match[0].length,
    };
  });
}

/** All literals of a list of arguments from here on, as one shell command. */
function argumentList(code: string, from: number): string | null {
  const rest = code.slice(from, from + 2_000);
  const end = rest.search(/[\])]/);
  const inside = rest.slice(0, end < 0 ? undefined : end);
  const words = [...inside.matchAll(new RegExp(LITERAL, "g"))].map((match) =>
    unescaped(match[1] ?? match[2] ?? match[3] ?? "")
  );
  const left = inside.replaceAll(new RegExp(LITERAL, "g"), "").replaceAll(
    /[\s,[\](){}]|shell\s*[=:]\s*\w+|check\s*=\s*\w+/g,
    "",
  );
  if (words.length === 0 || left !== "") return null;
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
}

function isShell(text: string): boolean {
  const script = parse(text);
  return (script.errors?.length ?? 0) === 0;
}

/** The command a call runs: one literal is a command line, a list of them is its words. */
function command(code: string, call: { readonly text: string | null; readonly at: number }): string | null {
  if (call.text === null) return argumentList(code, call.at);
  const next = code.slice(call.at, call.at + 40);
  const list = /^\s*,\s*[["'`]/.test(next) ? argumentList(code, call.at) : null;
  const text = list === null ? call.text : `${call.text} ${list}`;
  return isShell(text) ? text : null;
}

/** Whether a function with a common name is the one that runs programs. */
function runsPrograms(name: string, code: string, language: string): boolean {
  if (name === "run" || name === "call" || name === "Popen") return /subprocess|IPC|Open3/.test(code);
  if (name === "exec" || name === "spawn" || name === "execFile" || name === "execute") {
    if (language === "javascript") return /child_process|execa|shelljs|zx/.test(code);
    return name !== "execute" && (language !== "python" || /\bos\b|\bpty\b/.test(code) && name === "spawn");
  }
  return true;
}

/** Text in backward quotes, which perl, ruby and php give to a shell. */
function quotedCommands(code: string, language: string): (string | null)[] {
  if (!/^(?:perl|ruby|php)$/.test(language)) return [];
  const found = [...code.matchAll(/`((?:[^`\\]|\\.)*)`|(?:\bqx|%x)\s*([{[(/!|])(.*?)[}\])/!|]/gs)];
  return found.map((match) => {
    const text = match[1] ?? match[3] ?? "";
    return !/[$@#]/.test(text) && isShell(text) ? text : null;
  });
}

const OPENS = new RegExp(
  String
    .raw`(?<![\w$])(?:open|File\.write|File\.open|writeFileSync|appendFileSync|writeFile|file_put_contents|write_text)\s*\(\s*${LITERAL}\s*(?:,\s*(?:mode\s*=\s*)?["']([rwax+bt<>|]*)["'])?`,
  "g",
);

function opened(code: string): { readonly reads: string[]; readonly writes: string[] } {
  const reads: string[] = [];
  const writes: string[] = [];
  for (const match of code.matchAll(OPENS)) {
    const path = unescaped(match[1] ?? match[2] ?? match[3] ?? "");
    const mode = match[4] ?? "";
    const writing = !/^(?:open|File\.open)/.test(match[0]) || /[wax+>]/.test(mode);
    (writing ? writes : reads).push(path);
  }
  const shown = new RegExp(
    String
      .raw`(?<![\w$])(?:readFileSync|readFile|file_get_contents|File\.read|IO\.read|readlines|read_text)\s*\(?\s*${LITERAL}`,
    "g",
  );
  for (const match of code.matchAll(shown)) reads.push(unescaped(match[1] ?? match[2] ?? match[3] ?? ""));
  return { reads, writes };
}

const SOCKETS =
  /\bsocket\b|\burllib|\brequests\b|http\.client|\bhttps?\b["']?\)|\bfetch\s*\(|net\.(?:connect|Socket)|\bIO::Socket|LWP|Net::|TCPSocket|fsockopen|curl_|open-uri|httpx|smtplib|ftplib/;

/**
 * What the text plainly does. A call whose arguments are computed is only counted where it runs a shell.
 *
 * ```ts
 * import { deedsOf } from "gatehouse/gate/grammar/inline.ts";
 *
 * const deeds = deedsOf('import shutil;shutil.rmtree("/")', "python");
 * if (deeds.trees[0] !== "/") throw new Error("deletes the root");
 * if (deedsOf("print('rmtree')", "python").trees.length !== 0) throw new Error("data");
 * ```
 */
export function deedsOf(text: string, language: string): Deeds {
  if (language === "other-shell") return NOTHING;
  const code = text.slice(0, MAX_TEXT);
  const literal = (functions: string) =>
    firstArguments(code, functions).flatMap(({ text }) => text === null ? [] : [text]);
  const commands = firstArguments(code, SHELLS).filter(({ name }) => runsPrograms(name, code, language));
  const paths = [
    ...code.matchAll(new RegExp(String.raw`\bPath\(\s*${LITERAL}\s*\)\s*\.\s*(?:unlink|rmdir)`, "g")),
  ]
    .map((match) => unescaped(match[1] ?? match[2] ?? ""));
  // `rm` alone is a word of many meanings; with a literal path in a file system module it deletes.
  const trees = literal(TREES);
  const network = SOCKETS.test(code);
  return {
    ...opened(code),
    deletes: [...literal(DELETES.replace("|Path", "")), ...paths],
    trees,
    shell: [...commands.map((call) => command(code, call)), ...quotedCommands(code, language)],
    network,
    forks: /\bfork\b/.test(code) && /\b(?:while|for|loop|until|redo)\b/.test(code),
    shellOverSocket: network && /\/bin\/(?:ba|z|da|k)?sh|dup2|pty\.spawn|STDIN.*SOCKET|cmd\.exe/i.test(code),
  };
}
