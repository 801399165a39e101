/** What the tasks read from `deno.json`: the one place where the program's permission flags stand. */
import { join } from "node:path";
import { ROOT } from "./tree.ts";

interface DenoConfig {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly imports: Readonly<Record<string, string>>;
  readonly tasks?: Readonly<Record<string, string | { readonly command?: string }>>;
}

/** `deno.json`, read anew. */
export function denoConfig(): DenoConfig {
  return JSON.parse(Deno.readTextFileSync(join(ROOT, "deno.json")));
}

/** Whether code imports a package by that name. Not just names it: a rule of the gate may speak of such a program. */
export function isImported(name: string, code: string): boolean {
  return [`from "${name}"`, `import("${name}")`].some((form) => code.includes(form));
}

/**
 * The flags between `deno run` and `main.ts` in the `gatehouse` task.
 *
 * @throws Error when there is no such task, or it grants everything.
 */
export function gatehouseFlags(): string[] {
  const task = denoConfig().tasks?.["gatehouse"];
  const command = typeof task === "string" ? task : task?.command;
  const flags = command?.match(/^deno run (?<flags>(?:-\S+ )+)(?:\.\/)?main\.ts$/)?.groups?.["flags"];
  if (flags === undefined) {
    throw new Error("deno.json has no task gatehouse of the form: deno run FLAGS main.ts");
  }
  const list = flags.trim().split(" ");
  const tooMuch = list.find((flag) => /^(-A|--allow-all|--allow-ffi|-P)/.test(flag));
  if (tooMuch !== undefined) throw new Error(`The task gatehouse grants too much: ${tooMuch}`);
  if (!list.includes("--no-prompt")) throw new Error("The task gatehouse lacks --no-prompt");
  return list;
}

/** The arguments for `Deno.execPath()` that start the program from source exactly as `deno task gatehouse` does. */
export function gatehouseArgs(...args: string[]): string[] {
  return ["run", ...gatehouseFlags(), join(ROOT, "main.ts"), ...args];
}
