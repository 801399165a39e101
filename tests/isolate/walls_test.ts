/** The walls from source, with the very flags that the program ships with. */
import { fileURLToPath } from "node:url";
import { gatehouseFlags } from "../tasks/parts/config.ts";
import { scenarios } from "./parts/scenarios.ts";

const main = fileURLToPath(new URL("./compiled_main.ts", import.meta.url));
const program = { path: Deno.execPath(), args: ["run", ...gatehouseFlags(), main] };
// A parent of its own must know how it was started.
Deno.env.set("SELF", JSON.stringify(program.args));

for (const [name, scenario] of Object.entries(scenarios)) Deno.test(name, () => scenario(program));
