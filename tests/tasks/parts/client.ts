/** The official MCP client, connected to a server that is started for it. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/** The protocol revision that the client insists on. */
export const REVISION = "2026-07-28";

/** A connected client; disposing of it ends the server. */
export interface Connected extends AsyncDisposable {
  readonly client: Client;
}

/** A client that speaks `REVISION` only, and cannot ask a person. */
export function modernClient(): Client {
  return new Client({ name: "gatehouse-tests", version: "0.0.0" }, {
    capabilities: {},
    versionNegotiation: { mode: { pin: REVISION } },
  });
}

/**
 * Starts a server over stdio and connects to it.
 *
 * @param command The program and its arguments.
 * @param options `state`: a directory for the server's state; none of the user's own configuration is read.
 */
export async function connectStdio(
  [command, ...args]: readonly [string, ...string[]],
  { state }: { readonly state: string },
): Promise<Connected> {
  const client = modernClient();
  const transport = new StdioClientTransport({ command, args, env: serverEnv(state), stderr: "inherit" });
  await client.connect(transport);
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

/** Our own environment, with state and configuration in a directory of their own. */
export function serverEnv(state: string): Record<string, string> {
  return { ...Deno.env.toObject(), XDG_STATE_HOME: state, XDG_CONFIG_HOME: state };
}

/** The fields of an answer of the tool `gate` that the tests and the demo read. */
export interface Judged {
  readonly decision: "allow" | "ask" | "deny";
  readonly grey: boolean;
  readonly rule: string;
  readonly reason: string;
  readonly safer: string | null;
}

/** Has a command judged. @throws Error when the server answers with a failure, or with something else. */
export async function judge(client: Client, command: string): Promise<Judged> {
  const result = await client.callTool({ name: "gate", arguments: { command, cwd: "/home/user/project" } });
  return judgedOf(result.isError === true ? undefined : result.structuredContent, JSON.stringify(result));
}

/** A verdict out of what was read. @throws Error that shows `shown` when it is none. */
export function judgedOf(value: unknown, shown: string): Judged {
  const fields = typeof value === "object" && value !== null ? value as Partial<Judged> : {};
  const { decision, grey, rule, reason, safer } = fields;
  const isDecision = decision === "allow" || decision === "ask" || decision === "deny";
  if (!isDecision || typeof grey !== "boolean" || typeof rule !== "string" || typeof reason !== "string") {
    throw new Error(`Expected a verdict, got ${shown.slice(0, 400)}`);
  }
  return { decision, grey, rule, reason, safer: typeof safer === "string" ? safer : null };
}
