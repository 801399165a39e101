/** The known setting that a wrong one most likely meant. */
export { nearest } from "../core/nearest.ts";
