import { judge } from "gatehouse/gate/judge.ts";
import { shortCommands } from "./commands.ts";

const commands = shortCommands();
let next = 0;

// A server that has run for a second, not the compiler at its first pass over a rule.
for (const command of [...commands, ...commands]) judge(command, { cwd: "/home/user/project" });

Deno.bench("one verdict, over corpus and cases in turn", () => {
  judge(commands[next++ % commands.length] ?? "", { cwd: "/home/user/project" });
});
