/** A change of a service that was made is never told as one that failed. */
import { assertEquals, assertFails } from "../../assert.ts";
import { Machine } from "../parts/machine.ts";
import { addSystemctl, StandIns } from "../parts/stand_ins.ts";

for (
  const [what, after] of [
    ["fails", "echo 'Failed to get properties: Connection reset by peer' >&2; exit 1"],
    ["is refused", "echo 'Access denied' >&2; exit 1"],
    ["answers something else", "echo hello"],
    ["has lost its bus", "echo 'Failed to connect to bus: No such file' >&2; exit 1"],
  ] as const
) {
  Deno.test(`a service that was restarted, where the look afterwards ${what}, has an open outcome`, async () => {
    await using standIns = await StandIns.make();
    await addSystemctl(standIns);
    const first = await Deno.readTextFile(`${standIns.bin}/systemctl`);
    await Deno.writeTextFile(`${standIns.bin}/systemctl.usual`, first);
    await Deno.chmod(`${standIns.bin}/systemctl.usual`, 0o755);
    // Once it has restarted something, it is another program.
    const done = standIns.file("done");
    await standIns.add(
      "systemctl",
      `case " $* " in *" restart "*) : > '${done}' ;; *) if [ -e '${done}' ]; then ${after}; exit; fi ;; esac\n` +
        `exec '${standIns.bin}/systemctl.usual' "$@"`,
    );
    await using machine = await Machine.start({ bin: [standIns.bin] });
    await assertFails(
      () => machine.do("change_service_state", { name: "app", action: "restart" }),
      "AMBIGUOUS_OUTCOME",
    );
    assertEquals((await Deno.stat(done)).isFile, true);
  });
}
