/** Builtins that change the shell they run in. */
import type { Call } from "./call.ts";
import { MAX_VALUE } from "./limits.ts";
import { isInert, type Known, one, type Scope, type Values, worse } from "./scope.ts";
import type { Unknown, Word } from "./word.ts";

/** What is assigned: texts, or the elements of an array. */
export interface AssignOptions {
  readonly values?: Values;
  readonly words?: readonly Word[];
  readonly append: boolean;
  /** Only one element is set. */
  readonly element?: boolean;
}

/**
 * Sets a variable.
 *
 * ```ts
 * import { assign } from "gatehouse/gate/builtins.ts";
 * import { placeOf } from "gatehouse/gate/place.ts";
 * import { one, Scope } from "gatehouse/gate/scope.ts";
 *
 * const scope = new Scope(placeOf("/home/ann/x"));
 * assign(scope, "X", { values: one("a"), append: false });
 * assign(scope, "X", { values: one("b"), append: true });
 * if (scope.get("X").known[0]?.text !== "ab") throw new Error("appended");
 * ```
 */
export function assign(scope: Scope, name: string, { values, words, append, element }: AssignOptions): void {
  if (name === "PWD") return;
  const next = words === undefined ? values ?? one("") : listOf(words);
  const old = scope.get(name);
  if (element === true) {
    scope.set(name, { known: [...old.known, ...next.known], open: worse(old.open, next.open) });
  } else if (!append) scope.set(name, next);
  else if (words !== undefined) scope.set(name, appendList(old, next));
  else scope.set(name, appendText(old, next));
}

function listOf(words: readonly Word[]): Values {
  let open: Unknown | null = null;
  const list: Known[] = [];
  for (const word of words) {
    if (word.value === null) open = worse(open, word.unknown ?? "computed");
    else list.push({ text: word.value, glob: word.glob });
  }
  return open === null ? { known: list, open, list } : { known: list, open };
}

function appendList(old: Values, next: Values): Values {
  if (old.list !== undefined && next.list !== undefined && old.list.length + next.list.length <= 16) {
    const list = [...old.list, ...next.list];
    return { known: list, open: null, list };
  }
  return { known: [...old.known, ...next.known], open: worse("computed", worse(old.open, next.open)) };
}

function appendText(old: Values, next: Values): Values {
  const heads = old.known.length === 0 && old.open === "environment"
    ? [{ text: "", glob: false }]
    : old.known;
  const known = heads.slice(0, 16).flatMap((head) =>
    next.known.slice(0, 16).map((tail) => ({ text: head.text + tail.text, glob: head.glob || tail.glob }))
  );
  const open = worse(old.open, next.open);
  return known.some((text) => text.text.length > MAX_VALUE)
    ? { known: [], open: "computed" }
    : { known, open };
}

/**
 * Lets a builtin change the scope it ran in.
 *
 * ```ts
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * if (inspect("cd /tmp; ls").calls[1]?.cwd !== "/tmp") throw new Error("the directory changed");
 * ```
 */
export function applyBuiltin(call: Call, scope: Scope): void {
  const builtin = BUILTINS.get(call.name);
  if (builtin !== undefined && call.program.value === call.name && !call.remote) builtin(call, scope);
}

type Builtin = (call: Call, scope: Scope) => void;

const declare: Builtin = (call, scope) => {
  // A name reference makes one variable change with another; other attributes change what is assigned.
  const flags = call.args.map((word) => word.value ?? (word.prefix === "" ? "-n" : "")).filter((text) =>
    /^[-+]/.test(text)
  );
  if (flags.some((text) => /[niluc]/.test(text))) scope.shaky = true;
  const fails = call.name === "local" && scope.local === null;
  const locals =
    call.name === "export" || call.name === "readonly" || flags.some((text) => text.includes("g"))
      ? null
      : scope.local;
  for (const word of call.args) {
    const match = /^([A-Za-z_]\w*)(\+?)=/.exec(word.value ?? word.prefix);
    const name = match?.[1] ?? /^[A-Za-z_]\w*$/.exec(word.value ?? "")?.[0];
    if (name === undefined) continue;
    if (flags.some((text) => text.includes("n"))) {
      // Whatever is set by this name is set by the other.
      const other = match === null ? scope.get(name).known[0]?.text : word.value?.slice(match[0].length);
      scope.trace.names.add(other ?? "PATH");
    }
    if (match !== null) {
      const text = word.value?.slice(match[0].length);
      const values: Values = text === undefined ? { known: [], open: word.unknown ?? "computed" } : one(text);
      locals?.add(name);
      if (fails) scope.maySet(name, values);
      else assign(scope, name, { values, append: match[2] === "+" });
    }
    if (call.name === "export" || flags.some((text) => /^-\w*x/.test(text))) scope.export(name);
    if (call.name === "readonly" || flags.some((text) => /^-\w*r/.test(text))) scope.freeze(name);
  }
};

