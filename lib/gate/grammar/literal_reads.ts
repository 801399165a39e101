/** Takes out of a program text what reads one named file, or asks for something harmless, so that the rest can be judged. */

/** A path in quotes that cannot hold the end of another text. Names of devices and addresses are left out. */
const PATH = String.raw`(?:'(?!\/dev\/|\/proc\/)[\w.\/@-]+'|"(?!\/dev\/|\/proc\/)[\w.\/@-]+")`;
const ENCODING = String.raw`(?:'(?:utf-?8|ascii|latin1)'|"(?:utf-?8|ascii|latin1)")`;

/** `open("f")`, for reading. What it gives has the methods of `sys.stdin`. */
const PYTHON_OPEN = new RegExp(
  String
    .raw`(?<![\w.])open\( ?${PATH} ?(?:, ?(?:mode ?= ?)?(?:'r[bt]?'|"r[bt]?") ?)?(?:, ?encoding ?= ?${ENCODING} ?)?\)`,
  "gi",
);

/** A variable that says where or how a program runs, and no secret. */
const VARIABLE = String
  .raw`['"](?:PATH|HOME|USER|LANG|LC_\w+|SHELL|PWD|TERM|CI|TZ|EDITOR|VIRTUAL_ENV|CONDA_PREFIX|PYTHON[A-Z]+|NODE_ENV|DISPLAY|COLUMNS|LINES)['"]`;

/** Of modules that can do more, what only tells something. */
const PYTHON_TELLS: Readonly<Record<string, RegExp>> = {
  os: new RegExp(
    String
      .raw`(?<![\w.])os\.(?:(?:getcwd|cpu_count|getpid|getppid|getuid|geteuid|getgid|getlogin|uname|sep|linesep|pathsep|curdir|name|version_info|getloadavg|get_terminal_size|listdir|path\.(?:join|basename|dirname|splitext|split|abspath|normpath|realpath|relpath|expanduser|exists|isfile|isdir|islink|isabs|getsize|getmtime|sep))\b(?! ?(?:[.\[]|= ?[^=\d]))|environ ?\[ ?${VARIABLE} ?\]|(?:environ\.get|getenv)\( ?${VARIABLE} ?\))`,
    "g",
  ),
  shutil: /(?<![\w.])shutil\.(?:which|disk_usage|get_terminal_size)\b(?! ?[.=\[])/g,
  yaml: /(?<![\w.])yaml\.safe_(?:load|load_all|dump)\b(?! ?[.=\[])/g,
  glob: /(?<![\w.])glob\.i?glob\b(?! ?[.=\[])/g,
  socket: /(?<![\w.])socket\.(?:gethostname|getfqdn)\( ?\)/g,
  sqlite3: /(?<![\w.])sqlite3\.(?:sqlite_version|version)\b(?! ?[.=\[])/g,
  ast: /(?<![\w.])ast\.(?:literal_eval|dump|parse)\b(?! ?[.=\[])/g,
  tomllib: /(?<![\w.])tomllib\.loads?\b(?! ?[.=\[])/g,
  csv: /(?<![\w.])csv\.(?:reader|DictReader)\b(?! ?[.=\[])/g,
};

/** What is left of a text, and the modules of which something was taken out. */
export interface Rest {
  readonly text: string;
  readonly modules: readonly string[];
}

/**
 * A Python text without reading of named files and without questions to `os` and its like. A file that is read is an
 * effect of the call, found elsewhere; here only the words are taken away.
 *
 * ```ts
 * import { pythonRest } from "gatehouse/gate/grammar/literal_reads.ts";
 *
 * if (pythonRest("print(open('a.txt').read())").text !== "print( sys .read())") throw new Error("a file by its name");
 * if (!pythonRest("open('a', 'w')").text.startsWith("open(")) throw new Error("it writes");
 * ```
 */
export function pythonRest(code: string): Rest {
  let text = code.replaceAll(PYTHON_OPEN, " sys ");
  const modules: string[] = [];
  for (const [name, tells] of Object.entries(PYTHON_TELLS)) {
    const left = text.replaceAll(tells, " 0 ");
    if (left !== text) modules.push(name);
    text = left;
  }
  return { text, modules };
}

const FS = String.raw`require\( ?(?:'(?:node:)?fs'|"(?:node:)?fs") ?\)`;

/** `readFileSync("f", "utf8")` and its like, of the module or of the name it has in a one-liner. */
const SCRIPT_READ = new RegExp(
  String
    .raw`(?<![\w$.])(?:${FS}|fs)\.(?:readFileSync|existsSync|statSync|readdirSync)\( ?${PATH} ?(?:, ?(?:${ENCODING}|\{ ?encoding ?: ?${ENCODING} ?\}) ?)?\)`,
  "gi",
);

/** `fs = require("fs")` on its own. */
const SCRIPT_REQUIRE = new RegExp(String.raw`\b(?:const|let|var) fs ?= ?${FS} ?(?:;|\n|$)`, "g");

/**
 * A JavaScript text without reading of named files.
 *
 * ```ts
 * import { scriptRest } from "gatehouse/gate/grammar/literal_reads.ts";
 *
 * const text = "JSON.parse(require('fs').readFileSync('package.json', 'utf8')).version";
 * if (scriptRest(text) !== "JSON.parse( 0 ).version") throw new Error("a file by its name");
 * if (!scriptRest("fs.readFileSync(x)").includes("fs")) throw new Error("a file by some name");
 * ```
 */
export function scriptRest(code: string): string {
  const rest = code.replaceAll(SCRIPT_READ, " 0 ");
  return rest === code ? code : rest.replaceAll(SCRIPT_REQUIRE, " ");
}
