/** Tells program texts that can only compute, read and print. What is not certainly one of these is not. */
import { pythonRest, scriptRest } from "./literal_reads.ts";
import { perlIsPure } from "./perl.ts";
import { prints } from "./prints.ts";

const set = (list: string) => new Set(list.split(" "));

const PYTHON_WORDS = set(
  "and as assert break class continue def del elif else except finally for from if import in is lambda not or pass raise return " +
    "try while with yield None True False print len range str int float list dict set tuple sorted min max sum abs round " +
    "enumerate zip map filter any all repr chr ord hex bin oct bool type isinstance reversed format divmod pow complex bytes " +
    "bytearray frozenset slice iter next hash ValueError TypeError KeyError IndexError Exception StopIteration",
);
const PYTHON_MODULES = set(
  "json sys math re string datetime time platform itertools functools collections statistics random textwrap decimal fractions " +
    "base64 hashlib uuid struct calendar pprint unicodedata html locale sysconfig bisect heapq cmath colorsys binascii zlib " +
    "secrets keyword enum typing dataclasses site ssl",
);
const PYTHON_MEMBERS = set(
  "load loads dumps stdin stdout read readline readlines write flush argv version version_info maxsize platform byteorder " +
    "executable exit path prefix implementation name flags getsizeof append extend insert pop sort reverse count index copy keys " +
    "values items get setdefault update join split rsplit splitlines strip lstrip rstrip replace upper lower title capitalize " +
    "swapcase startswith endswith find rfind encode decode format format_map zfill ljust rjust center isdigit isalpha isalnum " +
    "isspace isupper islower partition rpartition translate maketrans sqrt pi e floor ceil log log2 log10 exp sin cos tan " +
    "factorial gcd lcm comb perm isnan inf nan pow fsum prod hypot atan2 radians degrees match search findall finditer sub " +
    "fullmatch group groups span compile escape datetime date timedelta timezone now utcnow today strftime strptime isoformat " +
    "fromisoformat fromtimestamp utc total_seconds time sleep monotonic perf_counter ctime gmtime localtime machine " +
    "release processor node architecture python_version python_implementation chain product permutations combinations " +
    "accumulate groupby repeat count cycle islice reduce partial Counter defaultdict OrderedDict namedtuple deque most_common " +
    "elements mean median mode stdev variance randint random choice choices sample shuffle seed uniform dedent fill wrap indent " +
    "Decimal Fraction numerator denominator b64encode b64decode hexdigest digest md5 sha1 sha256 sha512 uuid4 uuid1 hex pack " +
    "unpack calcsize month monthcalendar isleap pprint pformat unescape ascii_letters digits punctuation ascii_lowercase " +
    "ascii_uppercase printable token_hex token_urlsafe JSONDecodeError real imag bit_length to_bytes from_bytes add union " +
    "intersection difference discard year month day hour minute second weekday isoweekday isocalendar get_paths get_path " +
    "get_config_var maxunicode getrecursionlimit getdefaultencoding getsitepackages getusersitepackages OPENSSL_VERSION " +
    "getfilesystemencoding hexversion base_prefix exec_prefix builtin_module_names",
);

