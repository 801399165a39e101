/** What the Markdown pages of the repository show: blocks of code, commands of this program, links. */
import { forEachChild, parse, type SyntaxNode } from "unbash";
import { parse as parseToml } from "smol-toml";
import { join } from "node:path";
import { ROOT, sources } from "../tasks/parts/tree.ts";

/** A fenced block. */
export interface Block {
  /** Of its first line, from 1. */
  readonly line: number;
  /** What stands behind the fence; empty without one. */
  readonly language: string;
  readonly text: string;
}

/** A command of ours that a page shows. */
export interface Shown {
  /** `docs/flow.md:12`. */
  readonly at: string;
  /** What follows the program's name. */
  readonly argv: readonly string[];
}

/** The pages that people read: at the top, in `docs/`, and those of the examples. */
export function pagePaths(): string[] {
  const atTop = [...Deno.readDirSync(ROOT)].map(({ name }) => name).filter((name) => name.endsWith(".md"));
  return [...atTop.sort(), ...sources("docs", ".md"), "skills-examples/README.md"];
}

/** The page's text. */
export function textOf(path: string): string {
  return Deno.readTextFileSync(join(ROOT, path));
}

/** The fenced blocks of a page. */
export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^( *)```(\w*).*\n([\s\S]*?)^ *```$/gm)].map((match) => {
    const [, indent = "", language = "", text = ""] = match;
    const line = markdown.slice(0, match.index).split("\n").length + 1;
    return { line, language, text: text.replaceAll(new RegExp(`^${indent}`, "gm"), "") };
  });
}

/** The commands in the page's blocks: shell lines, and what clients are told to start. */
export function shownIn(path: string): Shown[] {
  return blocksOf(textOf(path)).flatMap(({ line, language, text }) => {
    const commands = language === "sh"
      ? inShell(text)
      : language === "json"
      ? inSettings(JSON.parse(text))
      : language === "toml"
      ? inSettings(parseToml(text))
      : language === "lua"
      ? inLua(text)
      : [];
    return commands.filter((argv) => !argv.includes("…")).map((argv) => ({ at: `${path}:${line}`, argv }));
  });
}

/** The commands of a shell text that start the program, by its name or by the checkout's task. */
export function inShell(text: string): string[][] {
  const found: string[][] = [];
  const visit = (node: SyntaxNode) => {
    if (node.type === "Command") {
      const words = [node.name, ...node.args].map((word) =>
        word !== undefined && "value" in word ? `${word.value}` : ""
      );
      // `claude mcp add gatehouse -- gatehouse …` and the like hand it on.
      const at = words.findIndex((word, at) =>
        /(^|\/)gatehouse$/.test(word) && (words[1] !== "mcp" || words[at - 1] === "--")
      );
      if (at >= 0 && (at === 0 || words[0] !== "deno" || words.includes("task"))) {
        found.push(words.slice(at + 1));
      }
    }
    forEachChild(node, visit);
  };
  visit(parse(text));
  return found;
}

function inSettings(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [];
  const { command, args, ...others } = value as Readonly<Record<string, unknown>>;
  const own = typeof command !== "string"
    ? []
    : Array.isArray(args) || /(^|\/)gatehouse$/.test(command)
    ? /(^|\/)gatehouse$/.test(command) ? [(Array.isArray(args) ? args : []).map(String)] : []
    : inShell(command);
  return [...own, ...Object.values(others).flatMap(inSettings)];
}

function inLua(text: string): string[][] {
  return [...text.matchAll(/cmd = \{([^}]*)\}/g)].map(([, list = ""]) =>
    [...list.matchAll(/'([^']*)'/g)].map(([, word = ""]) => word).slice(1)
  );
}
