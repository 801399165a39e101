/**
 * Writes until the file system is full, and on: alone in a mount namespace of its own, with a small tmpfs on the workspace
 * or on the undo directory. Prints what was answered and what is there.
 */
import { Journal } from "../../../../lib/flow/undo/journal.ts";
import { undo } from "../../../../lib/flow/undo/put_back.ts";
import { Workspace } from "../../../../lib/flow/workspace/workspace.ts";

const [root = "", undoDirectory = ""] = Deno.args;
Deno.mkdirSync(`${root}/sub`);
Deno.writeTextFileSync(`${root}/a`, "old a");
Deno.writeTextFileSync(`${root}/sub/b`, "old b");
const workspace = new Workspace({ root, trusted: true, ownFiles: [], isProtected: () => false });
const errors = new Map<string, number>();
let written = 0;
{
  using journal = Journal.begin(undoDirectory, root);
  workspace.begin(journal);
  for (let turn = 0; turn < 60; turn++) {
    for (const path of ["a", "sub/b", `deep/${turn}/c`]) {
      const size = turn % 7 === 0 ? 10 : 60_000;
      const { status, error = "" } = workspace.write(path, `${turn}`.padEnd(size, "x"));
      if (status === "ok") written++;
      const code = /ENOSPC|No space left/.test(error) ? "ENOSPC" : error;
      if (status !== "ok") errors.set(code, (errors.get(code) ?? 0) + 1);
    }
  }
}
const whole = ["a", "sub/b"].map((path) => {
  const text = Deno.readTextFileSync(`${root}/${path}`);
  return /^(old [ab]|\d{1,2}x+)$/.test(text) && [5, 10, 60_000].includes(text.length);
});
const stray = [...Deno.readDirSync(root), ...Deno.readDirSync(`${root}/sub`)]
  .filter(({ name }) => name.startsWith(".flow-write-")).length;
const report = undo({ workspace: root, trusted: true, undoDirectory });
const left = [...Deno.readDirSync(root)].map(({ name }) => name).sort();
const texts = ["a", "sub/b"].map((path) => Deno.readTextFileSync(`${root}/${path}`));
const answer = {
  written,
  errors: Object.fromEntries(errors),
  whole,
  stray,
  status: report.status,
  left,
  texts,
};
Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(answer)));
