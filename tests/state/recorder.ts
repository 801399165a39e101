/**
 * A process that records calls. `count <directory> <who> <n> <rotateBytes>`: n calls, then it closes the log and prints
 * what is wrong with it. `forever <directory> <who>`: until killed, a line for every batch. `abandon <directory>`: one
 * call, and it ends without closing.
 */
import { createAuditLog } from "../../lib/state/audit_log.ts";

const [mode, directory = "", who = "", count = "0", rotateBytes = "0"] = Deno.args;
const log = createAuditLog({
  directory,
  closeWithinMs: 60_000,
  ...(rotateBytes === "0" ? {} : { rotateBytes: Number(rotateBytes) }),
});
let n = 0;
const one = () =>
  log.record({
    at: Date.now(),
    principal: who,
    via: "stdio",
    tool: "check_command",
    outcome: "ok",
    ms: 1,
    facts: { n: ++n, filler: "x".repeat(n % 200) },
  });
const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

if (mode === "count") {
  const timer = setInterval(async () => {
    for (let i = 0; i < 40 && n < Number(count); i++) one();
    if (n < Number(count)) return;
    clearInterval(timer);
    await log.close();
    say(log.degraded ?? "whole");
  }, 1);
} else if (mode === "forever") {
  setInterval(() => {
    for (let i = 0; i < 6; i++) one();
    say("batch");
  }, 1);
} else {
  one();
}
