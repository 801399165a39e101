/** The crates that make a Rust project one for Solana, and whether source code names one of them. */
import { lexRust, type RustToken } from "./rust.ts";

/** By the names under which they are published; Cargo compares them exactly. */
export const SOLANA_CRATES: ReadonlySet<string> = new Set([
  "anchor-lang",
  "anchor-spl",
  "solana-client",
  "solana-program",
  "solana-sdk",
  "spl-associated-token-account",
  "spl-token",
]);

/** In code, a dash of a crate's name is an underscore. */
const IN_CODE: ReadonlySet<string> = new Set([...SOLANA_CRATES].map((name) => name.replaceAll("-", "_")));

const MENTIONED = [...IN_CODE, "declare_id"];

/** Where code names a crate. */
export interface SolanaUse {
  /** From 1. */
  readonly line: number;
  readonly why: string;
}

/** Keywords that stand before a path and are no part of it. */
const BEFORE_PATH: ReadonlySet<string> = new Set(
  "as async await box break const do dyn else extern fn for if impl in let match move mut pub ref return static type unsafe use where while yield"
    .split(" "),
);

/**
 * The first place where the source uses one of the crates: the macro `declare_id!`, a `use`, an `extern crate`, a path
 * from the crates' root, or a path that begins with the crate, unless the file declares a module of that name.
 *
 * @example
 * ```ts
 * import { solanaInRust } from "gatehouse/skills/detector/solana.ts";
 *
 * if (solanaInRust("// anchor_lang\nuse anchor_lang::prelude::*;")?.line !== 2) throw new Error("not seen");
 * if (solanaInRust("mod anchor_lang {}\nfn f() { anchor_lang::g(); }") !== null) throw new Error("its own module");
 * ```
 */
export function solanaInRust(source: string): SolanaUse | null {
  // A name cannot be split in source: most files need not be taken apart.
  if (!MENTIONED.some((name) => source.includes(name))) return null;
  const { tokens } = lexRust(source);
  const own = new Set<string>();
  for (const [at, token] of tokens.entries()) {
    if (isKeyword(tokens[at - 1], "mod") && isName(token)) own.add(token.text);
  }
  const found = (token: RustToken, why: string): SolanaUse => ({ line: lineOf(source, token.at), why });
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || !isName(token)) continue;
    if (token.text === "declare_id" && isMark(tokens[at + 1], "!")) {
      return found(token, "Calls the macro declare_id!");
    }
    if (isKeyword(token, "use")) {
      const { crate, end } = crateInUse(tokens, at + 1);
      if (crate !== null) return found(crate, `Imports the crate ${crate.text}`);
      at = end;
    } else if (IN_CODE.has(token.text)) {
      if (isKeyword(tokens[at - 1], "crate") && isKeyword(tokens[at - 2], "extern")) {
        return found(token, `Links the crate ${token.text}`);
      }
      const place = placeInPath(tokens, at);
      if (place === "root" || place === "head" && !own.has(token.text)) {
        return found(token, `Names a path of the crate ${token.text}`);
      }
    }
  }
  return null;
}

/** Whether the name begins a path: from the root of all crates, or relative to where it stands. */
function placeInPath(tokens: readonly RustToken[], at: number): "root" | "head" | "none" {
  if (!isMark(tokens[at + 1], "::")) return "none";
  const before = tokens[at - 1];
  if (isMark(before, ".") || isMark(before, "$")) return "none";
  if (!isMark(before, "::")) return "head";
  const owner = tokens[at - 2];
  const goesOn = owner?.kind === "raw" || isMark(owner, ">") ||
    owner?.kind === "name" && !BEFORE_PATH.has(owner.text);
  return goesOn ? "none" : "root";
}

/** The first crate that a `use` tree imports at its root, and the position of the token that ends the tree. */
function crateInUse(
  tokens: readonly RustToken[],
  start: number,
): { readonly crate: RustToken | null; readonly end: number } {
  // Whether each open brace stands at the root of the tree, with no path before it.
  const rooted = [true];
  let isFresh = true;
  let at = start;
  // `use<…>` in a type is no import.
  if (isMark(tokens[at], "<")) return { crate: null, end: at };
  for (; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || isMark(token, ";")) break;
    if (isMark(token, "{")) rooted.push(isFresh && rooted.at(-1) === true);
    else if (isMark(token, "}")) {
      rooted.pop();
      // Not ours: the source is broken, or the `use` stood in a macro.
      if (rooted.length === 0) break;
    } else if (isName(token) && isFresh) {
      if (rooted.at(-1) === true && IN_CODE.has(token.text)) return { crate: token, end: at };
      isFresh = false;
      continue;
    }
    if (isMark(token, "{") || isMark(token, ",")) isFresh = true;
    if (isMark(token, "}") || isMark(token, "*")) isFresh = false;
  }
  return { crate: null, end: at };
}

function isName(token: RustToken | undefined): boolean {
  return token?.kind === "name" || token?.kind === "raw";
}

function isKeyword(token: RustToken | undefined, word: string): boolean {
  return token?.kind === "name" && token.text === word;
}

function isMark(token: RustToken | undefined, mark: string): boolean {
  return token?.kind === "punctuation" && token.text === mark;
}

function lineOf(source: string, at: number): number {
  let line = 1;
  for (let from = source.indexOf("\n"); from !== -1 && from < at; from = source.indexOf("\n", from + 1)) {
    line++;
  }
  return line;
}
