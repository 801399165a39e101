/**
 * A process that spends nonces. `race <directory> <nonce>`: says that it is ready, waits for a line, spends, and prints
 * what came of it. `forever <directory> <who>`: until killed or
 * refused, prints each nonce once it is spent, and last why it was refused.
 */
import { createSpentNonces } from "../../lib/state/spent_nonces.ts";

const [mode, directory = "", name = ""] = Deno.args;
const spent = createSpentNonces({ directory, busyMs: 60_000 });
const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
const until = Date.now() + 600_000;
const attempt = (nonce: string): Promise<string> =>
  spent.spend(nonce, until).then(String, (error) => String(error.line ?? error));

if (mode === "race") {
  say("ready");
  await Deno.stdin.read(new Uint8Array(1));
  say(await attempt(name));
} else {
  let came = "true";
  for (let n = 1; came === "true"; n++) {
    came = await attempt(`${name}-${n}`);
    say(came === "true" ? `${name}-${n}` : came);
  }
}
