/** `init`: wires the clients of this machine to the program, and unwires them. */
import { buildCommand } from "@stricli/core";
import { type Context, lazily } from "./command.ts";
import { jsonFlag, toggle } from "./flags.ts";

/** The flags of `init`. */
export interface InitFlags {
  readonly client?: readonly string[] | undefined;
  readonly yes?: boolean | undefined;
  readonly remove?: boolean | undefined;
  readonly configOnly?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** The declaration. */
export const init = buildCommand<InitFlags, [], Context>({
  docs: {
    brief: "Wire the clients found here, and write a commented configuration",
    // The list itself is loaded by who needs it: every start of the program reads this declaration.
    fullDescription: `Shows what would change in each client's configuration, and writes it when you
say yes. What it changes has a copy beside it. The clients: claude-code,
claude-desktop, codex, cursor, vs-code, windsurf, zed.
Exit codes: 0 written, or nothing to do; 1 not written.`,
    customUsage: ["[--client NAME] [--yes] [--remove] [--config-only] [--json]"],
  },
  parameters: {
    flags: {
      client: {
        kind: "parsed",
        parse: String,
        variadic: true,
        optional: true,
        placeholder: "NAME",
        brief: "Only this one, found or not; may be given again",
        proposeCompletions: async () => (await import("./clients/mod.ts")).clients.map(({ name }) => name),
      },
      yes: toggle("Write without asking"),
      remove: toggle("Take our entry out again, and nothing else"),
      configOnly: toggle("Write gatehouse.toml, and wire no client"),
      ...jsonFlag,
    },
  },
  loader: lazily(() => import("./init.run.ts")),
});
