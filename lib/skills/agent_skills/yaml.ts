/**
 * The YAML of a front matter: one map of plain values. What can make a small text large, or a text into something else
 * (anchors, aliases, tags, merge keys, directives), is refused; every scalar is the text that stands there.
 */
import {
  constructFromEvents,
  type Event,
  EVENT_ID,
  FAILSAFE_SCHEMA,
  getScalarValue,
  parseEvents,
  YAMLException,
} from "js-yaml";
import type { Issue } from "../types.ts";
import { issueOf, shown } from "../validator/issue.ts";
import { yamlAdvice } from "./advice.ts";

const CODE = "FRONTMATTER_YAML";
/** UTF-16 units of a front matter. */
const MAX_LENGTH = 65_536;
const MAX_DEPTH = 8;

/** One value: a text, a list or a map of values. */
export interface YamlField {
  readonly value: unknown;
  /** From 1, in the file: where its key stands. */
  readonly line: number;
  /** The lines of the keys, where the value is a map. */
  readonly lines: ReadonlyMap<string, number>;
}

/** The map by its keys, or why there is none. */
export type YamlRead =
  | { readonly ok: true; readonly fields: ReadonlyMap<string, YamlField> }
  | { readonly ok: false; readonly issue: Issue };

/**
 * Reads a front matter.
 *
 * @param text What stands between the two lines `---`, with LF line ends.
 * @param options `file` for the issue; `firstLine`: the line of the file, from 1, on which the text begins.
 *
 * @example
 * ```ts
 * import { readYaml } from "gatehouse/skills/agent_skills/yaml.ts";
 *
 * const read = readYaml("name: a\ndescription: Use when: always", { file: "SKILL.md", firstLine: 2 });
 * if (read.ok || read.issue.line !== 3 || !read.issue.mend.includes('"Use when: always"')) throw new Error("no advice");
 * ```
 */
export function readYaml(
  text: string,
  { file, firstLine }: { readonly file: string; readonly firstLine: number },
): YamlRead {
  const refuse = (message: string, mend: string, line = firstLine): YamlRead => ({
    ok: false,
    issue: issueOf(CODE, file, { message, mend, line }),
  });
  if (text.length > MAX_LENGTH) {
    return refuse(
      `The front matter has more than ${MAX_LENGTH} characters`,
      "Move what is long into the body",
    );
  }
  try {
    const events = parseEvents(text, { maxDepth: MAX_DEPTH });
    const keys = new Keys(text, firstLine);
    for (const event of events) {
      const problem = beyond(event);
      if (problem !== null) return refuse(problem.message, problem.mend, keys.lineAt(problem.offset));
      keys.take(event);
    }
    if (keys.merge !== null) {
      return refuse(
        "The front matter has a merge key <<",
        "Write the values out, or quote the key",
        keys.merge,
      );
    }
    const [root, ...others] = constructFromEvents(events, {
      source: text,
      schema: FAILSAFE_SCHEMA,
      maxAliases: 0,
    });
    if (others.length > 0) return refuse("The front matter holds several documents", "Keep one");
    if (root === undefined || root === "") return { ok: true, fields: new Map() };
    if (typeof root !== "object" || root === null || Array.isArray(root)) {
      return refuse("The front matter is no map of keys and values", 'Write lines such as "name: my-skill"');
    }
    return { ok: true, fields: fieldsOf(root, { keys, firstLine }) };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const at = error.mark?.line ?? 0;
    const mend = yamlAdvice(text.split("\n"), at, { reason: error.reason });
    return refuse(`The front matter is no YAML: ${error.reason}`, mend, firstLine + at);
  }
}

function fieldsOf(
  root: object,
  { keys, firstLine }: { readonly keys: Keys; readonly firstLine: number },
): Map<string, YamlField> {
  return new Map(
    Object.entries(root).map(([key, value]) => {
      const { line = firstLine, inner = new Map<string, number>() } = keys.found.get(key) ?? {};
      return [key, { value, line, lines: inner }] as const;
    }),
  );
}

