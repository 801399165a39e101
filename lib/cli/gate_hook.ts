/** The hook that an agent client runs before each tool call: one JSON document in, one out, and always an answer. */
import { oneLine } from "../core/bounds.ts";
import { complaint, logDefect } from "../core/log.ts";
import { resolve } from "../config/place.ts";
import { ToolError } from "../core/errors.ts";
import { unneeded } from "./gate_session.ts";
import { type HookAnswer, type HookClient, hookClientOf } from "./hook_clients.ts";
import { readAll } from "./input.ts";
import type { Io } from "./io.ts";
import { printJson } from "./print.ts";
import { openSession } from "./session.ts";
import { type ShownVerdict, verdictOn } from "./verdict.ts";

/**
 * Milliseconds from the start to an answer. Clients are told to wait 30 s: when they give up first, they run the tool.
 */
const LIMIT_MS = 10_000;

/** Milliseconds that an abandoned call gets to leave its audit row. */
const GRACE_MS = 1_000;

/** Characters of the reason. */
const MAX_REASON = 1_000;

/** What the hook is called with. */
export interface HookOptions {
  readonly client: string | undefined;
  readonly config?: string | undefined;
  /** Default 10,000. */
  readonly limitMs?: number;
}

/**
 * Reads one tool call, judges it and prints the answer; whatever goes wrong is an answer as well.
 *
 * @returns 0; 2 when even the answer could not be written, which Claude Code and Codex take for a refusal.
 *
 * @example
 * ```ts
 * import { answerHook } from "gatehouse/cli/gate_hook.ts";
 * import { systemIo } from "gatehouse/cli/io.ts";
 *
 * let out = "";
 * const io = {
 *   ...systemIo(new AbortController().signal),
 *   environment: {},
 *   stdin: new Blob(['{"command":"rm -rf /"}']).stream(),
 *   out: (text: string) => (out += text) !== "",
 *   err() {},
 *   revoke() {},
 * };
 * if (await answerHook(io, { client: "generic" }) !== 0) throw new Error("not 0");
 * if (JSON.parse(out).decision !== "deny") throw new Error(out);
 * ```
 */
export async function answerHook(io: Io, options: HookOptions): Promise<number> {
  const client = hookClientOf(options.client);
  const stop = new AbortController();
  const gaveUp = Promise.withResolvers<HookAnswer>();
  const limitMs = options.limitMs ?? LIMIT_MS;
  const cancel = (): void => stop.abort();
  const late = setTimeout(cancel, limitMs);
  const last = setTimeout(
    () => gaveUp.resolve(refused("No verdict came in time")),
    limitMs + GRACE_MS,
  );
  io.signal.addEventListener("abort", cancel, { once: true });
  const stray = catchStray((error) => gaveUp.resolve(failed(error)));
  try {
    const judging = judged(io, { client, config: options.config, signal: stop.signal }).catch(failed);
    return print(io, client.write(await Promise.race([judging, gaveUp.promise])));
  } finally {
    clearTimeout(late);
    clearTimeout(last);
    io.signal.removeEventListener("abort", cancel);
    stray();
  }
}

/**
 * The answer when the command was not even reached: a wrong flag, an unknown name.
 *
 * @example
 * ```ts
 * import { refuseHook } from "gatehouse/cli/gate_hook.ts";
 *
 * let out = "";
 * const io = { out: (text: string) => (out += text) !== "", err() {} };
 * if (refuseHook(io, "codex") !== 0 || !out.includes('"deny"')) throw new Error(out);
 * ```
 */
export function refuseHook(io: Pick<Io, "out" | "err">, client: string | undefined): number {
  return print(io, hookClientOf(client).write(refused("The hook is called wrongly; its stderr says how")));
}

interface Judging {
  readonly client: HookClient;
  readonly config: string | undefined;
  readonly signal: AbortSignal;
}

async function judged(io: Io, { client, config, signal }: Judging): Promise<HookAnswer> {
  const question = client.read(await inputOf({ stdin: io.stdin, signal }));
  if (question.kind === "other") return { decision: "none", reason: "", rule: null, safer: null };
  if (question.kind === "unknown") return { ...refused(question.reason), decision: question.decision };
  await using session = await openSession(io, { config });
  io.revoke(unneeded({ startsWorker: session.settings.familySettings.gate.l1Enabled === true }));
  const { house, principal } = session;
  const cwd = resolve(io.cwd, question.cwd ?? io.cwd);
  const { verdict } = await verdictOn({ house, principal, signal }, { command: question.command, cwd });
  return {
    decision: verdict.decision,
    reason: reasonOf(verdict),
    rule: verdict.rule,
    safer: verdict.safer,
  };
}

async function inputOf(io: Pick<Io, "stdin" | "signal">): Promise<unknown> {
  let text: string;
  try {
    text = await readAll(io);
  } catch (error) {
    // A client whose pipe breaks while it writes calls the hook failed, and runs the tool.
    await drained(io);
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ToolError("INPUT_INVALID", "What came on stdin is no JSON");
  }
}

async function drained({ stdin, signal }: Pick<Io, "stdin" | "signal">): Promise<void> {
  if (!signal.aborted) await stdin.pipeTo(new WritableStream(), { signal });
}

/** The rule, why, what is to blame and the way out. */
function reasonOf({ decision, rule, reason, part, safer }: ShownVerdict): string {
  const blame = part === null || decision === "allow" ? "" : ` (in: ${oneLine(part.text, 200)})`;
  return oneLine(`${rule}: ${reason}${blame}${safer === null ? "" : `. Safer: ${safer}`}`, MAX_REASON);
}

function refused(reason: string): HookAnswer {
  return { decision: "deny", reason: oneLine(`hook: ${reason}`, MAX_REASON), rule: null, safer: null };
}

function failed(error: unknown): HookAnswer {
  if (!(error instanceof ToolError)) {
    logDefect(error);
    return refused("The command could not be judged by a defect of Gatehouse; its stderr says more");
  }
  if (error.code === "CANCELLED") return refused("No verdict came in time");
  return refused(`The command could not be judged: ${error.line}`);
}

/** An error outside every call would end the program without an answer. */
function catchStray(take: (error: unknown) => void): () => void {
  const onError = (event: ErrorEvent): void => {
    event.preventDefault();
    take(event.error);
  };
  const onRejection = (event: PromiseRejectionEvent): void => {
    event.preventDefault();
    take(event.reason);
  };
  globalThis.addEventListener("error", onError);
  globalThis.addEventListener("unhandledrejection", onRejection);
  return () => {
    globalThis.removeEventListener("error", onError);
    globalThis.removeEventListener("unhandledrejection", onRejection);
  };
}

function print(io: Pick<Io, "out" | "err">, answer: Readonly<Record<string, unknown>>): number {
  try {
    // False: whoever was to read it has closed the pipe.
    if (printJson(io, answer, { indent: 0 })) return 0;
  } catch {
    // Told below.
  }
  io.err(complaint("Refused, because the answer could not be written"));
  return 2;
}
