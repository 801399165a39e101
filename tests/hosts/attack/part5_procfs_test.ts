/** Environments of processes are kept from being read, wherever the system of processes is mounted. */
import { assertIncludes } from "../../assert.ts";
import { run } from "../../tasks/parts/child.ts";
import { Machine } from "../parts/machine.ts";
import { place } from "../parts/place.ts";

for (const [what, argv] of [["mounted", ["-t", "proc", "proc"]], ["bound", ["--bind", "/proc"]]] as const) {
  Deno.test({
    name: `a process's environment is not read where /proc is ${what} a second time, as below a chroot`,
    ignore: Deno.uid() !== 0,
    async fn() {
      await using at = await place();
      if ((await run(["mount", ...argv, at.path])).code !== 0) return;
      try {
        await using machine = await Machine.start();
        const path = `${at.path}/${Deno.pid}/environ`;
        const asked = [
          ["read_file", { path }],
          ["read_file", { path: `${at.path}/${Deno.pid}/task/${Deno.pid}/environ` }],
          ["tail_file", { path }],
          ["execute_program", {
            executable: "cat",
            path: null,
            argv: [path],
            operands: [{ at: 0, from: 0, kind: "path" }],
          }],
        ] as const;
        for (const [operation, input] of asked) {
          const refusal = machine.do(operation, input);
          assertIncludes(await refusal.then(() => "read", ({ message }) => message), "PATH_DENIED");
        }
        const read = await machine.do("read_file", { path: `${at.path}/${Deno.pid}/limits` });
        assertIncludes(JSON.stringify(read), "Limit");
      } finally {
        await run(["umount", at.path]);
      }
    },
  });
}
