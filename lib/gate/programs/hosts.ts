/** Reads host names and remote paths out of words. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Word } from "../word.ts";

/** The certain part of a word, and whether that is all of it. */
function certain(word: Word): { readonly text: string; readonly whole: boolean } {
  return { text: word.value ?? word.prefix, whole: word.value !== null };
}

/**
 * The host of a URL, or of `host:port/path` as `curl` takes it; `undefined` when it is not certain.
 *
 * ```ts
 * import { hostOf } from "gatehouse/gate/programs/hosts.ts";
 * import { literalWord } from "gatehouse/gate/word.ts";
 *
 * const word = literalWord("https://user@example.com:8443/x", { start: 0, end: 0 });
 * if (hostOf(word) !== "example.com") throw new Error("only the host");
 * ```
 */
export function hostOf(word: Word): string | undefined {
  const { text, whole } = certain(word);
  const rest = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
  const end = rest.search(/[/?#]/);
  if (end < 0 && !whole) return undefined;
  const authority = end < 0 ? rest : rest.slice(0, end);
  const host = authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d*$/, "").replace(
    /^\[(.*)\]$/,
    "$1",
  );
  return /^[\w.:%-]+$/.test(host) ? host.toLowerCase() : undefined;
}

/**
 * A network effect for a word that names where to.
 *
 * ```ts
 * import { contact } from "gatehouse/gate/programs/hosts.ts";
 * import { literalWord } from "gatehouse/gate/word.ts";
 *
 * if (contact(literalWord("http://a.example/x", { start: 0, end: 0 })).host !== "a.example") throw new Error("host");
 * ```
 */
export function contact(word: Word): Effect {
  const host = hostOf(word);
  return { kind: "network", word, ...(host === undefined ? {} : { host }) };
}

/**
 * The host of `host:path`, `user@host:path` or `rsync://host/path`; `null` for a local path.
 */
function remoteOf(word: Word): string | null {
  const { text } = certain(word);
  const url = /^(?:rsync|scp|sftp|ftp):\/\/(?:[^/@]*@)?([^/:]+)/.exec(text);
  if (url) return url[1] ?? null;
  const spec = /^(?:[^/:@]+@)?(\[[^\]]+\]|[^/:]+):/.exec(text);
  return spec?.[1]?.replace(/^\[(.*)\]$/, "$1") ?? null;
}

/**
 * Effects of copying between this machine and others: what is read here, sent or fetched there, written here.
 *
 * ```ts
 * import { judge } from "gatehouse/gate/judge.ts";
 *
 * if (judge("scp a.txt box:").decision !== "ask") throw new Error("sends a file");
 * ```
 */
export function copies(operands: readonly Word[], call: Call): Effect[] {
  const sources = operands.slice(0, -1);
  const last = operands.slice(-1);
  const local = (words: readonly Word[]) => words.filter((word) => remoteOf(word) === null);
  const hosts = new Set(operands.map(remoteOf).filter((host) => host !== null));
  return [
    ...call.touch("read", local(sources), { recursive: true }),
    ...[...hosts].map((host): Effect => ({ kind: "network", host })),
    ...call.touch("write", local(last)),
  ];
}
