/** The host keys that a machine shows, one connection for each type; no login is tried and no secret leaves. */
import { oneLine } from "../../core/bounds.ts";
import type { Deadline } from "../../core/deadline.ts";
import { ToolError } from "../../core/errors.ts";
import type { HostKeys, ShownHostKey } from "../asked.ts";
import type { SshTarget } from "../types.ts";
import { connect } from "./connection.ts";
import { readKnownHosts } from "./files.ts";
import { fingerprintOf, HOST_KEY_ALGORITHMS } from "./host_key.ts";
import { knownName } from "./host_names.ts";
import { type KnownHost, parseKnownHosts } from "./known_hosts.ts";
import { judgeHostKey } from "./verdict.ts";

/**
 * Asks for a key of each type, one after the other.
 *
 * @throws ToolError `UNAVAILABLE` when the machine cannot be reached or shows none, `TIMEOUT`; `CANCELLED`.
 *
 * @example
 * ```ts
 * import { shownHostKeys } from "gatehouse/hosts/ssh/shown_keys.ts";
 *
 * if (shownHostKeys.length !== 2) throw new Error("other arguments");
 * ```
 */
export async function shownHostKeys(target: SshTarget, deadline: Deadline): Promise<HostKeys> {
  const name = knownName(target.host, target.port);
  const lines = await linesOf(target.knownHostsFile);
  const keys: ShownHostKey[] = [];
  let failure: unknown = null;
  for (const type of HOST_KEY_ALGORITHMS.keys()) {
    try {
      keys.push(shownAs(await keyOf(target, { type, deadline }), { name, type, lines }));
    } catch (error) {
      const over = deadline.failure();
      if (over !== null) throw over.code === "CANCELLED" ? over : late(target);
      failure = error;
      // What is unreachable for one type is so for all.
      if (error instanceof ToolError && error.retryable && keys.length === 0) throw error;
    }
  }
  if (keys.length === 0) throw failure;
  return { alias: target.alias, address: `${target.host}:${target.port}`, path: target.knownHostsFile, keys };
}

/** The deadline's own code is for the program alone: a worker that says it is taken for one that has gone astray. */
function late({ host, port }: SshTarget): ToolError {
  return new ToolError("TIMEOUT", `No host key of ${oneLine(host, 255)}:${port} came in time`, {
    next: "Check that an SSH server listens there, and that no firewall drops what is sent to it",
  });
}

/** A file that is not there yet is begun by trusting; one that cannot be read is no reason to begin another. */
async function linesOf(path: string): Promise<readonly KnownHost[]> {
  try {
    await Deno.lstat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
  }
  return parseKnownHosts(await readKnownHosts(path), path);
}

async function keyOf(
  target: SshTarget,
  { type, deadline }: { readonly type: string; readonly deadline: Deadline },
): Promise<Uint8Array> {
  let shown = new Uint8Array();
  let signed = false;
  const connecting = connect({
    target,
    check: {
      algorithms: HOST_KEY_ALGORITHMS.get(type) ?? [],
      judge(blob) {
        shown = Uint8Array.from(blob);
        return null;
      },
    },
    steps() {
      signed = true;
      return false;
    },
    signal: deadline.signal,
  });
  try {
    (await deadline.race(connecting)).destroy();
  } catch (error) {
    // Without a login every connection ends so; its key has been shown by then, and the signature by it was right.
    if (!signed) throw error;
  }
  return shown;
}

function shownAs(
  blob: Uint8Array,
  { name, type, lines }: {
    readonly name: string;
    readonly type: string;
    readonly lines: readonly KnownHost[];
  },
): ShownHostKey {
  const verdict = judgeHostKey(lines, { name, blob });
  const known = verdict.kind === "changed" || verdict.kind === "other_type" ? verdict.known : [];
  return {
    type,
    fingerprint: fingerprintOf(blob),
    line: `${name} ${type} ${btoa(String.fromCharCode(...blob))}`,
    verdict: verdict.kind,
    known: known.map((host) => ({ type: host.type, fingerprint: fingerprintOf(host.blob), line: host.line })),
  };
}
