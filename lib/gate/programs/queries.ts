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
  /** Flags that make the call a question, as long as every other option is one of these or in `options`. */
  readonly flags?: string;
  /** Flags that make the call a change, whatever else it holds. */
  readonly changes?: string;
  /** Without operands it shows something; with some, only a verb does. */
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
  const changes = words(query.changes);
  const { values, optional, flags: plain } = query.options ?? {};
  const harmless = new Set([...flags, ...words(values), ...words(optional), ...words(plain)]);
  const quiet = (parsed: Parsed) => parsed.options.every((option) => harmless.has(option.name));

  /** By its flags, or by having no operands. */
  const shows = (parsed: Parsed): boolean => {
    const count = parsed.operands.length;
    const few = count <= (query.single === true ? 1 : 0);
    if (flags.length === 0) return few && (query.bare === true || query.single === true);
    if (!quiet(parsed)) return false;
    if (query.bare === true || query.single === true) return few && (count === 0 || query.single === true);
    return parsed.has(...flags);
  };

  const effects = (parsed: Parsed, call: Call): readonly Effect[] => {
    if (asksHelp(call) || (call.args.length === 1 && call.args[0]?.value === "-V")) return [];
    if (parsed.uncertain.length > 0 || parsed.has(...changes)) return administers(call);
    if (shows(parsed)) return [];
    for (const [index, word] of parsed.operands.entries()) {
      const text = word.value ?? "";
      if (verbs.has(text)) return [];
      if (persists.has(text)) return [{ kind: "persist", program: call.name, word }];
      if (!objects.has(text)) break;
      if (index + 1 === parsed.operands.length) return [];
    }
    return administers(call);
  };
  // Named for the rules that ask about options nobody named; a value keeps its own entry.
  const options = { ...query.options, flags: [...words(plain), ...flags].join(" ") };
  return defineProgram({ names, options, effects });
}
