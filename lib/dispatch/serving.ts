/** What a process serves, as both transports see it, and the protocol versions it speaks. */
import type { Server } from "@modelcontextprotocol/server";
import type { House } from "../core/invoke.ts";

/** The revision whose requests carry their own version and capabilities. */
export const MODERN = "2026-07-28";

/** The revisions that open with `initialize`, newest first. An unknown version is answered with the first. */
export const LEGACY: readonly [string, ...string[]] = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
];

/** Every version that is served, newest first. */
export const VERSIONS: readonly string[] = [MODERN, ...LEGACY];

/** Methods that the dispatcher has no answer for by itself (prompts, completion, …). */
export interface Extension {
  /** Added to what the server says it can do, in both eras. */
  readonly capabilities: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The request methods that `install` sets handlers for. */
  readonly methods: readonly string[];
  /** Sets the handlers on a server that was just built; may replace the dispatcher's own. */
  install(server: Server): void;
}

/** What a process serves. */
export interface Serving {
  readonly house: House;
  /** The server's name and version as clients see them. */
  readonly info: { readonly name: "gatehouse"; readonly version: string };
  /** What the server is for, in a few sentences, for the client's model. */
  readonly instructions: string;
  /** True when nothing in the lists depends on this machine's configuration: they may be cached for everybody. */
  readonly publicLists: boolean;
  /** Who calls, for the audit log and the binding of sealed states. */
  readonly principal: string;
  readonly extension?: Extension;
}
