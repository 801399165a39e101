/** Tells one-liners of Ruby, Lua and PHP that only print what they compute. Every word has to be on a list. */

const set = (list: string) => new Set(list.split(" "));

/** Per language: words, what may stand after a dot, and what a text may not hold at all. */
interface Words {
  readonly words: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
  /** Characters and forms that run or name something unseen. */
  readonly hidden: RegExp;
  /** A text in double quotes that holds code. */
  readonly code: RegExp;
}

const WORDS: Readonly<Record<string, Words>> = {
  ruby: {
    words: set(
      "puts print p pp true false nil and or not if unless else end then do RUBY_VERSION RUBY_PLATFORM RUBY_ENGINE RUBY_PATCHLEVEL " +
        "RUBY_RELEASE_DATE RUBY_COPYRIGHT RUBY_DESCRIPTION Time Math PI",
    ),
    members: set(
      "sum size length upcase downcase capitalize reverse sort uniq join max min first last abs floor ceil round to_s to_i to_f to_a " +
        "even odd zero times each map select reject inspect chars bytes lines split strip now year month day sqrt ord chr hex include " +
        "index count keys values push digits gcd lcm pow tr swapcase squeeze delete_prefix delete_suffix chomp chop lstrip rstrip center ljust rjust succ",
    ),
    // `:name` is a method to `&`, `%x` and backquotes run, a pattern and `?"` hold a quote that ends no text, `$` and `@` are variables, `<<` may open a text.
    hidden: /[`$@&\\]|%|<<|(?<!:):(?!:)|\bcall\b|\?(?! +[^ "])|(?<!\d ?)\/|\/(?! ?\d)/,
    code: /#/,
  },
  lua: {
    words: set(
      "print _VERSION local for in do end if then else and or not true false nil return i n s x math string table os",
    ),
    members: set(
      "floor ceil max min sqrt abs pi huge maxinteger mininteger tointeger fmod sin cos tan exp log upper lower len rep reverse byte char " +
        "format concat clock time date",
    ),
    hidden: /[\\`]|\[(?! ?-?\d+ ?\])|:\s*\w/,
    code: /^$/,
  },
  php: {
    words: set(
      "echo print true false null PHP_VERSION PHP_OS PHP_OS_FAMILY PHP_EOL PHP_INT_MAX PHP_INT_SIZE PHP_FLOAT_EPSILON PHP_BINARY " +
        "PHP_MAJOR_VERSION PHP_MINOR_VERSION PHP_SAPI PHP_EXTENSION_DIR phpversion php_sapi_name zend_version var_dump print_r " +
        "var_export json_encode strlen strtoupper strtolower ucfirst strrev trim str_repeat implode explode array range count sum " +
        "array_sum max min abs floor ceil round sqrt pow intdiv pi date time microtime md5 sha1 crc32 base64_encode base64_decode bin2hex " +
        "dechex hexdec number_format sprintf memory_get_usage get_loaded_extensions extension_loaded sort in_array gd_info dba_handlers php_uname " +
        "php_ini_loaded_file php_ini_scanned_files curl_version hash_algos stream_get_wrappers timezone_identifiers_list ini_get function_exists " +
        "class_exists PHP_VERSION_ID PHP_RELEASE_VERSION PHP_ZTS PHP_DEBUG setlocale mb_strlen mb_strtoupper ctype_digit is_numeric",
    ),
    members: set(""),
    // A text in brackets after it is called by its name, and so is a variable.
    hidden: /[`$&\\]|->|::|["')\]]\s*\(|<<|\?>/,
    code: /[$]/,
  },
};

/**
 * True when the text only prints what it computes; false for every language but these three.
 *
 * ```ts
 * import { prints } from "gatehouse/gate/grammar/prints.ts";
 *
 * if (!prints("puts RUBY_VERSION", "ruby") || prints("puts `ls`", "ruby")) throw new Error("by its words");
 * if (!prints("print(_VERSION)", "lua") || prints('os.execute("ls")', "lua")) throw new Error("by its words");
 * ```
 */
export function prints(text: string, language: string): boolean {
  const known = Object.hasOwn(WORDS, language) ? WORDS[language] : undefined;
  if (known === undefined) return false;
  // The line that `-n` and `-p` read; a method with `!` changes that line alone.
  const given = language === "ruby"
    ? text.replaceAll(/\$_(?!\w)/g, " 0 ").replaceAll(/(\.\w+)!(?!=)/g, "$1")
    : text;
  let unsafe = false;
  // Strings are cut out one after another; what escapes a quote is not read at all.
  const bare = given.replaceAll(/"(?:[^"\\\n]|\\[nt])*"|'[^'\\\n]*'/g, (string) => {
    if (string.startsWith('"') && string.length > 2 && known.code.test(string)) unsafe = true;
    return ' "" ';
  });
  if (unsafe || known.hidden.test(bare) || /["']/.test(bare.replaceAll('""', ""))) return false;
  // A comment could hide where a text ends.
  if (/#|--|\/\/|\/\*/.test(bare)) return false;
  return [...bare.matchAll(/(\.\s*)?([A-Za-z_]\w*)/g)].every((match) => {
    const member = match[1] !== undefined && !/\.$/.test(bare.slice(0, match.index));
    return member ? known.members.has(match[2] ?? "") : known.words.has(match[2] ?? "");
  });
}
