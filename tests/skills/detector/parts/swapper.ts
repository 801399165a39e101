/**
 * In the folder given, flips `lib.rs` between a file of its own and a link to the secret one, and `sub` between a folder
 * of its own and a link to the folder with the secret, until killed.
 */
const [project, outside] = Deno.args;
if (project === undefined || outside === undefined) throw new Error("Needs two paths");
for (let turn = 0;; turn++) {
  Deno.writeTextFileSync(`${outside}/turn`, "fn main() {}");
  Deno.renameSync(`${outside}/turn`, `${project}/lib.rs`);
  Deno.symlinkSync(`${outside}/secret/lib.rs`, `${outside}/turn`);
  Deno.renameSync(`${outside}/turn`, `${project}/lib.rs`);
  Deno.renameSync(`${project}/sub`, `${outside}/sub`);
  Deno.symlinkSync(`${outside}/secret`, `${project}/sub`);
  Deno.removeSync(`${project}/sub`);
  Deno.renameSync(`${outside}/sub`, `${project}/sub`);
  if (turn === 20) Deno.stdout.writeSync(new TextEncoder().encode("swapping\n"));
}
