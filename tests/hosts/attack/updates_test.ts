/** An update that has installed something is never told as one that has not begun. */
import { answerOf, orderOf } from "gatehouse/hosts/remote/operations.ts";
import { assertFails, assertIncludes } from "../../assert.ts";
import { patched } from "../parts/patched.ts";
import { StandIns } from "../parts/stand_ins.ts";

for (
  const [manager, said] of [
    ["apt-get", "Unpacking app (2.0) over (1.0) ...\nSetting up app (2.0) ..."],
    ["dnf", "Running transaction\n  Upgrading        : app-2.0-1.x86_64   1/2"],
    ["apk", "(1/2) Upgrading app (1.0-r0 -> 2.0-r0)"],
  ] as const
) {
  Deno.test(`${manager}: where a package's own script finds a lock held, the update has failed, and has begun`, async () => {
    await using standIns = await StandIns.make();
    const fails = `printf '%s\\n' '${said}'; echo 'E: Could not get lock /var/lib/x' >&2; exit 100`;
    await standIns.add(manager, `case "$*" in *download*) ;; *upgrade*) ${fails} ;; esac`);
    // No other manager of the machine that runs the tests may be found.
    const python = `def find(name, known=find):
    return known(name) if name == "${manager}" else None`;
    const reply = await patched("update_system", { python, env: { PATH: `${standIns.bin}:/usr/bin:/bin` } });
    const { message } = await assertFails(
      async () => await Promise.resolve(answerOf(orderOf("update_system", {}), reply)),
      "UPSTREAM_FAILED",
    );
    assertIncludes(message, "UPDATE_FAILED");
  });
}
