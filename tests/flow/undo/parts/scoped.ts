/** Everything that a run does with files, with no rights but to the workspace and the undo directory. */
import { Journal } from "../../../../lib/flow/undo/journal.ts";
import { undo } from "../../../../lib/flow/undo/put_back.ts";
import { fileIo } from "../../../../lib/flow/workspace/self_test.ts";
import { Workspace } from "../../../../lib/flow/workspace/workspace.ts";

const [root = "", undoDirectory = ""] = Deno.args;
const rights: string[] = [];
for (const path of [`${root}/..`, "/etc/passwd", "/proc/self/status"]) {
  rights.push(Deno.permissions.querySync({ name: "read", path }).state);
}
for (const name of ["run", "env", "sys", "net", "ffi"] as const) {
  rights.push(Deno.permissions.querySync({ name }).state);
}
const workspace = new Workspace({
  root,
  trusted: true,
  ownFiles: [`${root}/../operator.toml`, "/etc/passwd"],
  isProtected: (path) => path === "tests.py",
});
const said: unknown[] = [];
{
  using journal = Journal.begin(undoDirectory, root);
  workspace.begin(journal);
  const statusOf = ({ status }: { readonly status: string }) => said.push(status);
  statusOf(workspace.read("a.py"));
  statusOf(workspace.edit("a.py", { old: "a", new: "b" }));
  statusOf(workspace.write("new/er/b.py", "b = 1\n"));
  for (
    const path of ["link", "linked/a.py", "hard", "pipe", "config.toml", "tests.py", "../x", ".git/config"]
  ) {
    statusOf(workspace.write(path, "x"));
    if (path !== "config.toml" && path !== "tests.py") statusOf(workspace.read(path));
  }
}
const text = new TextDecoder().decode(workspace.bytes("a.py") ?? new Uint8Array());
const report = undo({ workspace: root, trusted: true, undoDirectory });
const after = new TextDecoder().decode(workspace.bytes("a.py") ?? new Uint8Array());
Deno.stdout.writeSync(
  new TextEncoder().encode(JSON.stringify({ rights, said, text, after, report, selfTest: fileIo(root) })),
);