/** Every argument that could be a name no longer holds what it held. */
const forget: Builtin = (call, scope) => {
  const open = call.name === "read" || call.name === "mapfile" || call.name === "readarray"
    ? inputOrigin(call)
    : "computed";
  const names = call.args.flatMap((word) => /^[A-Za-z_]\w*/.exec(word.value ?? "")?.[0] ?? []);
  if (call.name === "printf" && !call.args.some((word) => word.value?.startsWith("-v") === true)) return;
  if (call.args.some((word) => word.value === null)) scope.shaky = true;
  const { input } = call;
  const read = input.kind === "text" || input.kind === "calls" ? input.text ?? "" : "";
  if ([read, ...call.args.map((word) => word.value ?? word.prefix)].some(isInert)) scope.trace.inert = true;
  for (const name of names) scope.forget(name, open);
  if (call.name === "printf") {
    for (const word of call.args) {
      if (word.value?.startsWith("-v") === true) scope.forget(word.value.slice(2));
    }
  }
  if (names.length === 0) scope.forget(call.name === "read" ? "REPLY" : "MAPFILE", open);
};

function inputOrigin(call: Call): Unknown {
  const { input } = call;
  const listing = input.kind === "calls" && input.from.length > 0 &&
    input.from.every((from) =>
      from.trusted && /^(?:find|fd|ls|git)$/.test(from.name) && from.code.length === 0 &&
      !from.args.some((word) => /^-printf|^--format|^log$|^show$/.test(word.value ?? ""))
    );
  return listing ? "listing" : "computed";
}

const changeDirectory: Builtin = (call, scope) => {
  const operands = call.args.filter((word) => !/^-[LPe@n]+$/.test(word.value ?? ""));
  const word = operands[0];
  if (word === undefined) {
    const home = scope.get("HOME");
    const known = call.name === "pushd" || home.open !== null ? null : home.known[0]?.text ?? null;
    return scope.moveTo(known, { relative: false });
  }
  const target = call.target(word.value === "--" ? operands[1] ?? word : word);
  const certain = word.value !== "-" && target.unknown === undefined && target.below === undefined &&
    !leadsElsewhere(call);
  scope.moveTo(certain && operands.length < 3 ? target.path ?? null : null, {
    relative: word.value?.startsWith("/") !== true,
  });
};

/** `pushd -n` stays, `pushd +1` goes back to some other, and with `-P` a `..` starts where a link leads. */
function leadsElsewhere({ name, args }: Call): boolean {
  const has = (shape: RegExp): boolean => args.some(({ value }) => shape.test(value ?? ""));
  return (name === "pushd" && has(/^-\w*n|^[-+]\d/)) || (has(/^-\w*P/) && has(/(?:^|\/)\.\.(?:\/|$)/));
}

const BUILTINS: ReadonlyMap<string, Builtin> = new Map(Object.entries<Builtin>({
  cd: changeDirectory,
  chdir: changeDirectory,
  pushd: changeDirectory,
  popd: (_, scope) => void (scope.cwd = null),
  export: declare,
  declare,
  typeset: declare,
  local: declare,
  readonly: declare,
  read: forget,
  mapfile: forget,
  readarray: forget,
  getopts: forget,
  printf: forget,
  let: forget,
  wait: (call, scope) => call.args.length > 0 && forget(call, scope),
  unset: (call, scope) => {
    for (const word of call.args) {
      const name = word.value ?? "";
      if (!call.options.has("-f")) {
        // Without a search path, programs are looked for in the working directory.
        if (name === "PATH") scope.set(name, one(""));
        else scope.unset(name);
      }
      if (!call.options.has("-v")) {
        if (scope.functions.has(name)) {
          const left = new Map(scope.functions);
          left.delete(name);
          scope.functions = left;
        }
      }
    }
  },
  set: (call, scope) => {
    const first = call.args[0]?.value ?? null;
    if (call.args.some((word) => /^-\w*a|^allexport$/.test(word.value ?? ""))) scope.export("*");
    if (first === "--") scope.positional = call.args.slice(1);
    else if (first === null || !/^[-+]/.test(first)) {
      scope.positional = first === null && call.args.length === 0 ? scope.positional : call.args;
    } else if (call.args.length > 1) scope.positional = null;
  },
  shift: (call, scope) => {
    scope.positional = call.args.length === 0 ? scope.positional?.slice(1) ?? null : null;
  },
  alias: (call, scope) => {
    for (const word of call.args) {
      const match = /^([^=]+)=/.exec(word.value ?? word.prefix);
      const [head, name] = match ?? [];
      if (head === undefined || name === undefined) {
        if (word.value === null) scope.trace.defined.add("*");
        continue;
      }
      scope.trace.defined.add(name);
      const value = word.value === null ? null : { ...word, value: word.value.slice(head.length) };
      // An alias defined in one branch and again in another is not followed.
      const known = scope.aliases.has(name) && scope.aliases.get(name)?.value !== value?.value ? null : value;
      scope.aliases = new Map(scope.aliases).set(name, known);
    }
  },
  unalias: (call, scope) => {
    const left = new Map(scope.aliases);
    for (const word of call.args) left.delete(word.value ?? "");
    scope.aliases = left;
  },
}));
