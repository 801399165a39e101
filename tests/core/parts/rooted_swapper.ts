/**
 * In the directory given, flips `file` between a new file of its own and a link to the secret beside the directory, and
 * `sub` between a directory with a `file` and a link to one with a secret, until killed.
 */
const [base, outside] = Deno.args;
if (base === undefined || outside === undefined) throw new Error("Needs two paths");
for (let turn = 0;; turn++) {
  Deno.writeTextFileSync(`${base}/file.turn`, "abc");
  Deno.renameSync(`${base}/file.turn`, `${base}/file`);
  Deno.symlinkSync(`${outside}/file`, `${base}/file.turn`);
  Deno.renameSync(`${base}/file.turn`, `${base}/file`);
  Deno.renameSync(`${base}/sub`, `${base}/sub.real`);
  Deno.symlinkSync(outside, `${base}/sub`);
  Deno.removeSync(`${base}/sub`);
  Deno.renameSync(`${base}/sub.real`, `${base}/sub`);
  if (turn === 20) Deno.stdout.writeSync(new TextEncoder().encode("swapping\n"));
}
