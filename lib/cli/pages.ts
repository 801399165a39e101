/** The texts that are neither a page of `docs/` nor generated from a command's declaration. */
import { buildStamp } from "../core/build_stamp.ts";
import { oneLine } from "../core/bounds.ts";
import { NAME, VERSION } from "../core/version.ts";
import { VERSIONS } from "../dispatch/serving.ts";

/** What is printed when no topic is named. */
export { default as overview } from "./help/overview.txt" with { type: "text" };

const stamped = await buildStamp();
// What a stamp says counts only for the very files that it was made over.
const source = stamped?.isWhole === true ? `, source ${oneLine(stamped.stamp.sourceRevision, 40)}` : "";

/** The line of `--version`. */
export const version = `${NAME} ${VERSION} (MCP ${VERSIONS.join(", ")}${source})\n`;
