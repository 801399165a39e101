/** Entries of programs that only show something, with the options that are known; any other option is asked about. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { MARK } from "../grammar/marks.ts";
import { type Grammar, names as words, type Parsed } from "../options.ts";
import { type Behaviour, defineProgram, harmless, type Program, reader } from "../program.ts";
import { administers, asksHelp } from "./administers.ts";

const ASKS = "-h --help --version";

/**
 * Programs that touch no file but what their options name.
 *
 * ```ts
 * import { shows } from "gatehouse/gate/programs/closed.ts";
 *
 * if (shows("hostid", {}).options?.closed !== true) throw new Error("other options are unknown");
 * ```
 */
export function shows(names: string, options: Grammar = {}): Program {
  return harmless(names, { closed: true, ...options, flags: `${options.flags ?? ""} ${ASKS}` });
}

/**
 * Programs that read the files they are given.
 *
 * ```ts
 * import { showsFiles } from "gatehouse/gate/programs/closed.ts";
 *
 * if (showsFiles("capinfos", {}).operands !== "read") throw new Error("files");
 * ```
 */
export function showsFiles(names: string, options: Grammar = {}): Program {
  return reader(names, { closed: true, ...options, flags: `${options.flags ?? ""} ${ASKS}` });
}

/**
 * Programs that read their first operands and write the last one, or what an option names; with one operand alone they
 * print, or write beside it.
 *
 * @param spec `beside`: with one operand the output lies beside it. `shows`: options with which nothing is written.
 *
 * ```ts
 * import { converts } from "gatehouse/gate/programs/closed.ts";
 *
 * if (converts("pal2rgb", {}).names[0] !== "pal2rgb") throw new Error("named");
 * ```
 */
export function converts(
  names: string,
  spec: Grammar & { readonly beside?: true; readonly shows?: string },
): Program {
  const { beside, shows: asks = "", ...options } = spec;
  return defineProgram({
    names,
    options: { closed: true, ...options, flags: `${options.flags ?? ""} ${asks} ${ASKS}` },
    effects: (parsed, call) => {
      const files = parsed.operands.filter((word) => word.value !== "-");
      if (asksHelp(call) || files.length === 0 || parsed.has(...words(asks), "--help", "--version")) {
        return call.touch("read", files);
      }
      const named = parsed.options.some(({ name }) => words(options.writes).includes(name));
      if (named) return call.touch("read", files);
      if (parsed.operands.length === 1) {
        return [...call.touch("read", files), ...(beside ? [here(call)] : [])];
      }
      const last = parsed.operands.slice(-1).filter((word) => word.value !== "-");
      return [...call.touch("read", parsed.operands.slice(0, -1)), ...call.touch("write", last)];
    },
  });
}

function here(call: Call): Effect {
  return { kind: "write", ...(call.cwd === null ? { unknown: true } : { path: call.cwd, below: true }) };
}

/** What a store's client may be asked. */
export interface Store {
  /** Options before the verb. */
  readonly options?: Grammar;
  /** Verbs, one word or two, that only show something; with the options they share. */
  readonly asks: string;
  readonly shared?: Grammar;
  /** Verbs that change the store or something else. */
  readonly changes: string;
  /** The store may lie elsewhere. */
  readonly remote?: true;
}

/**
 * Clients of a store of backups, packages or messages: by the verb, each with closed options.
 *
 * ```ts
 * import { store } from "gatehouse/gate/programs/closed.ts";
 *
 * const client = store("bup", { asks: "ls|ls x", changes: "save" });
 * if (client.commands?.["save"] === undefined) throw new Error("a verb");
 * ```
 */
export function store(names: string, { options, asks, shared, changes, remote }: Store): Program {
  const question: Behaviour = {
    options: { closed: true, ...shared, flags: `${shared?.flags ?? ""} ${ASKS}` },
    effects: (_: Parsed, call) =>
      remote === true && !call.args.some((word) => word.value === "--help")
        ? [{ kind: "network", program: MARK.query }]
        : [],
  };
  const change: Behaviour = { effects: (_, call) => asksHelp(call) ? [] : administers(call) };
  return defineProgram({
    names,
    ...(options === undefined ? {} : { options }),
    commands: { [asks]: question, [changes]: change },
  });
}
