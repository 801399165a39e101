import { oneLine } from "../core/bounds.ts";
import { askModel } from "./ask_model.ts";
import { usageError } from "./failure.ts";
import type { RouteFlags } from "./gate_model.ts";
import type { Io } from "./io.ts";

/** The tool `route`. */
export default async function route(io: Io, flags: RouteFlags): Promise<number> {
  const { state, tool: tools, orders } = flags;
  if (orders !== undefined && !/^[1-4]$/.test(orders)) {
    throw usageError(`Could not use --orders ${oneLine(orders, 64)}`, "Give a whole number from 1 to 4");
  }
  const wanted = orders === undefined ? {} : { orders: Number(orders) };
  return await askModel(io, flags, { tool: "route", args: { state, tools, ...wanted } });
}