const JS_WORDS = set(
  "var let const function return if else for while do switch case break continue new in of typeof instanceof void true false " +
    "null undefined NaN Infinity console JSON Math Number String Boolean Array Object Date Map Set RegExp Symbol BigInt parseInt " +
    "parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI process require Buffer URL " +
    "URLSearchParams Intl async await structuredClone atob btoa os path util",
);
const JS_MEMBERS = set(
  "log error info warn table stringify parse version versions argv platform arch pid cwd memoryUsage uptime hrtime node v8 length " +
    "map filter forEach reduce reduceRight some every find findIndex findLast indexOf lastIndexOf includes join split slice splice " +
    "concat push pop shift unshift reverse sort flat flatMap fill keys values entries fromEntries assign freeze isArray from of " +
    "toString toUpperCase toLowerCase trim trimStart trimEnd padStart padEnd repeat replace replaceAll match matchAll test charAt " +
    "charCodeAt codePointAt fromCharCode fromCodePoint startsWith endsWith substring at toFixed toPrecision floor ceil round " +
    "random max min abs sqrt cbrt pow PI E sin cos tan atan2 log2 log10 exp trunc sign hypot now toISOString getTime getFullYear " +
    "getMonth getDate getDay getHours getMinutes getSeconds toJSON toLocaleString toLocaleDateString isInteger isSafeInteger " +
    "MAX_SAFE_INTEGER MIN_SAFE_INTEGER EPSILON get set has add delete size name main license description scripts dependencies " +
    "devDependencies engines exports types bin files keywords author homepage repository url href host hostname pathname search " +
    "searchParams byteLength release features execPath exit exitCode getuid title stdout stderr write cpus totalmem freemem hostname " +
    "homedir tmpdir type EOL endianness loadavg machine availableParallelism userInfo networkInterfaces basename dirname extname " +
    "relative normalize delimiter sep inspect lts isDirectory isFile mtime birthtime mode",
);

/** Names that a program could make look like its own while they are still what they always were. */
const NEVER_LOCAL = set(
  "open eval exec compile input globals locals vars getattr setattr delattr breakpoint help memoryview object super callable dir id " +
    "Function globalThis global module exports fetch WebSocket XMLHttpRequest Worker Reflect Proxy setTimeout setInterval " +
    "setImmediate queueMicrotask WebAssembly process require fs child_process os net http https vm repl dgram cluster tls dns " +
    "worker_threads inspector constructor",
);

