/** Follows what a call runs in its turn: argument lists, program text, scripts on its input. */
import { parse } from "unbash";
import type { Call, Code } from "./call.ts";
import { type Context, ParseFailure } from "./context.ts";
import { dispatch, type Work } from "./command.ts";
import { constantOutput } from "./constant.ts";
import { LimitError, MAX_WRAPPERS } from "./limits.ts";
import { OTHER_SHELLS } from "./other_shells.ts";
import { placeOf } from "./place.ts";
import type { Inner } from "./program.ts";
import type { CallRecord } from "./record.ts";
import { Scope } from "./scope.ts";
import { innerSource } from "./source.ts";
import type { Span, Word } from "./word.ts";

/** Languages that are judged as if they were bash: what it would forbid is forbidden. */
const SHELLS = new Set<string>(["shell", ...OTHER_SHELLS]);

/**
 * Follows one inner command of a call.
 *
 * ```ts
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * if (inspect("sh -c 'ls; pwd'").calls.length !== 3) throw new Error("the shell and both commands");
 * ```
 */
export function followInner(inner: Inner, { record, ...work }: Work & { readonly record: CallRecord }): void {
  if (work.context.wrappers >= MAX_WRAPPERS) {
    throw new LimitError("limit.wrappers", `Nests more than ${MAX_WRAPPERS} programs that run programs`);
  }
  switch (inner.kind) {
    case "argv":
      return followArguments(inner, record, work);
    case "code":
      return followCode(inner, record, work);
    case "file":
      return followFile(inner, record, work);
    case "input":
      return followInput(inner, record, work);
  }
}

function within(
  record: CallRecord,
  context: Context,
  flags: { readonly remote?: true; readonly privileged?: true },
): Context {
  return {
    ...context,
    via: [...context.via, record.name],
    wrappers: context.wrappers + 1,
    parent: record,
    privileged: context.privileged || flags.privileged === true,
    remote: context.remote || flags.remote === true,
    input: record.input,
  };
}

function followArguments(inner: Extract<Inner, { kind: "argv" }>, record: CallRecord, work: Work): void {
  const [first] = inner.words;
  if (first === undefined) return;
  const { context } = work;
  const scope = inner.remote === true
    ? elsewhere(context.scope)
    : inner.external === true
    ? context.scope.copy()
    : context.scope;
  for (const variable of [...record.assignments, ...inner.assignments ?? []]) setVariable(scope, variable);
  if (inner.cwd !== undefined) {
    const target = record.target(inner.cwd);
    scope.cwd = target.unknown === undefined && target.below === undefined ? target.path ?? null : null;
  }
  if (inner.strays === true) scope.orElse = new Set([null]);
  const last = inner.words.at(-1) ?? first;
  const setting = {
    assignments: inner.assignments ?? [],
    redirects: [],
    redirectEffects: [],
    span: cover(first.span, last.span),
    inside: record.inside,
  };
  dispatch(inner.words, {
    setting,
    walker: work.walker,
    context: {
      ...within(record, context, inner),
      scope,
      origin: "wrapped",
      functions: context.functions && inner.external !== true,
      ...(inner.noInput === true ? { input: { kind: "text", text: "", from: [] } } : {}),
    },
  });
}

/**
 * Sets a variable for what a call runs.
 *
 * ```ts
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * if (inspect("A=ls bash -c '$A'").calls[1]?.name !== "ls") throw new Error("the shell inside sees it");
 * ```
 */
export function setVariable(scope: Scope, variable: { readonly name: string; readonly value: Word }): void {
  const { name, value } = variable;
  if (name === "PWD") return;
  if (value.value === null) scope.forget(name, value.unknown ?? "computed");
  else scope.set(name, { known: [{ text: value.value, glob: false }], open: null });
  scope.export(name);
}

/** Another machine, or a container: nothing of this shell holds there. */
function elsewhere({ trace }: Scope): Scope {
  return new Scope({ ...placeOf(undefined), cwd: null }, trace);
}

function cover(first: Span, last: Span): Span {
  return { start: Math.min(first.start, last.start), end: Math.max(first.end, last.end) };
}

