import { judge } from "gatehouse/gate/judge.ts";
import { shortCommands } from "./commands.ts";

const commands = shortCommands();
let next = 0;

Deno.bench("one verdict, over corpus and cases in turn", () => {
  judge(commands[next++ % commands.length] ?? "", { cwd: "/home/user/project" });
});
