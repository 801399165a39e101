/** What a command would do, in the seven kinds that rules and people speak about. */
import type { Word } from "./word.ts";

/** The kinds of effect. `persist` is a change that makes something run later: an rc file, a unit, a hook. */
export type EffectKind = "read" | "write" | "delete" | "execute" | "network" | "privilege" | "persist";

/** The files an effect touches, as far as they can be told without looking at the disk. */
export interface Target {
  /**
   * Absolute path without `.`, `..`, doubled or trailing slashes. With `below`, the directory whose entries are
   * meant; with `unknown`, the deepest directory that is certain (absent when nothing is).
   */
  readonly path?: string;
  /** The entries of `path` are meant (`dir/*`), not `path` itself. */
  readonly below?: true;
  /** With `below`: only the entries whose names match a pattern (`*.pyc`). */
  readonly filtered?: true;
  /** Everything underneath is meant as well. */
  readonly recursive?: true;
  /**
   * With `below` or `unknown`: the absolute path with `*` for any part of a name and `**` for what is not known at
   * all, to be compared with well-known places.
   */
  readonly pattern?: string;
  /** The text of the path is not known. */
  readonly unknown?: true;
}

/** One effect of one call. */
export interface Effect extends Target {
  readonly kind: EffectKind;
  /** The word that named the target, to point at it. */
  readonly word?: Word;
  /** `network`: the host name or address, without port; absent when not known. */
  readonly host?: string;
  /** `execute`: the program or script that runs; `privilege`: the program that grants it. */
  readonly program?: string;
  /** `write`: adds to the end and keeps what was there. */
  readonly append?: true;
  /** The effect of a redirect: no `allow` rule about the program speaks for it. */
  readonly redirect?: true;
}
