/** What a command has of the world: streams, environment, signals. Tests give their own. */
import { Ongoing } from "../core/ongoing.ts";
import { ToolError } from "../core/errors.ts";
import type { Environment } from "../config/place.ts";

/** The kinds of permission a command can give up. */
export type Permission = "net" | "run" | "sys" | "write" | "read" | "env";

/** The world of one run of the program. */
export interface Io {
  readonly environment: Environment;
  /** Absolute working directory. */
  readonly cwd: string;
  readonly terminal: {
    readonly stdin: boolean;
    readonly stdout: boolean;
    readonly stderr?: boolean;
    /** Characters of a line, where the terminal says. */
    readonly columns?: number | undefined;
  };
  /** The numeric user, or null where there is none. */
  readonly uid: number | null;
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** Changes that the run has begun; a signal waits for them. */
  readonly ongoing: Ongoing;
  /** Opened on first use. */
  readonly stdin: ReadableStream<Uint8Array>;
  /** The protocol's stream; opened on first use. */
  readonly stdout: WritableStream<Uint8Array>;
  /** Writes text for whoever asked; false when nobody reads any more. */
  out(text: string): boolean;
  /** Writes text for people. */
  err(text: string): void;
  /** Gives up permissions for the rest of the run. */
  revoke(kinds: readonly Permission[]): void;
  /** While a handler is set, SIGINT calls it and ends nothing; null takes it away. Absent where no signal comes. */
  onInterrupt?(handler: (() => void) | null): void;
}

/**
 * The process's own streams and environment.
 *
 * @example
 * ```ts
 * import { systemIo } from "gatehouse/cli/io.ts";
 *
 * const io = systemIo(new AbortController().signal);
 * if (!io.cwd.startsWith("/")) throw new Error(io.cwd);
 * ```
 */
export function systemIo(signal: AbortSignal, onInterrupt?: Io["onInterrupt"]): Io {
  return {
    environment: Deno.env.toObject(),
    cwd: Deno.cwd(),
    terminal: {
      stdin: Deno.stdin.isTerminal(),
      stdout: Deno.stdout.isTerminal(),
      stderr: Deno.stderr.isTerminal(),
      get columns() {
        return columns();
      },
    },
    uid: Deno.uid(),
    signal,
    ongoing: new Ongoing(),
    get stdin() {
      return Deno.stdin.readable;
    },
    get stdout() {
      return Deno.stdout.writable;
    },
    ...systemText,
    ...(onInterrupt === undefined ? {} : { onInterrupt }),
    revoke(kinds) {
      for (const name of kinds) Deno.permissions.revokeSync({ name });
    },
  };
}

/** Asked for each time: a window changes its size. */
function columns(): number | undefined {
  try {
    const { columns } = Deno.consoleSize();
    return columns > 0 ? columns : undefined;
  } catch {
    return undefined;
  }
}

/** The process's own stdout and stderr, for text. */
export const systemText: Pick<Io, "out" | "err"> = {
  out: (text) => write(Deno.stdout, text),
  err(text) {
    try {
      write(Deno.stderr, text);
    } catch {
      // What people cannot be told must not change what the program answers.
    }
  },
};

/** A reader that went away (a closed pipe) is no failure of ours: what is left of the text is dropped. */
function write(stream: { writeSync(bytes: Uint8Array): number }, text: string): boolean {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let at = 0; at < bytes.byteLength;) at += stream.writeSync(bytes.subarray(at));
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return false;
    throw new ToolError("OUTPUT_FAILED", "Could not write the answer", {
      next: "Check where the output goes: a full disk, a closed terminal",
      cause: error,
    });
  }
}
