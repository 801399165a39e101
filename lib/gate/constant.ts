/** The output of calls, as far as it is certain before they run. */
import type { Call } from "./call.ts";
import { isHarmlessDevice } from "./paths.ts";
import type { Unknown } from "./word.ts";

/**
 * The text that these calls print, when it is one `echo`, `printf` or `cat` of known text; else `null`.
 *
 * ```ts
 * import { constantOutput } from "gatehouse/gate/constant.ts";
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * if (constantOutput(inspect("echo ls").calls) !== "ls\n") throw new Error("certain");
 * if (constantOutput(inspect("echo $X").calls) !== null) throw new Error("not certain");
 * ```
 */
export function constantOutput(calls: readonly Call[]): string | null {
  const call = calls[0];
  if (call === undefined || calls.length !== 1 || !call.trusted || call.isFunction) return null;
  if (call.redirects.some((redirect) => !isHarmlessDevice(redirect.target.value ?? ""))) return null;
  if (call.name === "cat") {
    return call.args.length === 0 && call.input.kind === "text" ? call.input.text : null;
  }
  if (call.name !== "echo" && call.name !== "printf") return null;
  const values: string[] = [];
  for (const word of call.args) {
    if (word.value === null || word.glob) return null;
    values.push(word.value);
  }
  return call.name === "echo" ? echoText(values) : printfText(values);
}

function echoText(values: readonly string[]): string | null {
  let index = 0;
  let flags = "";
  while (/^-[neE]+$/.test(values[index] ?? "")) flags += values[index++];
  const text = values.slice(index).join(" ");
  const decoded = flags.includes("e") ? unescape(text) : text;
  return decoded === null ? null : flags.includes("n") ? decoded : `${decoded}\n`;
}

function printfText(values: readonly string[]): string | null {
  const [format, ...args] = values[0] === "--" ? values.slice(1) : values;
  if (format === undefined || (values[0] !== "--" && format.startsWith("-"))) return null;
  if (/^%s(?:\\n| )?$/.test(format)) {
    const end = format === "%s" ? "" : format === "%s " ? " " : "\n";
    return (args.length === 0 ? [""] : args).map((arg) => arg + end).join("");
  }
  return format.includes("%") ? null : unescape(format);
}

function unescape(text: string): string | null {
  if (!text.includes("\\")) return text;
  const names: Readonly<Record<string, string>> = { n: "\n", t: "\t", "\\": "\\" };
  let certain = true;
  const decoded = text.replaceAll(/\\(x[0-9A-Fa-f]{1,2}|0?[0-7]{1,3}|.|$)/gs, (_, code: string) => {
    if (/^x./.test(code)) return String.fromCharCode(parseInt(code.slice(1), 16));
    if (/^[0-7]+$/.test(code)) return String.fromCharCode(parseInt(code, 8) & 255);
    const char = names[code];
    if (char === undefined) certain = false;
    return char ?? "";
  });
  return certain ? decoded : null;
}

/** Programs that print nothing but names of what is there. */
const LISTERS = new Set([
  "pwd",
  "dirname",
  "basename",
  "realpath",
  "readlink",
  "which",
  "ls",
  "nproc",
  "find",
  "fd",
]);
const LISTING_GIT = new Set(["rev-parse", "ls-files"]);
const FILTERS = new Set(["head", "tail", "sort", "uniq", "grep"]);

/**
 * Where the output of these calls comes from: only names of existing things, or anything.
 *
 * ```ts
 * import { originOf } from "gatehouse/gate/constant.ts";
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * if (originOf(inspect("pwd").calls) !== "listing") throw new Error("a directory that is there");
 * if (originOf(inspect("frobnicate").calls) !== "computed") throw new Error("anything");
 * ```
 */
export function originOf(calls: readonly Call[]): Unknown {
  return calls.length > 0 && calls.every(isLister) ? "listing" : "computed";
}

function isLister(call: Call): boolean {
  if (
    !call.trusted || call.isFunction || call.code.length > 0 ||
    call.effects.some((effect) => effect.kind !== "read")
  ) {
    return false;
  }
  if (call.args.some((word) => word.unknown === "computed")) return false;
  if (FILTERS.has(call.name)) return call.input.kind === "calls" && call.effects.length === 0;
  if (call.name === "git") {
    return LISTING_GIT.has(call.subcommand) ||
      /^(?:ls-tree|diff)$/.test(call.subcommand) && call.options.has("--name-only");
  }
  if (call.name === "find") return !call.args.some((word) => word.value?.startsWith("-printf") === true);
  return LISTERS.has(call.name);
}
