/**
 * `deno task compile [--for-tests] [--output FILE]`: one executable, with the permission flags of the `gatehouse`
 * task and no others.
 *
 * It is made on Deno's own base where that can be downloaded. Elsewhere, and with `--for-tests`, it is made with the
 * old Deno on the pinned base, and is for tests only.
 */
import { parseArgs } from "node:util";
import { resolve } from "node:path";
import { compileOfficial, compileOnPinnedBase, type Made } from "./parts/compiler.ts";
import { ROOT } from "./parts/tree.ts";

function options(): { output: string; forTests: boolean } {
  try {
    const { values } = parseArgs({
      args: Deno.args,
      options: { "for-tests": { type: "boolean", default: false }, "output": { type: "string" } },
    });
    return { output: resolve(ROOT, values.output ?? "dist/gatehouse"), forTests: values["for-tests"] };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}`);
    console.error("Use: deno task compile [--for-tests] [--output FILE]");
    Deno.exit(2);
  }
}

async function make(output: string, forTests: boolean): Promise<Made> {
  if (forTests) return await compileOnPinnedBase(output);
  try {
    return await compileOfficial(output);
  } catch (error) {
    console.error(`Deno's own base cannot be used here: ${causeOf(error)}`);
    return await compileOnPinnedBase(output);
  }
}

/** The line that says why, out of Deno's trace. */
function causeOf(error: unknown): string {
  const lines = `${error instanceof Error ? error.message : error}`.split("\n").map((line) => line.trim());
  return lines.find((line) => line.includes("error sending request")) ?? lines.join("\n");
}

const { output, forTests } = options();
const made = await make(output, forTests);
console.log(`${output}`);
console.log(`base    ${made.base}`);
console.log(`flags   ${made.flags.join(" ")}`);
console.log(`size    ${made.bytes} bytes`);
console.log(`sha256  ${made.sha256}`);
