/** What a loop's body may change: names it assigns, and whether it changes directory. */
import { forEachChild, type SyntaxNode } from "unbash";

/** Changes that a piece of script may make to the shell it runs in. */
export interface Changes {
  readonly names: ReadonlySet<string>;
  readonly directory: boolean;
}

const NOTHING: Changes = { names: new Set(), directory: false };

/** Builtins whose arguments are names of variables they set. */
const SETTERS =
  /^(?:read|mapfile|readarray|getopts|printf|let|unset|export|declare|typeset|local|readonly|eval|wait)$/;

/** Finds the changes of each loop once, however deep loops stand in one another. */
export class ChangeFinder {
  private readonly found = new WeakMap<SyntaxNode, Changes>();

  /** The changes a node may make. Subshells and substitutions keep theirs to themselves. */
  of(node: SyntaxNode): Changes {
    const known = this.found.get(node);
    if (known !== undefined) return known;
    if (node.type === "Subshell" || node.type === "Script") return NOTHING;
    const names = new Set<string>();
    let directory = false;
    if (node.type === "Assignment") names.add(node.name);
    if (node.type === "For" || node.type === "Select") names.add(node.name.value);
    if (node.type === "ArithmeticWord") names.add(node.value);
    if (node.type === "Command") {
      const name = node.name?.value ?? "";
      directory = /^(?:cd|pushd|popd|chdir|eval|source|\.|command|builtin)$/.test(name);
      if (SETTERS.test(name)) { for (const arg of node.args) names.add(/^\w*/.exec(arg.text)?.[0] ?? ""); }
      if (name === "read") names.add("REPLY");
    }
    forEachChild(node, (child) => {
      const inner = this.of(child);
      for (const name of inner.names) names.add(name);
      directory ||= inner.directory;
    });
    const changes = names.size === 0 && !directory ? NOTHING : { names, directory };
    this.found.set(node, changes);
    return changes;
  }
}