/** What a plain map does not have; null for what it may have. */
function beyond(
  event: Event,
): { readonly message: string; readonly mend: string; readonly offset: number } | null {
  if (event.type === EVENT_ID.POP) return null;
  if (event.type === EVENT_ID.DOCUMENT) {
    if (event.directives.length === 0) return null;
    return { message: "The front matter has a directive (%)", mend: "Remove the line", offset: 0 };
  }
  if (event.type === EVENT_ID.ALIAS || event.anchorStart >= 0) {
    const mend = "Write the value out; put a text that begins with & or * in quotes";
    return { message: "The front matter has an anchor or an alias", mend, offset: event.anchorStart };
  }
  if (event.tagStart < 0) return null;
  const mend = "Remove it; put a text that begins with ! in quotes";
  return { message: "The front matter has a tag", mend, offset: event.tagStart };
}

/** Notes on which lines the keys of the outermost map and of the maps in it stand, in one pass over the events. */
class Keys {
  readonly found = new Map<string, { line: number; inner: Map<string, number> }>();
  /** The line of a merge key. */
  merge: number | null = null;
  readonly #text: string;
  readonly #firstLine: number;
  readonly #open: { isMap: boolean; isKey: boolean }[] = [];
  #outer = "";
  #at = 0;
  #line = 0;

  constructor(text: string, firstLine: number) {
    this.#text = text;
    this.#firstLine = firstLine;
  }

  take(event: Event): void {
    if (event.type === EVENT_ID.DOCUMENT) {
      this.#open.push({ isMap: false, isKey: false });
      return;
    }
    if (event.type === EVENT_ID.POP) {
      this.#open.pop();
      return;
    }
    const within = this.#open.at(-1);
    if (event.type === EVENT_ID.SCALAR && within?.isKey === true) {
      this.#key(getScalarValue(this.#text, event), { offset: event.valueStart, isPlain: event.style === 1 });
    }
    if (within?.isMap === true) within.isKey = !within.isKey;
    if (event.type === EVENT_ID.SEQUENCE) this.#open.push({ isMap: false, isKey: false });
    if (event.type === EVENT_ID.MAPPING) this.#open.push({ isMap: true, isKey: true });
  }

  /** Offsets come in order, so that the text is counted through once. */
  lineAt(offset: number): number {
    for (; this.#at < offset; this.#at++) if (this.#text.charCodeAt(this.#at) === 10) this.#line++;
    return this.#firstLine + this.#line;
  }

  #key(name: string, { offset, isPlain }: { readonly offset: number; readonly isPlain: boolean }): void {
    const line = this.lineAt(offset);
    if (name === "<<" && isPlain) this.merge ??= line;
    const depth = this.#open.length;
    if (depth === 2) {
      this.#outer = name;
      this.found.set(name, { line, inner: new Map() });
    } else if (depth === 3) this.found.get(this.#outer)?.inner.set(name, line);
  }
}

/**
 * The value as one text; an issue where it is none.
 *
 * @param field The value.
 * @param key What it is called.
 *
 * @example
 * ```ts
 * import { yamlText } from "gatehouse/skills/agent_skills/yaml.ts";
 *
 * const field = { value: ["a"], line: 2, lines: new Map() };
 * const read = yamlText(field, "license", { file: "SKILL.md" });
 * if (typeof read === "string" || read.code !== "FRONTMATTER_VALUE") throw new Error("a list was taken for text");
 * ```
 */
export function yamlText(field: YamlField, key: string, { file }: { readonly file: string }): string | Issue {
  if (typeof field.value === "string") return field.value;
  return issueOf("FRONTMATTER_VALUE", file, {
    message: `The value of ${shown(key)} is a list or a map`,
    mend: "Write one text",
    line: field.line,
  });
}
