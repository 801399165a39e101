/** The program's name and version, from the one place where the version is written. */
import manifest from "../../deno.json" with { type: "json" };

/** The name every client sees. */
export const NAME = "gatehouse";

/** Semantic version, such as `0.1.0`. */
export const VERSION: string = manifest.version;