function followCode(inner: Extract<Inner, { kind: "code" }>, record: CallRecord, work: Work): void {
  const { words } = inner;
  const [first] = words;
  if (first === undefined) return;
  const known = words.every((word) => word.value !== null && !word.glob);
  const text = words.map((word) => word.value ?? word.code).join(" ");
  const span = cover(first.span, (words.at(-1) ?? first).span);
  const from = words.flatMap((word) => word.from);
  record.code.push({ language: inner.language, text: known ? text : null, file: null, from, span });
  if (!SHELLS.has(inner.language)) return;
  const scope = inner.remote === true
    ? elsewhere(work.context.scope)
    : inner.here === true
    ? work.context.scope
    : work.context.scope.child();
  const before = scope.copy();
  for (const variable of record.assignments) setVariable(scope, variable);
  if (inner.here !== true) {
    scope.positional = inner.args === undefined ? null : inner.args.slice(1);
  }
  const context = { ...within(record, work.context, inner), scope, origin: "code" as const, functions: true };
  if (record.name === "trap") {
    // It runs at any later time.
    context.scope = scope.copy();
    runText(text, { span, certain: known }, { walker: work.walker, context });
    if (!known || !context.scope.sameAs(scope)) scope.shaky = true;
    return;
  }
  const certain = known && inner.language === "shell";
  runText(text, { span, certain }, { walker: work.walker, context });
  // What was set for the time of the call may be set back.
  if (inner.here === true && record.assignments.length > 0) scope.join(before);
  if (inner.here === true && !known) scope.shaky = true;
}

/**
 * Judges what an alias stands for, with the words that follow it.
 *
 * ```ts
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const last = inspect("alias x='rm -rf'\nx /").calls.at(-1);
 * if (last?.name !== "rm" || last.args[1]?.value !== "/") throw new Error("the alias and its words");
 * ```
 */
export function followAlias(
  { alias, args }: { readonly alias: Word; readonly args: readonly Word[] },
  { record, ...work }: Work & { readonly record: CallRecord },
): void {
  const context = { ...within(record, work.context, {}), via: work.context.via, origin: "code" as const };
  context.scope.positional = args;
  runText(`${alias.value} "$@"`, { span: record.span, certain: true }, { walker: work.walker, context });
}

/**
 * Parses and judges text found inside the command. A text that is only partly known, or in a language that is not
 * quite bash, may fail to parse.
 */
function runText(
  text: string,
  at: { readonly span: Span; readonly certain: boolean },
  { walker, context }: Work,
): void {
  const source = innerSource(text, { command: walker.command, span: at.span });
  const script = parse(text);
  if (!at.certain && (script.errors?.length ?? 0) > 0) return;
  try {
    walker.script(script, { ...context, source });
  } catch (error) {
    if (at.certain || !(error instanceof ParseFailure)) throw error;
  }
}

function followFile(inner: Extract<Inner, { kind: "file" }>, record: CallRecord, work: Work): void {
  const { file } = inner;
  const value = file.value ?? "";
  if (value === "-" || /^\/(?:dev\/stdin|dev\/fd\/0|proc\/self\/fd\/0)$/.test(value)) {
    return followInput({ kind: "input", language: inner.language }, record, work);
  }
  const text = constantOutput(file.from);
  const code: Code = {
    language: inner.language,
    text,
    file: text === null ? file : null,
    from: file.from,
    span: file.span,
  };
  record.code.push(code);
  const here = record.name === "source" || record.name === ".";
  if (here) work.context.scope.shaky = true;
  if (text !== null && SHELLS.has(inner.language)) {
    const context = {
      ...within(record, work.context, {}),
      scope: here ? work.context.scope : work.context.scope.child(),
      origin: "code" as const,
      functions: true,
    };
    return runText(text, { span: file.span, certain: inner.language === "shell" }, {
      walker: work.walker,
      context,
    });
  }
  record.effects.push({ kind: "execute", ...record.target(file), program: value, word: file });
}

function followInput(inner: Extract<Inner, { kind: "input" }>, record: CallRecord, work: Work): void {
  const { input } = record;
  const span = record.span;
  const text = input.kind === "text" || input.kind === "calls" ? input.text : null;
  const from: readonly Call[] = input.kind === "text" || input.kind === "calls" ? input.from : [];
  const file = input.kind === "file" ? input.file : null;
  record.code.push({ language: inner.language, text, file, from, span });
  if (text === null || !SHELLS.has(inner.language)) return;
  const scope = inner.remote === true ? elsewhere(work.context.scope) : work.context.scope.child();
  for (const variable of record.assignments) setVariable(scope, variable);
  const context: Context = {
    ...within(record, work.context, inner),
    input: { kind: "text", text: null, from: [] },
    scope,
    origin: "code",
    functions: true,
  };
  const certain = inner.language === "shell";
  runText(text, { span: hereSpan(work, span), certain }, { walker: work.walker, context });
}

/** A here-document's body stands after the command's own span; look for it from there to the end. */
function hereSpan(work: Work, span: Span): Span {
  return { start: span.start, end: work.walker.command.length };
}
