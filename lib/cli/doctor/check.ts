/** What a check says, and how a group of checks is kept within its time. */
import { ToolError } from "../../core/errors.ts";
import { logDefect } from "../../core/log.ts";
import type { OpenHouse } from "../../house.ts";
import type { Loaded } from "../../config/load.ts";
import type { Io } from "../io.ts";

/** `skip`: it was not looked at, because nothing needs it, or because it could not be. */
export type Status = "ok" | "warn" | "fail" | "skip";

/** One line of the answer. */
export interface Check {
  /** Stable; after a colon stands what is the operator's own, such as a server's alias. */
  readonly name: string;
  readonly status: Status;
  /** What was found. */
  readonly detail: string;
  /** What to do, also where nothing has to be done. */
  readonly next: string;
}

/** What the checks look at. */
export interface World {
  readonly io: Pick<Io, "environment" | "cwd" | "uid">;
  /** Null when the configuration does not load: what depends on it is skipped. */
  readonly loaded: Loaded | null;
  /** Opened without a record, so that nothing is left on disk; null like the settings. */
  readonly house: OpenHouse | null;
}

/** Checks that share one look. */
export interface Group {
  /** The name of the line that says that the look failed, or took too long. */
  readonly name: string;
  /** Milliseconds. */
  readonly limitMs: number;
  /** What to do when it took too long. */
  readonly late: string;
  readonly look: (signal: AbortSignal) => readonly Check[] | Promise<readonly Check[]>;
}

/**
 * A line.
 *
 * @param line Name, what was found, and what to do.
 *
 * @example
 * ```ts
 * import { found } from "gatehouse/cli/doctor/check.ts";
 *
 * if (found("ok", ["clock", "It is right", "Nothing to do"]).name !== "clock") throw new Error("other order");
 * ```
 */
export function found(
  status: Status,
  [name, detail, next]: readonly [name: string, detail: string, next: string],
): Check {
  return { name, status, detail, next };
}

/**
 * The line for a failure that has a code.
 *
 * @param options `next`: what to do where the failure itself does not say.
 * @throws the error itself when it is a defect.
 *
 * @example
 * ```ts
 * import { failed } from "gatehouse/cli/doctor/check.ts";
 * import { ToolError } from "gatehouse/core/errors.ts";
 *
 * const line = failed("config", { error: new ToolError("A", "It is gone", { next: "Look" }), next: "" });
 * if (line.detail !== "It is gone" || line.next !== "Look") throw new Error("other line");
 * ```
 */
export function failed(
  name: string,
  { error, next, status = "fail" }: {
    readonly error: unknown;
    readonly next: string;
    readonly status?: Status;
  },
): Check {
  if (!(error instanceof ToolError)) throw error;
  return { name, status, detail: error.message, next: error.next ?? next };
}

/**
 * The group's lines; never rejects, and never takes longer than the group may.
 *
 * @param options `signal`: the program's own.
 *
 * @example
 * ```ts
 * import { lookedAt } from "gatehouse/cli/doctor/check.ts";
 *
 * const group = { name: "x", limitMs: 1, late: "Wait", look: () => new Promise<never>(() => {}) };
 * const [line] = await lookedAt(group, { signal: new AbortController().signal });
 * if (line?.status !== "fail" || line.next !== "Wait") throw new Error("it waited");
 * ```
 */
export async function lookedAt(
  { name, limitMs, late, look }: Group,
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly Check[]> {
  const stop = new AbortController();
  const over = Promise.withResolvers<readonly Check[]>();
  const end = (detail: string, next: string): void => {
    over.resolve([found("fail", [name, detail, next])]);
    stop.abort();
  };
  const timer = setTimeout(() => end(`It took more than ${limitMs / 1_000} s`, late), limitMs);
  const onAbort = (): void => end("It was interrupted", "Run it again");
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([inTurn(look, stop.signal), over.promise]);
  } catch (error) {
    if (error instanceof ToolError) return [failed(name, { error, next: late })];
    logDefect(error);
    return [found("fail", [name, "The check itself failed", "Report it, with what stands on stderr"])];
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

/** A look that throws at once is one that rejects; one that rejects late must not surface on its own. */
function inTurn(look: Group["look"], signal: AbortSignal): Promise<readonly Check[]> {
  const looking = Promise.resolve().then(() => look(signal));
  looking.catch(() => {});
  return looking;
}
