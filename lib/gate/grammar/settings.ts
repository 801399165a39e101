/** Which values of a variable that could bring in other code only set what they say. */
import type { Variable } from "../call.ts";

/** Options of `less` that neither name a file nor a program, nor give it keys. */
const LESS = String.raw`-?[aABcCdeEfFgGiIJKLmMnNqQrRsSuUwWX~]+(?: -[aABcCdeEfFgGiIJKLmMnNqQrRsSuUwWX~]+)*`;
const PAGER = String.raw`(?:/(?:usr/)?bin/)?(?:cat|more|less(?: ${LESS.replace("-?", "-")})?)`;
const COMPILER =
  "(?:s?ccache )?(?:(?:x86_64|i[3-6]86|aarch64|arm|armv7l|powerpc64le|riscv64|s390x)-[a-z0-9]+-(?:[a-z0-9]+-)?)?" +
  String
    .raw`(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|tcc)(?:-\d+(?:\.\d+)*)?(?: -(?:m32|m64|std=[\w+]+|O[0-3sg]|g|Wall|Wextra|Werror))*`;
const NODE =
  "--(?:no-warnings(?:=[A-Za-z]+)?|no-deprecation|throw-deprecation|pending-deprecation|enable-source-maps|expose-gc|" +
  "experimental-(?:vm-modules|json-modules|import-meta-resolve|fetch|abortcontroller|strip-types|specifier-resolution=node)|" +
  String
    .raw`max-old-space-size=\d+|max_old_space_size=\d+|stack-trace-limit=\d+|trace-(?:warnings|deprecation|uncaught|exit|sigint)|` +
  "preserve-symlinks|openssl-legacy-provider|dns-result-order=(?:ipv4first|verbatim)|unhandled-rejections=[a-z-]+)";
const JAVA = String
  .raw`(?:-X(?:mx|ms|ss|mn)\d+[kmgKMG]?|-XX:[-+]Use\w+GC|-XX:Max(?:PermSize|MetaspaceSize)=\d+[kmgKMG]?|` +
  String
    .raw`-D(?:file\.encoding|user\.language|user\.country|user\.timezone|java\.awt\.headless)=[\w/-]+|-ea)`;
const MAKE = String.raw`(?:-?[ksnBi]*j?\d*|-j ?\d+|--no-print-directory|--silent|--keep-going)`;
const GO = String
  .raw`-(?:mod=(?:mod|vendor|readonly)|count=\d+|v|race|trimpath|buildvcs=(?:true|false|auto))`;

/** One word, or several with one blank between: with more, an empty word could match in very many ways. */
const list = (word: string) => `(?:${word}(?: ${word})*)`;

const SETTINGS: readonly (readonly [names: RegExp, values: RegExp])[] = [
  // Nothing is loaded, preset or asked for.
  [
    /^(?:LD_PRELOAD|LD_LIBRARY_PATH|LESSOPEN|LESSCLOSE|LESS|CDPATH|BASH_ENV|ENV|PROMPT_COMMAND|NODE_OPTIONS|NODE_PATH|PYTHON(?:PATH|STARTUP|WARNINGS|BREAKPOINT)|PERL5(?:OPT|LIB)|RUBYOPT|RUBYLIB|MAKEFLAGS|GOFLAGS|RUSTC_WRAPPER|JAVA_TOOL_OPTIONS)$/,
    /^$/,
  ],
  [/^(?:PAGER|MANPAGER|GIT_PAGER)$/, new RegExp(`^(?:${PAGER})?$`)],
  [/^(?:EDITOR|VISUAL|GIT_EDITOR|GIT_SEQUENCE_EDITOR)$/, /^(?:true|false|cat|:)$/],
  [/^LESS$/, new RegExp(`^${LESS}$`)],
  [/^LD_(?:BIND_NOW|BIND_NOT|WARN|VERBOSE|SHOW_AUXV|TRACE_LOADED_OBJECTS)$/, /^\d*$/],
  [
    /^LD_DEBUG$/,
    /^(?:(?:libs|reloc|files|symbols|bindings|versions|scopes|all|statistics|unused|help),?)+$/,
  ],
  [/^GIT_CONFIG_(?:GLOBAL|SYSTEM)$/, /^\/dev\/null$/],
  [/^GIT_CONFIG_NOSYSTEM$/, /^(?:1|true|)$/],
  [/^NODE_OPTIONS$/, new RegExp(`^${list(NODE)}$`)],
  [/^PYTHONWARNINGS$/, /^(?:ignore|default|error|always|module|once|all)$/],
  [
    /^(?:JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|MAVEN_OPTS|GRADLE_OPTS)$/,
    new RegExp(`^${list(JAVA)}$`),
  ],
  [/^MAKEFLAGS$/, new RegExp(`^${list(MAKE)}$`)],
  [/^GOFLAGS$/, new RegExp(`^${list(GO)}$`)],
  [/^(?:CC|CXX)$/, new RegExp(`^${COMPILER}$`)],
  [/^(?:GZIP|XZ_OPT)$/, /^-[0-9evqk]+$/],
  [/^RUSTC_WRAPPER$/, /^s?ccache$/],
  [/^SHELL$/, /^\/(?:usr\/)?bin\/(?:ba|da|z)?sh$/],
  [/^DENO_(?:NO_UPDATE_CHECK|NO_PROMPT|JOBS)$/, /^\d+$/],
  [
    /^(?:npm_config|NPM_CONFIG)_(?:loglevel|fund|audit|progress|color|unicode|json|long|depth|update_notifier|engine_strict|offline|prefer_offline)$/i,
    /^[\w.-]*$/,
  ],
];

/**
 * True when the variable has a value that brings no other code in: `PAGER=cat`, `NODE_OPTIONS=--no-warnings`.
 *
 * ```ts
 * import { isPlainSetting } from "gatehouse/gate/grammar/settings.ts";
 * import { literalWord } from "gatehouse/gate/word.ts";
 *
 * const span = { start: 0, end: 0 };
 * const pager = (value: string) => ({ name: "PAGER", value: literalWord(value, span), span });
 * if (!isPlainSetting(pager("less -R")) || isPlainSetting(pager("sh"))) throw new Error("only known pagers");
 * ```
 */
export function isPlainSetting({ name, value }: Pick<Variable, "name" | "value">): boolean {
  const text = value.value;
  // A long value is no setting a person writes, and is not worth matching.
  if (text === null || text.length > 500) return false;
  return SETTINGS.some(([names, values]) => names.test(name) && values.test(text));
}
