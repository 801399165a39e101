/** The variables that a profile sets for its program. */

const MAX_NAMES = 16;
const MAX_NAME = 64;
const MAX_VALUE = 1_024;
const MAX_BYTES = 8_192;

/**
 * Names that decide which code runs, which configuration is read, where a program connects to, or that a shell does not
 * let anybody set: with them, a program of the list could be made into any other.
 */
const REFUSED = new RegExp(
  "^(?:PATH|HOME|ENV|IFS|SHELL|SHELLOPTS|BASH.*|PS[0-9]|CDPATH|OPTARG|OPTIND|UID|EUID|PPID|LINENO|TMPDIR|HOSTALIASES|" +
    "(?:LD|DYLD|GLIBC|MALLOC|GCONV|PYTHON|PERL|RUBY|NODE|GIT|GREP|DOCKER|COMPOSE|BUILDX|DBUS|SYSTEMD|CURL|SSL|XDG|RES|LESS)_?.*|" +
    "(?:OPENSSL|GNUTLS|KRB5|GSS|LDAP|SASL|SSH|JAVA|JDK|PHP|LUA|DENO|BUN|DOTNET|RSYNC|TAR|OTEL)_?.*|_JAVA_.*|_?POSIX.*|" +
    "GO(?:DEBUG|COVERDIR|TRACEBACK)|IP_LIB_DIR|TCPDIAG_.*|PROC_.*|CLASSPATH|AWKPATH|AWKLIBPATH|MAKEFLAGS|QLOGDIR|" +
    "LOCPATH|NLSPATH|NETRC|EDITOR|VISUAL|BROWSER|.*PAGER|.*_proxy)$",
  "i",
);

/**
 * Why variables cannot be set, or null when they can.
 *
 * At most 16, names of 64 and values of 1,024 characters, 8,192 bytes in all.
 *
 * @returns A sentence with its code in parentheses.
 *
 * @example
 * ```ts
 * import { environmentFault } from "gatehouse/hosts/cron/environment.ts";
 *
 * if (environmentFault({ TZ: "Europe/Warsaw", REPORT: "it's" }) !== null) throw new Error("refused");
 * if (!environmentFault({ PATH: "/tmp" })?.includes("UNSAFE_ARGUMENT")) throw new Error("another program runs");
 * if (environmentFault({ A: "50%" }) === null) throw new Error("cron(8) ends the command there");
 * ```
 */
export function environmentFault(environment: Readonly<Record<string, string>>): string | null {
  const entries = Object.entries(environment);
  if (entries.length > MAX_NAMES) return `at most ${MAX_NAMES} variables can be set (SIZE_LIMIT_EXCEEDED)`;
  for (const [name, value] of entries) {
    if (name.length > MAX_NAME || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      return "a variable's name has letters, digits and _ only (UNSAFE_ARGUMENT)";
    }
    if (REFUSED.test(name)) {
      return `the variable ${name} decides what runs and cannot be set (UNSAFE_ARGUMENT)`;
    }
    if (value.length > MAX_VALUE) {
      return `a variable's value has at most ${MAX_VALUE} characters (SIZE_LIMIT_EXCEEDED)`;
    }
    if (!isSafeText(value)) return UNSAFE;
  }
  const bytes = new TextEncoder().encode(entries.flat().join("")).length;
  return bytes > MAX_BYTES ? `the variables have more than ${MAX_BYTES} bytes (SIZE_LIMIT_EXCEEDED)` : null;
}

/** Names that change how a program of the list writes, and neither what it does nor what it reads. */
const PLAIN = /^(?:TZ|LANG|LANGUAGE|LC_[A-Z]{1,32}|COLUMNS|LINES|NO_COLOR)$/;

/**
 * Why variables cannot be set for a program of the list, or null when they can. Its table of options holds for the
 * program as it is without them: with `POSIXLY_CORRECT` an option's value is a file, with `OPENSSL_CONF` curl loads code.
 *
 * @returns A sentence with its code in parentheses.
 *
 * @example
 * ```ts
 * import { plainFault } from "gatehouse/hosts/cron/environment.ts";
 *
 * if (plainFault({ TZ: "Europe/Warsaw", LC_ALL: "C.UTF-8" }) !== null) throw new Error("refused");
 * for (const bad of [{ OPENSSL_CONF: "" }, { LANG: "/tmp/a" }, { TZ: ":/tmp/a" }]) {
 *   if (!plainFault(bad)?.includes("UNSAFE_ARGUMENT")) throw new Error("another program runs");
 * }
 * ```
 */
export function plainFault(environment: Readonly<Record<string, string>>): string | null {
  for (const [name, value] of Object.entries(environment)) {
    if (!PLAIN.test(name)) {
      return `the variable ${name} cannot be set for a program of the list, only TZ, LANG, LANGUAGE, LC_*, COLUMNS, ` +
        "LINES and NO_COLOR (UNSAFE_ARGUMENT)";
    }
    // The C library takes a path for the file of a zone or of a locale.
    const isName = name === "TZ" ? /^[A-Za-z0-9_+<][A-Za-z0-9_+<>,.:\/-]*$|^$/ : /^[A-Za-z0-9_.@:-]*$/;
    if (!isName.test(value) || value.includes("..")) {
      return `the value of ${name} is no name of a ${
        name === "TZ" ? "zone" : "locale"
      } and no number (UNSAFE_ARGUMENT)`;
    }
  }
  return null;
}

/** What is said of a text that cannot stand in a line. */
export const UNSAFE =
  "a crontab's line can hold no control characters and no % (cron ends the command there) (UNSAFE_ARGUMENT)";

/**
 * Whether a text may stand in a crontab's line: whole characters, none of them a control, and no `%`, which cron(8)
 * turns into the end of a line even inside quotes.
 *
 * @example
 * ```ts
 * import { isSafeText } from "gatehouse/hosts/cron/environment.ts";
 *
 * if (!isSafeText("it's \\ $(id)") || isSafeText("+%s") || isSafeText("a\nb")) throw new Error("judged wrongly");
 * ```
 */
export function isSafeText(text: string): boolean {
  // deno-lint-ignore no-control-regex -- control characters are what it refuses
  return !/[\x00-\x1f\x7f%]/.test(text) && text.isWellFormed();
}
