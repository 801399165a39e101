import { scripts } from "./completion_scripts.ts";
import type { Io } from "./io.ts";

/** Prints the script. */
export default function print(io: Io, shell: keyof typeof scripts): Promise<number> {
  io.out(scripts[shell]);
  return Promise.resolve(0);
}
