/** What is asked of a host's key before anything secret is sent. */
import type { ToolError } from "../../core/errors.ts";
import type { SshTarget } from "../types.ts";
import { readKnownHosts } from "./files.ts";
import { hostKeyAlgorithms } from "./host_key.ts";
import { knownName } from "./host_names.ts";
import { parseKnownHosts } from "./known_hosts.ts";
import { refusalOf } from "./refusal.ts";
import { judgeHostKey, knownTypes } from "./verdict.ts";

/** A check. */
export interface HostKeyCheck {
  /** Algorithms to ask for, the preferred first. */
  readonly algorithms: readonly string[];
  /** Why the key is refused; null when it is taken. */
  judge(blob: Uint8Array): ToolError | null;
}

/**
 * The check by the target's known_hosts file as it is now; without one where the configuration turned it off.
 *
 * @throws ToolError `UNAVAILABLE` when the file cannot be read.
 *
 * @example
 * ```ts
 * import { hostKeyCheck } from "gatehouse/hosts/ssh/host_key_check.ts";
 *
 * const target = { alias: "a", host: "a.example", port: 22, verifyHostKey: false, knownHostsFile: "/none" };
 * if ((await hostKeyCheck(target)).judge(new Uint8Array()) !== null) throw new Error("refused");
 * ```
 */
export async function hostKeyCheck(
  { alias, host, port, verifyHostKey, knownHostsFile: path }: Pick<
    SshTarget,
    "alias" | "host" | "port" | "verifyHostKey" | "knownHostsFile"
  >,
): Promise<HostKeyCheck> {
  if (!verifyHostKey) return { algorithms: hostKeyAlgorithms([]), judge: () => null };
  const name = knownName(host, port);
  const lines = parseKnownHosts(await readKnownHosts(path), path);
  return {
    algorithms: hostKeyAlgorithms(knownTypes(lines, name)),
    judge(blob) {
      const verdict = judgeHostKey(lines, { name, blob });
      return verdict.kind === "known" ? null : refusalOf(verdict, { alias, name, blob, path });
    },
  };
}
