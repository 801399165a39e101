/** Runs the command line in this process, with a world of the test's own. */
import type { Io, Permission } from "gatehouse/cli/io.ts";
import { Ongoing } from "gatehouse/core/ongoing.ts";
import { main } from "gatehouse/cli/main.ts";

/** The world of one run. */
export interface World {
  readonly stdin?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly terminal?: Io["terminal"];
  readonly signal?: AbortSignal;
  readonly cwd?: string;
}

/** How the run ended, and what it did. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly revoked: readonly Permission[];
}

/** Runs the program; without an environment it has no home, so that it keeps no record. */
export async function run(args: readonly string[], world: World = {}): Promise<Ended> {
  let out = "";
  let err = "";
  const revoked: Permission[] = [];
  const protocol = new TransformStream<Uint8Array, Uint8Array>();
  const protocolText = new Response(protocol.readable).text();
  const io: Io = {
    environment: world.environment ?? {},
    cwd: world.cwd ?? "/",
    terminal: world.terminal ?? { stdin: true, stdout: false },
    uid: 1000,
    signal: world.signal ?? new AbortController().signal,
    ongoing: new Ongoing(),
    stdin: new Blob([world.stdin ?? ""]).stream(),
    stdout: protocol.writable,
    out: (text) => (out += text) !== "",
    err: (text) => void (err += text),
    revoke: (kinds) => void revoked.push(...kinds),
  };
  const code = await main(args, io);
  if (!protocol.writable.locked) await protocol.writable.close();
  return {
    code,
    out: out + (protocol.writable.locked ? "" : await protocolText),
    err: withoutAudit(err),
    revoked,
  };
}

/** Runs that keep no record say so each time; only the tests of the record look at that. */
function withoutAudit(err: string): string {
  return err.replace(
    /gatehouse\[warning\]: The audit log is not written: No state directory is known.*\n/,
    "",
  );
}

/** A state directory of this test's own, and the environment that leads to it. */
export async function withState<T>(
  work: (environment: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const base = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-cli-" }));
  try {
    return await work({ XDG_STATE_HOME: base });
  } finally {
    await Deno.remove(base, { recursive: true });
  }
}
