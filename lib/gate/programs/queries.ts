/** Declares administration tools by what they can be asked; anything else they do changes the system. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { type Grammar, names as words, type Parsed } from "../options.ts";
import { defineProgram, type Program } from "../program.ts";
import { administers, asksHelp } from "./administers.ts";

/** What such a tool may be asked. Every list is separated by blanks. */
export interface Query {
  readonly options?: Grammar;
  /** Subcommands that only show something. */
  readonly verbs?: string;
  /** Words that may stand before such a subcommand: what it is about. */
  readonly objects?: string;
  /** Flags that make the call a question, whatever else it holds. */
  readonly flags?: string;
  /** Without operands it shows something. */
  readonly bare?: true;
  /** With one operand at most it shows something. */
  readonly single?: true;
  /** Subcommands that run something, or make it run later. */
  readonly persists?: string;
}

/**
 * Declares tools that are harmless as long as they are only asked something.
 *
 * ```ts
 * import { queries } from "gatehouse/gate/programs/queries.ts";
 *
 * const route = queries("route", { bare: true, verbs: "get" });
 * if (route.names[0] !== "route") throw new Error("a program");
 * ```
 */
export function queries(names: string, query: Query): Program {
  const verbs = new Set(words(query.verbs));
  const objects = new Set(words(query.objects));
  const persists = new Set(words(query.persists));
  const flags = words(query.flags);
  const effects = (parsed: Parsed, call: Call): readonly Effect[] => {
    if (asksHelp(call)) return [];
    if (parsed.uncertain.length === 0) {
      if (flags.length > 0 && parsed.has(...flags)) return [];
      const count = parsed.operands.length;
      if (query.bare === true && count === 0 && parsed.options.length === 0) return [];
      if (query.single === true && count <= 1 && parsed.options.length === 0) return [];
      for (const [index, word] of parsed.operands.entries()) {
        const text = word.value ?? "";
        if (verbs.has(text)) return [];
        if (persists.has(text)) return [{ kind: "persist", program: call.name, word }];
        if (!objects.has(text)) break;
        if (index + 1 === count) return [];
      }
      if (query.bare === true && count === 0) return [];
    }
    return administers(call);
  };
  return defineProgram({ names, ...(query.options ? { options: query.options } : {}), effects });
}
