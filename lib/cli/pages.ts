/** The texts that are neither a page of `docs/` nor generated from a command's declaration. */
import { NAME, VERSION } from "../core/version.ts";
import { VERSIONS } from "../dispatch/serving.ts";

/** What is printed when no topic is named. */
export { default as overview } from "./help/overview.txt" with { type: "text" };

/** The line of `--version`. */
export const version = `${NAME} ${VERSION} (MCP ${VERSIONS.join(", ")})\n`;
