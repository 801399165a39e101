/** What looking at a workspace needs of it. */

/** The part of the workspace that lists, searches, diffs and fingerprints use. */
export interface Place {
  /** The real path. */
  readonly root: string;
  /** Why the root is not the one of the start; null while it is. */
  stale(): string | null;
  /** A file's content; null when it is no file that may be read. */
  bytes(path: string): Uint8Array | null;
}
