/** The real sudo, with accounts made for the run: what it says, what it reads, and that what it started ends. */
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { has } from "../../tasks/parts/child.ts";
import { type Account, canMakeAccounts, makeAccount } from "../parts/account.ts";
import { Operating } from "../parts/operating.ts";
import { Sshd } from "../parts/sshd.ts";
import { addSystemctl, StandIns } from "../parts/stand_ins.ts";

const ignore = !canMakeAccounts || !await has("sudo");

interface Place {
  readonly account: Account;
  readonly standIns: StandIns;
  readonly sshd: Sshd;
}

/** `rule` stands behind the account's name in a file of sudoers, and `{bin}` in it for the stand-ins. */
async function withSudo(rule: string | null, test: (place: Place) => Promise<void>): Promise<void> {
  await using standIns = await StandIns.make();
  await using account = await makeAccount();
  await using sshd = await Sshd.start({ bin: [standIns.bin], config: ["PasswordAuthentication yes"] });
  const file = `/etc/sudoers.d/${account.name}`;
  // sudo finds programs by a path of its own.
  const path = `Defaults:${account.name} secure_path="${standIns.bin}:/usr/sbin:/usr/bin:/sbin:/bin"\n`;
  await Deno.writeTextFile(file, path + (rule === null ? "" : `${account.name} ${rule}\n`), { mode: 0o440 });
  try {
    await test({ account, standIns, sshd });
  } finally {
    await Deno.remove(file);
  }
}

function hostOf({ account, sshd }: Place, sudoPassword: string | null): Promise<Operating> {
  const { name: user, password } = account;
  return Operating.of(sshd, { user, password, keyFile: null, sudo: true, sudoPassword });
}

const CHANGE = { name: "app", action: "restart" };
const WHO = "id -u; exit 0";

Deno.test({
  name: "sudo without a password runs the change as root, and is not told one",
  ignore,
  fn: () =>
    withSudo("ALL=(ALL) NOPASSWD: ALL", async (place) => {
      await addSystemctl(place.standIns, { action: WHO });
      await using host = await hostOf(place, "not asked for");
      assertEquals((await host.do("change_service_state", CHANGE))["output"], "0\n");
    }),
});

Deno.test({
  name: "sudo with the account's password runs the change as root",
  ignore,
  fn: () =>
    withSudo("ALL=(ALL) ALL", async (place) => {
      await addSystemctl(place.standIns, { action: WHO });
      await using host = await hostOf(place, place.account.password);
      assertEquals((await host.do("change_service_state", CHANGE))["output"], "0\n");
      await place.standIns.add("journalctl", `printf '{"MESSAGE":"by %s"}\\n' "$(id -u)"`);
      assertEquals((await host.do("find_system_errors"))["entries"][0].message, "by 0");
    }),
});

Deno.test({
  name: "a wrong password, a missing one and an account without rights are told apart, and nothing runs",
  ignore,
  async fn() {
    const cases: [string | null, (account: Account) => string | null, string][] = [
      ["ALL=(ALL) ALL", () => "wrong", "SUDO_PASSWORD_WRONG"],
      ["ALL=(ALL) ALL", () => null, "SUDO_PASSWORD_REQUIRED"],
      [null, ({ password }) => password, "SUDO_NOT_ALLOWED"],
    ];
    for (const [rule, password, detail] of cases) {
      await withSudo(rule, async (place) => {
        await addSystemctl(place.standIns);
        await using host = await hostOf(place, password(place.account));
        const error = await assertFails(() => host.do("change_service_state", CHANGE), "UPSTREAM_FAILED");
        assertIncludes(error.message, detail);
        assertTrue(!error.message.includes(place.account.password));
        assertEquals(await place.standIns.calls(), []);
      });
    }
  },
});

Deno.test({
  name: "what root runs for us ends with its time and with the connection",
  ignore,
  fn: () =>
    withSudo("ALL=(ALL) NOPASSWD: ALL", async (place) => {
      const pid = place.standIns.file("pid");
      await addSystemctl(place.standIns, {
        action: `echo $$ > '${pid}.new'; mv '${pid}.new' '${pid}'; exec sleep 300`,
      });
      await using host = await hostOf(place, null);
      await assertFails(() => host.do("change_service_state", CHANGE, 3_000), "AMBIGUOUS_OUTCOME");
      await gone(pid);
      await Deno.remove(pid);
      const lost = host.do("change_service_state", CHANGE).catch((error) => error.code);
      while (await Deno.stat(pid).catch(() => null) === null);
      await host[Symbol.asyncDispose]();
      assertEquals(await lost, "AMBIGUOUS_OUTCOME");
      await gone(pid);
    }),
});

/** Settles once the process of that file is gone; a foreign process has no event for its end. */
async function gone(file: string): Promise<void> {
  const pid = (await Deno.readTextFile(file)).trim();
  for (const end = performance.now() + 5_000; await Deno.stat(`/proc/${pid}`).catch(() => null) !== null;) {
    if (performance.now() > end) throw new Error(`Left running: ${pid}`);
  }
}
