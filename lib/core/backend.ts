/** Work behind the walls, as a family sees it: a name, what it may touch, and calls that end within their time. */

/** What a worker may touch, by Deno's permission kinds; a kind that is left out is not granted. */
export interface Permissions {
  /** `host:port` pairs, and `unix:` in front of a local socket's absolute path. */
  readonly net?: readonly string[];
  /** Absolute paths. */
  readonly read?: readonly string[];
  /** Absolute paths. */
  readonly write?: readonly string[];
}

/** A program that a worker may have run by its name: everything but the moment is fixed beforehand. */
export interface ProgramSpec {
  /** The exact words; a first one with a slash in it is looked for from `cwd` on, any other along the PATH. */
  readonly argv: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** Names of the variables that it gets from our own environment; it gets no others, but one that marks it. */
  readonly env: readonly string[];
  /** Milliseconds, 1–600,000, after which it is killed. */
  readonly timeoutMs: number;
}

/** A worker that a family needs. */
export interface BackendSpec {
  /** Unique in the family. */
  readonly name: string;
  /** What it does, for the table that `permissions` prints. */
  readonly title: string;
  /** Its entry in the list of workers. */
  readonly worker: string;
  /** Each call names a subject, and each subject has its own worker; this one stands for them all in the same table. */
  readonly subject?: string;
  /**
   * What it may touch under these settings; null when it is not needed.
   *
   * @param subject What the worker is for, when it has one. It comes from a caller and was checked by the family.
   */
  permissions(settings: unknown, subject: string): Permissions | null | Promise<Permissions | null>;
  /**
   * What the worker is told when it starts. Plain data. Secrets are read here, so that a worker needs no right to read
   * their files.
   *
   * @param subject As for `permissions`.
   * @throws ToolError when something the worker needs cannot be had; the call that would start the worker fails with it.
   */
  setup(settings: unknown, subject: string): unknown | Promise<unknown>;
  /**
   * What the worker may have run, by name. It is run outside of the worker, with the rights of our account, and never on
   * Windows. Default: nothing.
   */
  programs?(settings: unknown): Readonly<Record<string, ProgramSpec>> | null;
}

/** Gives the worker of that name, started on its first call. @throws RangeError for a name that is not declared. */
export type Backends = (name: string, subject?: string) => Backend;

/** A worker behind the walls. */
export interface Backend {
  /**
   * One call. Input and output are plain data.
   *
   * @param method What is asked of the worker.
   * @param options `onEvent`: takes what the worker tells while it works, in order, and nothing after the call's end. What
   * it throws ends the call.
   * @throws ToolError what the worker threw; `DEADLINE_EXCEEDED` at the latest 300 ms past the deadline; `CANCELLED`;
   * `ISOLATE_LOST` when the worker ended before it answered.
   */
  call(
    method: string,
    input: unknown,
    options: {
      readonly signal: AbortSignal;
      readonly timeoutMs: number;
      readonly onEvent?: (event: unknown) => void;
    },
  ): Promise<unknown>;
}
