/** The servers that the matrices run against, as clients configure them, with a stand-in for the decision service. */
import { scratch } from "../../core/files_parts.ts";
import { closedPort, StandIn } from "../../parts/systemone.ts";
import { serverEnv } from "../../tasks/parts/client.ts";
import { HttpSession } from "./http_session.ts";
import { StdioSession } from "./stdio_session.ts";

/** Whether the decision service is there. */
export interface ServiceOptions {
  /** Default false: a stand-in answers. */
  readonly gone?: boolean;
}

function argsFor(service: StandIn, { gone = false }: ServiceOptions): readonly string[] {
  const server = gone ? `http://127.0.0.1:${closedPort()}` : service.url;
  return ["-m", "phocinae_mcp", "--server", server, "--timeout", "1", "--l1-enabled"];
}

/** Runs the work against a server over stdio, with state of its own. */
export async function overStdio<T>(
  work: (session: StdioSession) => Promise<T>,
  options: ServiceOptions = {},
): Promise<T> {
  await using state = await scratch();
  await using service = new StandIn();
  // The poorest locale there is: what is written must not depend on it.
  const environment = { ...serverEnv(state.path), LC_ALL: "C" };
  await using session = new StdioSession(argsFor(service, options), environment, service);
  return await work(session);
}

/** Runs the work against a server over HTTP, with state of its own. */
export async function overHttp<T>(
  work: (session: HttpSession) => Promise<T>,
  options: ServiceOptions = {},
): Promise<T> {
  await using state = await scratch();
  await using service = new StandIn();
  const args = [...argsFor(service, options), "--transport", "http", "--port", "0"];
  await using session = await HttpSession.open(args, serverEnv(state.path), service);
  return await work(session);
}
