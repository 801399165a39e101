/**
 * A throwaway account of the machine, for what only an account can show: passwords, and rights that are not root's.
 * Making one takes root; without root the tests that need it cannot run.
 */
import { mustRun, run } from "../../tasks/parts/child.ts";

/** An account. */
export interface Account extends AsyncDisposable {
  readonly name: string;
  readonly password: string;
  readonly home: string;
}

/** Whether accounts can be made here. */
export const canMakeAccounts = Deno.uid() === 0;

/** Makes an account with a password of its own; disposing ends its processes and removes it. */
export async function makeAccount({ shell = "/bin/bash" }: { shell?: string } = {}): Promise<Account> {
  const name = `gh${crypto.randomUUID().slice(0, 8)}`;
  const password = `pw-${crypto.randomUUID()}`;
  const hash = (await mustRun(["openssl", "passwd", "-6", "-stdin"], { input: password })).stdout.trim();
  const home = `/tmp/${name}`;
  await inTurn([
    "useradd",
    "--create-home",
    "--home-dir",
    home,
    "--shell",
    shell,
    "--password",
    hash,
    name,
  ]);
  return {
    name,
    password,
    home,
    async [Symbol.asyncDispose]() {
      await run(["pkill", "-KILL", "-U", name]);
      await inTurn(["userdel", "--remove", "--force", name]);
    },
  };
}

/** One after the other: the account files cannot be changed by two at once. */
async function inTurn(command: readonly string[]): Promise<void> {
  const { code, stderr } = await run(["flock", "/tmp/gatehouse-accounts.lock", ...command]);
  // userdel says 12 when it could not remove a mail spool or home that is gone.
  if (code !== 0 && code !== 12) throw new Error(`${command[0]} ended with ${code}: ${stderr}`);
}
