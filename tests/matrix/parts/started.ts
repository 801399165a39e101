/** The servers that the matrices run against, as clients configure them. */
import { scratch } from "../../core/files_parts.ts";
import { serverEnv } from "../../tasks/parts/client.ts";
import { HttpSession } from "./http_session.ts";
import { StdioSession } from "./stdio_session.ts";

/** Runs the work against a server over stdio, with state of its own. */
export async function overStdio<T>(
  args: readonly string[],
  work: (session: StdioSession) => Promise<T>,
): Promise<T> {
  await using state = await scratch();
  // The poorest locale there is: what is written must not depend on it.
  const environment = { ...serverEnv(state.path), LC_ALL: "C" };
  await using session = new StdioSession(["-m", "phocinae_mcp", ...args], environment);
  return await work(session);
}

/** Runs the work against a server over HTTP, with state of its own. */
export async function overHttp<T>(
  args: readonly string[],
  work: (session: HttpSession) => Promise<T>,
): Promise<T> {
  await using state = await scratch();
  const http = ["-m", "phocinae_mcp", "--transport", "http", "--port", "0", ...args];
  await using session = await HttpSession.open(http, serverEnv(state.path));
  return await work(session);
}
