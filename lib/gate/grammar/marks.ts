/** The kinds of things a tool may run or ask for. An effect carries one as its `program`; rules look for them. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Behaviour } from "../program.ts";
import type { Word } from "../word.ts";

/** What an `execute` or `network` effect names when no single program can be told. */
export const MARK = {
  /** The project's own tests, configuration, or sources under a compiler. */
  project: "project code",
  /** A build script that the project defines. */
  build: "project build script",
  /** Another script of the project: a release, a server, a clean-up. */
  script: "project script",
  /** A question to a registry or service, which changes nothing. */
  query: "read-only query",
  /** Packages are fetched; their install scripts may run. */
  install: "package scripts",
  /** Something is put where others get it, or an account is used. */
  publish: "publication",
  /** A program that may be fetched first. */
  fetched: "fetched program",
  /** The program that was just built, or a script that is named. */
  run: "named program",
  /** A server, container or resource elsewhere is changed. */
  service: "change of a service",
  /** A secret that a service or a store hands out. */
  secret: "stored secret",
  /** A signal to a process, which most often ends it. */
  signal: "signal to a process",
  /** Others connect to this machine. */
  listen: "open port",
  /** A directory with an interpreter and packages of its own. */
  environment: "package environment",
  /** Only the lists of what could be installed. */
  lists: "package lists",
  /** Text that a database runs. */
  sql: "database statement",
} as const;

/**
 * The marked effect of a call, or `undefined`.
 *
 * ```ts
 * import { MARK, marked } from "gatehouse/gate/grammar/marks.ts";
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const call = inspect("npm install left-pad").calls[0];
 * if (call === undefined || marked(call, MARK.install) === undefined) throw new Error("fetches packages");
 * ```
 */
export function marked(call: Call, mark: string): Effect | undefined {
  return call.effects.find((effect) => effect.program === mark && effect.redirect !== true);
}

/**
 * The effects of fetching packages.
 *
 * ```ts
 * import { installing } from "gatehouse/gate/grammar/marks.ts";
 *
 * if (installing()[0]?.kind !== "network") throw new Error("fetches");
 * ```
 */
export function installing(word?: Word): Effect[] {
  const blame = word === undefined ? {} : { word };
  return [{ kind: "network", ...blame }, { kind: "write", unknown: true, ...blame }, {
    kind: "execute",
    program: MARK.install,
    ...blame,
  }];
}

/**
 * True when the call only asks how it is used.
 *
 * ```ts
 * import { helpOnly } from "gatehouse/gate/grammar/marks.ts";
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const call = inspect("npm install --help").calls[0];
 * if (call === undefined || !helpOnly(call)) throw new Error("asks");
 * ```
 */
export function helpOnly(call: Call): boolean {
  return call.args.at(-1)?.value === "--help" && call.args.every((word) => word.value !== "--");
}

/**
 * A subcommand that has the marked effect and no other.
 *
 * ```ts
 * import { MARK, marks } from "gatehouse/gate/grammar/marks.ts";
 *
 * const asks = marks({ kind: "network", program: MARK.query });
 * if (asks.effects === undefined) throw new Error("it has effects");
 * ```
 */
export function marks(effect: Effect, rest: Omit<Behaviour, "effects"> = {}): Behaviour {
  return {
    ...rest,
    effects: (_, call) => effect.kind === "network" && helpOnly(call) ? [] : [effect],
  };
}

/** Fetches or installs packages. */
export const installs: Behaviour = { effects: (_, call) => helpOnly(call) ? [] : installing() };
/** Asks a registry or service, changes nothing. */
export const asks: Behaviour = marks({ kind: "network", program: MARK.query }, {
  options: { executes: "--registry --index-url --index --endpoint-url" },
});
/** Puts something where others get it. */
export const publishes: Behaviour = marks({ kind: "network", program: MARK.publish });
/** Runs the built program, or one that is named. */
export const runs: Behaviour = marks({ kind: "execute", program: MARK.run }, { options: { style: "posix" } });
/** A server that stays, a release, a clean-up. */
export const acts: Behaviour = marks({ kind: "execute", program: MARK.script });
/** Changes sources, lock files or the build directory. */
export const changes: Behaviour = {
  effects: (_, call) => [{
    kind: "write",
    recursive: true,
    ...(call.cwd === null ? { unknown: true } : { path: call.cwd }),
  }],
};
