/** What the walk carries along: where in the script it is, and the state of the shell there. */
import type { Call, Input, Origin } from "./call.ts";
import type { Scope } from "./scope.ts";
import type { Source } from "./source.ts";
import type { Span } from "./word.ts";

/** The surroundings of a syntax node. */
export interface Context {
  readonly scope: Scope;
  readonly source: Source;
  readonly input: Input;
  readonly via: readonly string[];
  readonly privileged: boolean;
  readonly remote: boolean;
  /** Wrappers and nested shells so far. */
  readonly wrappers: number;
  /** Syntax nodes around this one. */
  readonly nesting: number;
  readonly parent: Call | null;
  readonly origin: Origin;
  /** Functions are looked for before programs. */
  readonly functions: boolean;
}

/** Thrown when a text cannot be parsed; becomes a `deny`. */
export class ParseFailure extends Error {
  constructor(message: string, readonly span: Span) {
    super(message);
    this.name = "ParseFailure";
  }
}