/** Takes strings out; `null` when one may hold code or does not end. */
function withoutStrings(code: string, quote: RegExp, holdsCode: (text: string) => boolean): string | null {
  let unsafe = false;
  const bare = code.replaceAll(quote, (text) => {
    if (holdsCode(text)) unsafe = true;
    return " 0 ";
  });
  return unsafe || /["'`]/.test(bare) ? null : bare;
}

function named(bare: string, pattern: RegExp): Set<string> {
  return new Set(
    [...bare.matchAll(pattern)].flatMap((match) => (match[1] ?? "").split(/[,\s()]+/)).filter((name) =>
      name !== ""
    ),
  );
}

/** `import numpy; print(numpy.__version__)`: of packages that everybody has. */
const PYTHON_VERSION =
  /^import (\w+)(?: as (\w+))? ?[;\n] ?print ?\( ?(\w+)\.__(?:version|file|path)__ ?\) ?;?\n?$/;
const PYTHON_PACKAGES = set(
  "numpy scipy pandas torch tensorflow matplotlib sklearn requests yaml django flask six setuptools pip wheel pytest lxml PIL cv2 " +
    "jinja2 markupsafe attr click cffi cryptography psycopg2 sqlalchemy h5py sympy networkx numba Cython dask jax json sys re " +
    "platform os sqlite3 ssl decimal scrapy tornado aiohttp httpx fastapi starlette uvicorn pydantic celery redis boto3 botocore " +
    "urllib3 certifi idna chardet charset_normalizer dateutil pytz babel sphinx docutils pygments markdown nltk spacy gensim " +
    "transformers datasets tokenizers onnx onnxruntime keras xgboost lightgbm statsmodels seaborn plotly bokeh skimage imageio " +
    "tqdm rich typer paramiko fabric ansible gevent greenlet eventlet zmq twisted lark ply pycparser mypy black isort flake8 pylint " +
    "coverage tox nox hypothesis mock faker virtualenv poetry packaging wx gi PyQt5 PyQt6 PySide2 PySide6 pygame OpenGL shapely " +
    "fiona rasterio geopandas pyproj netCDF4 xarray zarr pyarrow polars duckdb psutil mpi4py pyopencl pycuda cupy triton sentry_sdk " +
    "docker kubernetes google grpc protobuf openai anthropic langchain pymongo MySQLdb pymysql psycopg asyncpg peewee alembic",
);

function pythonIsPure(given: string): boolean {
  const version = PYTHON_VERSION.exec(given);
  if (version !== null && PYTHON_PACKAGES.has(version[1] ?? "")) {
    return version[3] === (version[2] ?? version[1]);
  }
  const { text: code, modules } = pythonRest(given);
  // A comment is cut out where it begins, or a quote in it would begin a text.
  const string =
    /#[^\n]*|([rRbBuUfF]{0,2})("""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/g;
  const inner: string[] = [];
  const bare = withoutStrings(code, string, (text) => {
    if (/^[rb]?f/i.test(text)) {
      inner.push(
        ...[...text.matchAll(/\{([^{}]*)\}/g)].map((match) => (match[1] ?? "").replace(/[:!].*$/, "")),
      );
    }
    return /^[rb]?f/i.test(text) && /["'].*\{[^}]*["'[(]/.test(text.slice(2));
  });
  if (bare === null || /[@`\\]|__/.test(bare)) return false;
  const text = [bare, ...inner].join("\n");
  const locals = named(
    text,
    /(?:^|[\s;:(,])((?:\w+\s*,\s*)*\w+)\s*(?:=(?!=)|:=|[+*/%-]=)/g,
  );
  for (const name of named(text, /\bfor ([\w ,()]{1,80}?) in\b/g)) locals.add(name);
  for (const name of named(text, /\blambda\s*([\w\s,]*):/g)) locals.add(name);
  for (const name of named(text, /\bas\s+(\w+)/g)) locals.add(name);
  for (const match of text.matchAll(/\bdef\s+(\w+)\s*\(([\w\s,=]*)\)/g)) {
    for (const name of `${match[1]} ${match[2]}`.split(/[\s,=]+/)) locals.add(name);
  }
  for (const match of text.matchAll(/\bimport\s+([^;\n]+)/g)) {
    const from = new RegExp(String.raw`\bfrom\s+(\w+)\s+$`).exec(text.slice(0, match.index))?.[1];
    for (const item of (match[1] ?? "").split(",")) {
      const [name = ""] = item.trim().split(/\s+/);
      if (!/^\w+$/.test(name)) return false;
      // What only tells something was taken out above; the module's name anywhere else is refused below.
      if (from === undefined && modules.includes(item.trim())) continue;
      if (
        from === undefined
          ? !PYTHON_MODULES.has(name)
          : !PYTHON_MODULES.has(from) || !PYTHON_MEMBERS.has(name)
      ) return false;
      locals.add(name);
    }
  }
  if ([...locals].some((name) => NEVER_LOCAL.has(name))) return false;
  // A changed search path changes what an import loads.
  if (/\bpath\b/.test(text) && /insert|append|extend|path\s*(?:\[|\+?=(?!=))/.test(text)) return false;
  return everyName(
    text.replaceAll(
      /\bimport\s+[^;\n]+/g,
      (clause) => clause.replaceAll(/\b\w+(?=\s*(?:,|$))/g, (name) => modules.includes(name) ? "sys" : name),
    ),
    (name, member) =>
      member
        ? PYTHON_MEMBERS.has(name)
        : PYTHON_WORDS.has(name) || PYTHON_MODULES.has(name) || locals.has(name),
  );
}

/** Every identifier passes; `member` for those after a dot. */
function everyName(text: string, passes: (name: string, member: boolean) => boolean): boolean {
  for (const match of text.matchAll(/(\.\s*)?([A-Za-z_$][\w$]*)/g)) {
    const before = text[match.index - 1] ?? "";
    // The exponent of a number, or its suffix.
    if (match[1] === undefined && /\d/.test(before)) continue;
    if (!passes(match[2] ?? "", match[1] !== undefined && !/^\.\.\./.test(text.slice(match.index - 2)))) {
      return false;
    }
  }
  return true;
}

/** What must not stand anywhere, not even in a text, where a pattern may hold the quote that ends one. */
const JS_NEVER = new RegExp(
  String.raw`(?<![\w$])(?:${
    [...NEVER_LOCAL].filter((name) =>
      !/^(?:process|require|help|dir|id|input|object|super|open|compile|net|dns|vm|tls)$/.test(name)
    ).join("|")
  })(?![\w$]|://)`,
);

function scriptIsPure(given: string): boolean {
  // A text in backward quotes that cannot hold the end of anything else.
  const code = scriptRest(given).replaceAll(/`[\w .,:!?@-]*`/g, " 0 ");
  if (/["']/.test(code) && /\//.test(code) && JS_NEVER.test(code)) return false;
  if (code.includes("`") || /\/\*|import\s*\(|\bconstructor\b|__proto__|prototype/.test(code)) return false;
  const required = [...code.matchAll(/\brequire\s*\(\s*(["'])([^"'\\]*)\1\s*\)/g)];
  if (
    required.some((match) =>
      !/^(?:\.{1,2}\/[\w./-]*\.json|(?:node:)?(?:os|path|util|url|querystring|assert))$/.test(match[2] ?? "")
    )
  ) return false;
  if ([...code.matchAll(/\brequire\b/g)].length !== required.length) return false;
  // A computed member can be any member.
  for (const match of code.matchAll(/(?<=[\w$)\]"'])\s*\[([^\]]*)\]?/g)) {
    const key = /^\s*(?:-?\d+|"([\w@/. -]*)"|'([\w@/. -]*)')\s*$/.exec(match[1] ?? "");
    const name = key?.[1] ?? key?.[2];
    if (key === null || (name !== undefined && /^\w*$/.test(name) && !JS_MEMBERS.has(name))) return false;
  }
  if (
    /\bprocess\b(?!\s*\.\s*(?:(?:version|versions|argv|platform|arch|pid|cwd|uptime|memoryUsage|hrtime|release|features|execPath|exit|exitCode|getuid|title)\b|std(?:out|err)\s*\.\s*write\b))/
      .test(
        code,
      )
  ) return false;
  const bare = withoutStrings(code, /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, () => false);
  if (bare === null) return false;
  const locals = named(bare, /\b(?:let|const|var)\s+([A-Za-z_$][\w$]*)/g);
  for (const name of named(bare, /\(?([A-Za-z_$][\w$]*(?:\s*,\s*[A-Za-z_$][\w$]*)*)\)?\s*=>/g)) {
    locals.add(name);
  }
  for (const match of bare.matchAll(/\bfunction\b\s*(\w*)\s*\(([\w\s,]*)\)/g)) {
    for (const name of `${match[1]} ${match[2]}`.split(/[\s,]+/)) locals.add(name);
  }
  if ([...locals].some((name) => NEVER_LOCAL.has(name))) return false;
  // Keys of an object are no names of anything else.
  const text = bare.replaceAll(/([{,]\s*)[A-Za-z_$][\w$]*(\s*:)/g, "$1 0 $2");
  return everyName(
    text,
    (name, member) => member ? JS_MEMBERS.has(name) : JS_WORDS.has(name) || locals.has(name),
  );
}

/**
 * True when the text can only compute, print, and read files that it names in full: no programs, no network, no loading
 * of code. Which files are read is an effect of the call and judged as such.
 *
 * ```ts
 * import { isPure } from "gatehouse/gate/grammar/pure.ts";
 *
 * if (!isPure("print(1 + 2)", "python") || isPure("open('x', 'w')", "python")) throw new Error("only what is certain");
 * if (!isPure("console.log(process.version)", "javascript")) throw new Error("a version");
 * ```
 */
export function isPure(text: string, language: string): boolean {
  if (text.length > 2_000) return false;
  // Only one blank at a time, so that no pattern has a choice of how to share them out.
  const code = text.replaceAll(/[^\S\n]+/g, " ").replaceAll(/ ?\n[ \n]*/g, "\n");
  if (language === "python") return pythonIsPure(code);
  if (language === "javascript") return scriptIsPure(code);
  return language === "perl" ? perlIsPure(code) : prints(code, language);
}
