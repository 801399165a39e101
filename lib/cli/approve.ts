/** `approve` and `decline`: the operator's word on one call. */
import { buildCommand } from "@stricli/core";
import { type Context, lazily } from "./command.ts";
import { configFlag, hidden, jsonFlag, text, toggle } from "./flags.ts";

/** The flags of `approve`; the last four are the names under which scripts of older times give the same. */
export interface ApproveFlags {
  readonly config?: string | undefined;
  readonly target?: string | undefined;
  readonly args?: string | undefined;
  readonly principal?: string | undefined;
  readonly resource?: string | undefined;
  readonly ttl?: string | undefined;
  readonly file?: string | undefined;
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly capability?: string | undefined;
  readonly server?: string | undefined;
  readonly argumentsJson?: string | undefined;
  readonly ttlSeconds?: string | undefined;
}

/** The flags of `decline`. */
export interface DeclineFlags {
  readonly config?: string | undefined;
  readonly reason?: string | undefined;
  readonly json?: boolean | undefined;
}

/** The declaration of `approve`. */
export const approve = buildCommand<ApproveFlags, [string?], Context>({
  docs: {
    brief: "Allow one change, once",
    fullDescription: "Allows exactly one call, once: see gatehouse help approvals.",
    customUsage: ["ID [--yes]", "TOOL --target ALIAS --args JSON"],
  },
  parameters: {
    flags: {
      ...configFlag,
      target: text("ALIAS", "The target (default: the configured one)"),
      args: text("JSON", "The arguments, without the target (default: {})"),
      principal: text("NAME", "Who may call (default: posix-uid of this account)"),
      resource: text("TEXT", "Refuse when the call acts on something else"),
      ttl: text("SECONDS", "How long it lasts (at most 300; default: 60)"),
      file: text("FILE", "The approval file (default: the configured one)"),
      yes: toggle("Do not ask before a request is approved"),
      ...jsonFlag,
      capability: hidden(text("TOOL", "The tool")),
      server: hidden(text("ALIAS", "The same as --target")),
      argumentsJson: hidden(text("JSON", "The same as --args")),
      ttlSeconds: hidden(text("SECONDS", "The same as --ttl")),
    },
    positional: {
      kind: "tuple",
      parameters: [
        {
          placeholder: "ID|TOOL",
          brief: "A request of approvals pending, or a tool",
          parse: String,
          optional: true,
        },
      ],
    },
  },
  loader: lazily(() => import("./approve.run.ts")),
});

/** The declaration of `decline`. */
export const decline = buildCommand<DeclineFlags, [string], Context>({
  docs: {
    brief: "Turn a request down and say why",
    fullDescription: "Turns a request down. Who asks for the same call is told why, for 15 minutes.",
    customUsage: ["ID --reason TEXT"],
  },
  parameters: {
    flags: { ...configFlag, reason: text("TEXT", "Why, in at most 300 characters"), ...jsonFlag },
    positional: {
      kind: "tuple",
      parameters: [{ placeholder: "ID", brief: "A request of approvals pending", parse: String }],
    },
  },
  loader: lazily(() => import("./decline.run.ts")),
});
