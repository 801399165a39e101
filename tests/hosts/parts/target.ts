/** A target's settings, as the configuration would give them, for a server of the tests. */
import type { SshTarget } from "gatehouse/hosts/types.ts";
import type { Sshd } from "./sshd.ts";

/** The target, with the usual key; `more` replaces fields. */
export async function targetOf(sshd: Sshd, more: Partial<SshTarget> = {}): Promise<SshTarget> {
  return {
    type: "ssh",
    alias: "box",
    host: "127.0.0.1",
    port: sshd.port,
    user: sshd.user,
    password: null,
    sudoPassword: null,
    keyFile: sshd.client.path,
    keyPassphraseFile: null,
    certFile: null,
    knownHostsFile: more.knownHostsFile ?? await sshd.knownHosts(undefined, more.port ?? sshd.port),
    timeout: 30,
    verifyHostKey: true,
    sudo: false,
    ...more,
  };
}
