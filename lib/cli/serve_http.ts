/** `serve --http`: the token, the socket, and what is said of both. */
import { readToken } from "../config/read.ts";
import { configError, shown } from "../config/source.ts";
import { ToolError } from "../core/errors.ts";
import { serveHttp } from "../dispatch/http.ts";
import type { Serving } from "../dispatch/serving.ts";
import { note } from "./failure.ts";
import type { Io } from "./io.ts";
import type { Session } from "./session.ts";

/** With this variable Deno listens where it says, whatever the program asks for: at any address, on a socket file. */
const OVERRIDE = "DENO_SERVE_ADDRESS";

/** Families that act with the operator's secrets or files, and what they do: every program of this machine could ask. */
const PRIVILEGED: Readonly<Record<string, string>> = {
  hosts: "Servers are not administered",
  flow: "A project is not worked on",
};

/**
 * Serves until a signal, and says on stderr where.
 *
 * @throws ToolError `CONFIG_INVALID` for a token file that is not safe or an address from Deno's own variable, `ADDRESS_UNAVAILABLE` when the port is taken.
 *
 * @example
 * ```ts
 * import { serveOverHttp } from "gatehouse/cli/serve_http.ts";
 *
 * if (serveOverHttp.length !== 2) throw new Error("other arguments");
 * ```
 */
export async function serveOverHttp(
  io: Io,
  { session, serving }: { session: Session; serving: Serving },
): Promise<void> {
  refuseOverride(io.environment[OVERRIDE]);
  const { settings: { host, port, maxRequestBytes }, origin, signal } = session;
  const found = await httpToken(session);
  const token = found === null ? {} : { token: found };
  const address = host.includes(":") ? `[${host}]` : host;
  try {
    await serveHttp({ ...serving, principal: "loopback" }, {
      hostname: host,
      port,
      ...token,
      ...(maxRequestBytes === null ? {} : { bodyBytes: maxRequestBytes }),
      signal,
      onListen: (bound) => note(io, { level: "info", text: `listening on http://${address}:${bound}/mcp` }),
    });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new ToolError(error.code, `${error.message} (from ${origin("port")})`, {
      ...(error.next === undefined ? {} : { next: error.next }),
      cause: error,
    });
  }
}

/**
 * The token that clients have to send; null when they need none.
 *
 * @throws ToolError `CONFIG_INVALID` for a token file that is not safe, and for none where a family needs one.
 *
 * @example
 * ```ts
 * import { httpToken } from "gatehouse/cli/serve_http.ts";
 *
 * if (httpToken.length !== 1) throw new Error("other arguments");
 * ```
 */
export async function httpToken(
  { settings: { tokenFile }, origin, house }: Pick<Session, "settings" | "origin" | "house">,
): Promise<string | null> {
  if (tokenFile !== null) return await readToken(tokenFile, { origin: origin("token_file") });
  const [refused] = house.catalogue.families.flatMap(({ name }) => PRIVILEGED[name] ?? []);
  if (refused === undefined) return null;
  throw configError(
    `${refused} over HTTP without a token`,
    "Make one with gatehouse token new FILE, and name FILE with --token-file or MCP_HTTP_BEARER_TOKEN_FILE; or leave the family out with --families",
  );
}

function refuseOverride(address: string | undefined): void {
  if (address === undefined || address === "") return;
  throw configError(
    `${OVERRIDE} (${shown(address)}) would open another address than ours`,
    "Unset it; --host and --port say where to listen",
  );
}
