/** What the family's worker is told when it starts, and what it may touch. */
import type { Permissions } from "../core/backend.ts";
import { ToolError } from "../core/errors.ts";
import { readAuthority } from "./mikrus/authority.ts";
import { readSshFiles, type SshFilesRead } from "./ssh/files.ts";
import type { ConfiguredTarget } from "./types.ts";

/** Why a target cannot be used; its own calls fail with it, and no others. */
export interface TargetFailure {
  readonly code: string;
  readonly message: string;
  readonly next: string | null;
}

/** A target with what its files held. */
export type OpenedTarget =
  | {
    readonly type: "ssh";
    readonly target: Extract<ConfiguredTarget, { type: "ssh" }>;
    readonly files: SshFilesRead;
  }
  | {
    readonly type: "mikrus";
    readonly target: Extract<ConfiguredTarget, { type: "mikrus" }>;
    /** The authority's certificates in PEM; null for the machine's own. */
    readonly authority: string | null;
    readonly failure: TargetFailure | null;
  };

/** All of them: plain data, with secrets. */
export interface WorkerSetup {
  readonly targets: readonly OpenedTarget[];
}

/**
 * Reads the targets' files. For the main process: the worker has no right to them.
 *
 * @example
 * ```ts
 * import { workerSetup } from "gatehouse/hosts/setup.ts";
 *
 * if ((await workerSetup([])).targets.length !== 0) throw new Error("targets from nowhere");
 * ```
 */
export async function workerSetup(targets: readonly ConfiguredTarget[]): Promise<WorkerSetup> {
  return { targets: await Promise.all(targets.map(opened)) };
}

async function opened(target: ConfiguredTarget): Promise<OpenedTarget> {
  if (target.type === "ssh") return { type: "ssh", target, files: await readSshFiles(target) };
  try {
    return { type: "mikrus", target, authority: await readAuthority(target.apiCaFile), failure: null };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const failure = { code: error.code, message: error.message, next: error.next ?? null };
    return { type: "mikrus", target, authority: null, failure };
  }
}

/**
 * Exactly the targets' addresses and the known_hosts files; null without targets.
 *
 * @example
 * ```ts
 * import { workerRights } from "gatehouse/hosts/setup.ts";
 *
 * const target = { type: "mikrus", alias: "a", srv: "s", apiUrl: "https://api.mikr.us", apiCaFile: null, key: "k" } as const;
 * if (workerRights([target])?.net?.join() !== "api.mikr.us:443") throw new Error("other rights");
 * ```
 */
export function workerRights(targets: readonly ConfiguredTarget[]): Permissions | null {
  if (targets.length === 0) return null;
  const net = targets.map((target) => {
    if (target.type === "ssh") return address(target.host, target.port);
    const { hostname, port } = new URL(target.apiUrl);
    return `${hostname}:${port === "" ? 443 : port}`;
  });
  const read = targets.flatMap((target) =>
    target.type === "ssh" && target.verifyHostKey ? [target.knownHostsFile] : []
  );
  return { net: [...new Set(net)], read: [...new Set(read)] };
}

function address(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
