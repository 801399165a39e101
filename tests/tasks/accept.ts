/** `deno task accept N`: prints the table of part N, measured beside target. Exits 1 when a row is not met. */
import { printTable, type Row } from "./parts/row.ts";

const PARTS: Readonly<Record<string, () => Promise<{ readonly rows: readonly Row[] }>>> = {
  "1": () => import("./accept_1.ts"),
  "2": () => import("./accept_2.ts"),
  "3": () => import("./accept_3.ts"),
  "4": () => import("./accept_4.ts"),
  "5": () => import("./accept_5.ts"),
  "6": () => import("./accept_6.ts"),
  "7": () => import("./accept_7.ts"),
};

const [part = "", ...rest] = Deno.args;
const load = rest.length === 0 && Object.hasOwn(PARTS, part) ? PARTS[part] : undefined;
if (load === undefined) {
  console.error(`Use: deno task accept N, where N is one of ${Object.keys(PARTS).join(", ")}`);
  Deno.exit(2);
}
const { rows } = await load();
Deno.exit(await printTable(rows) === 0 ? 0 : 1);
