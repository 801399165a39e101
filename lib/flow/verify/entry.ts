/** How one check ended, as reports have it. */
import { oneLine } from "../../core/bounds.ts";
import type { Ran } from "../../core/worker.ts";
import type { CheckEntry, CheckSettings, Status } from "../types.ts";
import type { Checking } from "./checking.ts";
import { signalNumber } from "./signals.ts";

const MAX_ERROR = 500;
/** Characters of JSON that the output of all checks may take in one report. */
const MAX_OUTPUT = 400_000;

/**
 * The entry of a check that is not configured.
 *
 * @param name As it was asked for: it may be anything.
 *
 * @example
 * ```ts
 * import { unknownEntry } from "gatehouse/flow/verify/entry.ts";
 *
 * if (unknownEntry("x").status !== "unavailable") throw new Error("wrong");
 * ```
 */
export function unknownEntry(name: string): CheckEntry {
  const shown = oneLine(name, 64);
  return {
    name: shown,
    status: "unavailable",
    error: `There is no check ${shown}: a check is run by its configured name`,
    source: "flow.check",
  };
}

/**
 * The entry of a check that was not run.
 *
 * @param check Its settings.
 * @param options `why`: the status and a sentence.
 *
 * @example
 * ```ts
 * import { refusedEntry } from "gatehouse/flow/verify/entry.ts";
 *
 * const check = { name: "t", cmd: ["t"], timeoutMs: 1, required: true, kind: "test", filetypes: [] } as const;
 * const why = { status: "unverified", error: "Not trusted" } as const;
 * if ("stdout" in refusedEntry(check, { settings: { workspace: "/w" }, revision: 0, why })) throw new Error("it ran");
 * ```
 */
export function refusedEntry(
  check: CheckSettings,
  options: {
    readonly settings: Pick<Checking["settings"], "workspace">;
    readonly revision: number;
    readonly why: { readonly status: Status; readonly error: string };
  },
): CheckEntry {
  return {
    name: check.name,
    source: "flow.check",
    cmd: check.cmd,
    timeout: check.timeoutMs,
    required: check.required,
    filetypes: check.filetypes,
    kind: check.kind,
    workspace: options.settings.workspace,
    revision: options.revision,
    status: options.why.status,
    error: oneLine(options.why.error, MAX_ERROR),
  };
}

/**
 * What is added to a check's entry by how its command ended.
 *
 * @param check Its settings.
 * @param ran How it ended.
 * @param options `checks`: how many share the room that a report has.
 *
 * @example
 * ```ts
 * import { endOf } from "gatehouse/flow/verify/entry.ts";
 *
 * const check = { name: "t", cmd: ["t"], timeoutMs: 1, required: true, kind: "test", filetypes: [] } as const;
 * const ran = {
 *   outcome: "exited",
 *   code: 2,
 *   signal: null,
 *   error: null,
 *   stdout: "",
 *   stdoutTruncated: false,
 *   stderr: "",
 *   stderrTruncated: false,
 *   ms: 5,
 *   escaped: null,
 * } as const;
 * const { status, returncode } = endOf(check, ran, { checks: 1 });
 * if (status !== "failed" || returncode !== 2) throw new Error("wrong");
 * ```
 */
export function endOf(
  check: CheckSettings,
  ran: Ran,
  { checks }: { readonly checks: number },
): Pick<CheckEntry, "status" | "error" | "returncode" | "escaped"> & Partial<CheckEntry> {
  const { status, error } = outcomeOf(check, ran);
  const most = Math.floor(MAX_OUTPUT / 2 / Math.max(1, checks));
  const [stdout, stderr] = [tail(ran.stdout, most), tail(ran.stderr, most)];
  const returncode = returncodeOf(ran);
  return {
    status,
    ...(returncode === null ? {} : { returncode }),
    ...(error === null ? {} : { error: oneLine(error, MAX_ERROR) }),
    stdout,
    stdout_truncated: ran.stdoutTruncated || stdout.length < ran.stdout.length,
    stderr,
    stderr_truncated: ran.stderrTruncated || stderr.length < ran.stderr.length,
    duration_ms: ran.ms,
    ...(ran.escaped === null ? {} : { escaped: ran.escaped }),
  };
}

function outcomeOf(
  check: CheckSettings,
  ran: Ran,
): { readonly status: Status; readonly error: string | null } {
  const program = check.cmd[0] ?? "";
  switch (ran.outcome) {
    case "exited":
      return ran.code === 0 ? { status: "ok", error: null } : { status: "failed", error: null };
    case "signal":
      return { status: "failed", error: `The check was ended by ${ran.signal ?? "a signal"}` };
    case "timeout":
      return { status: "timeout", error: `The check took longer than ${check.timeoutMs} ms and was ended` };
    case "missing":
      return { status: "unavailable", error: `There is no executable ${program}${because(ran.error)}` };
    case "cancelled":
      return { status: "error", error: "The check was cancelled and ended" };
    case "error":
      return { status: "error", error: `Could not start ${program}${because(ran.error)}` };
  }
}

/** Only of a check that ended by itself; a signal's number is negative. */
function returncodeOf({ outcome, code, signal }: Ran): number | null {
  if (outcome === "exited") return code;
  if (outcome !== "signal" || signal === null) return null;
  const number = signalNumber(signal);
  // Zero would read as success.
  return number === 0 ? null : -number;
}

function because(error: string | null): string {
  return error === null || error === "" ? "" : `: ${error}`;
}

/** The end of the text, so that its JSON has at most so many characters. */
function tail(text: string, most: number): string {
  let kept = text;
  for (let over = encoded(kept) - most; over > 0; over = encoded(kept) - most) {
    // A character takes at most six in JSON, so this never cuts more than needed by much, and always something.
    kept = kept.slice(Math.max(1, Math.floor(over / 6))).replace(/^[\udc00-\udfff]/, "");
  }
  return kept;
}

function encoded(text: string): number {
  return JSON.stringify(text).length;
}
