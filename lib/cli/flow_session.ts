/** What the commands of `flow` share: how they ask the family, and how its report is printed. */
import type { Flags } from "../config/flags.ts";
import { asciiJson } from "../core/ascii_json.ts";
import { ToolError } from "../core/errors.ts";
import { type Call, invoke, TOOL_NOT_FOUND } from "../core/invoke.ts";
import { isRecord } from "../core/record.ts";
import { usageError } from "./failure.ts";
import type { FlowFlags } from "./flow.ts";
import type { Io } from "./io.ts";
import { checkServedFlow } from "./served_flow.ts";
import { openSession, type Session } from "./session.ts";
import { unknownTool } from "./unknown_tool.ts";

const FAMILY = "flow";

/** What a tool or a command of the family answers. */
export type FlowReport = Readonly<Record<string, unknown>>;

/**
 * Opens a session in which this family alone is served, and looks at the workspace. What the operator should know is told on
 * stderr where a person or a log reads it; a program that asks for one report finds it there.
 *
 * @param options `serves`: the session lasts, and is no single report. Default: it is one.
 * @throws ToolError `CONFIG_INVALID` for a mistake in the configuration, and for a workspace that is no directory.
 *
 * @example
 * ```ts
 * import { openFlow } from "gatehouse/cli/flow_session.ts";
 *
 * if (openFlow.length !== 2) throw new Error("other arguments");
 * ```
 */
export async function openFlow(
  io: Io,
  flags: FlowFlags,
  { serves = false }: { readonly serves?: boolean } = {},
): Promise<Session> {
  const { config, workspace, trusted, nvim, editorTimeout, model } = flags;
  const given: Flags = { config, workspace, trusted, nvim, editorTimeout, model };
  const session = await openSession(io, {
    ...given,
    families: FAMILY,
    modelOf: FAMILY,
    workspaceHere: true,
  });
  try {
    await checkServedFlow({ err: serves || io.terminal.stderr === true ? io.err : () => {} }, session);
  } catch (error) {
    await session[Symbol.asyncDispose]();
    throw error;
  }
  // The worker runs in a process of its own, which this one must be able to start.
  io.revoke(["net", "env"]);
  return session;
}

/**
 * Calls a tool of the family as an MCP client would.
 *
 * @returns Its report.
 * @throws ToolError `USAGE` for arguments that the tool refuses, `CANCELLED` by a signal, `READ_ONLY` where the
 * configuration forbids whatever may write.
 *
 * @example
 * ```ts
 * import { askFlow } from "gatehouse/cli/flow_session.ts";
 *
 * if (askFlow.length !== 2) throw new Error("other arguments");
 * ```
 */
export async function askFlow(
  { house, principal, signal }: Session,
  asked: Pick<Call, "tool" | "args" | "step">,
): Promise<FlowReport> {
  const outcome = await invoke(house, { ...asked, principal, via: "cli", signal }).catch((error) => {
    if (!(error instanceof ToolError) || error.code !== TOOL_NOT_FOUND) throw error;
    throw unknownTool(house, asked.tool, { message: error.message });
  });
  if (outcome.kind === "error") throw usageError(outcome.message, "See gatehouse flow --help");
  if (outcome.kind === "question") {
    throw new ToolError("CONFIRMATION_NEEDED", "The tool asked a question that the command line cannot put");
  }
  // A long report comes as text alone.
  return outcome.structuredContent ?? JSON.parse(String(outcome.content[0]?.["text"]));
}

/**
 * Does the family's work that only the command line offers.
 *
 * @param asked `name` of the work; the rest is what the work takes.
 * @throws Error when the family has no such work.
 *
 * @example
 * ```ts
 * import { flowCommand } from "gatehouse/cli/flow_session.ts";
 *
 * if (flowCommand.length !== 2) throw new Error("other arguments");
 * ```
 */
export async function flowCommand(
  { house, signal }: Pick<Session, "house" | "signal">,
  { name, ...asked }: { readonly name: string } & Readonly<Record<string, unknown>>,
): Promise<FlowReport> {
  const family = await house.catalogue.load(FAMILY);
  const work = family.commands?.[name];
  if (work === undefined) throw new Error(`The family ${FAMILY} has no command ${name}`);
  const answer = await (await work()).default({ ...asked, signal }, await house.serviceOf(family));
  return isRecord(answer) ? answer : { status: "ok", [name]: answer };
}

/**
 * Prints a report, and nothing else, on stdout.
 *
 * @returns The exit code: 0 for a report that is `ok`.
 *
 * @example
 * ```ts
 * import { printReport } from "gatehouse/cli/flow_session.ts";
 *
 * let out = "";
 * const code = printReport({ out: (text: string) => (out += text) !== "" }, { status: "unverified" });
 * if (code !== 1 || out !== '{"status":"unverified"}\n') throw new Error(out);
 * ```
 */
export function printReport(io: Pick<Io, "out">, report: FlowReport): number {
  io.out(`${asciiJson(report)}\n`);
  return report["status"] === "ok" ? 0 : 1;
}

/** Said when a signal ends the work. */
const INTERRUPTED = "Interrupted. Changes that were written stay; gatehouse flow undo puts them back";

/**
 * Does the work, and says on stderr what becomes of it when a signal comes in between.
 *
 * @example
 * ```ts
 * import { interruptible } from "gatehouse/cli/flow_session.ts";
 *
 * const io = { signal: AbortSignal.abort(), err() {} };
 * if (await interruptible(io, () => Promise.resolve(7)) !== 7) throw new Error("not done");
 * ```
 */
export async function interruptible<T>(
  io: Pick<Io, "signal" | "err">,
  work: () => Promise<T>,
): Promise<T> {
  // At once: what the process does until it ends may take its time.
  const tell = (): void => io.err(`gatehouse: ${INTERRUPTED}\n`);
  io.signal.addEventListener("abort", tell, { once: true });
  try {
    return await work();
  } finally {
    io.signal.removeEventListener("abort", tell);
  }
}
