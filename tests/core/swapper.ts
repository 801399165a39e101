/** Flips a path between a hard link to a file and a symbolic link to another, each atomically, until killed. */
const [path, file, target] = Deno.args;
if (path === undefined || file === undefined || target === undefined) throw new Error("Needs three paths");
for (let turn = 0;; turn++) {
  Deno.linkSync(file, `${path}.turn`);
  Deno.renameSync(`${path}.turn`, path);
  // A rename between two names of one file does nothing and leaves both.
  try {
    Deno.removeSync(`${path}.turn`);
  } catch {
    // The usual case.
  }
  Deno.symlinkSync(target, `${path}.turn`);
  Deno.renameSync(`${path}.turn`, path);
  if (turn === 20) Deno.stdout.writeSync(new TextEncoder().encode("swapping\n"));
}
