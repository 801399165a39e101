/**
 * A run, or an undo, that ends at once in place of its n-th call to the file system, as if it were killed: with no rights
 * but to the workspace and the undo directory. Prints how many calls it made when it comes to its end.
 */
import fs from "node:fs";
import { Journal } from "../../../../lib/flow/undo/journal.ts";
import { undo } from "../../../../lib/flow/undo/put_back.ts";
import { Workspace } from "../../../../lib/flow/workspace/workspace.ts";

const [what = "", root = "", undoDirectory = "", last = ""] = Deno.args;
let calls = 0;

/** Counts the calls of a function that changes something, and ends the process in place of the last one. */
function counted(owner: Record<string, unknown>, name: string): void {
  const real = owner[name];
  if (typeof real !== "function") throw new Error(`There is no ${name}`);
  owner[name] = function (this: unknown, ...args: unknown[]) {
    // No clean-up of ours runs: what was not done by now is not done.
    if (++calls === Number(last)) Deno.exit(42);
    return Reflect.apply(real, this, args);
  };
}

const ofDeno = Deno as unknown as Record<string, unknown>;
const ofNode = fs as unknown as Record<string, unknown>;
for (const name of ["openSync", "mkdirSync", "renameSync", "removeSync"]) counted(ofDeno, name);
for (const name of ["openSync", "writeSync", "fchmodSync", "fsyncSync"]) counted(ofNode, name);
const ofFile = Deno.FsFile.prototype as unknown as Record<string, unknown>;
for (const name of ["writeSync", "syncDataSync", "truncateSync"]) counted(ofFile, name);

if (what === "undo") undo({ workspace: root, trusted: true, undoDirectory });
else {
  const workspace = new Workspace({ root, trusted: true, ownFiles: [], isProtected: () => false });
  using journal = Journal.begin(undoDirectory, root);
  workspace.begin(journal);
  const results = [
    workspace.write("old", "first"),
    workspace.edit("old", { old: "first", new: "second" }),
    workspace.write("made/by/run", "new"),
    workspace.write("sub/mode", "new"),
  ];
  if (results.some(({ status }) => status !== "ok")) throw new Error(JSON.stringify(results));
}
Deno.stdout.writeSync(new TextEncoder().encode(`done ${calls}\n`));
