/** The commands, put together, and the parser's words in the house's form. */
import {
  type Application,
  ArgumentScannerError,
  buildApplication,
  buildRouteMap,
  formatMessageForArgumentScannerError,
  text_en,
} from "@stricli/core";
import { shown } from "../config/source.ts";
import { oneLine } from "../core/bounds.ts";
import { redactText } from "../core/redact.ts";
import { NAME } from "../core/version.ts";
import { approvals } from "./approvals.ts";
import { approve, decline } from "./approve.ts";
import { audit } from "./audit.ts";
import { call } from "./call.ts";
import type { Context } from "./command.ts";
import { gate } from "./gate.ts";
import { hosts } from "./hosts.ts";
import { permissions } from "./permissions.ts";
import { serve } from "./serve.ts";
import { skills } from "./skills.ts";
import { tools } from "./tools.ts";

/**
 * The parser of all commands.
 *
 * @param hint The next step when the arguments of a command do not fit.
 *
 * @example
 * ```ts
 * import { buildApp } from "gatehouse/cli/app.ts";
 *
 * if (buildApp("See the help").config.name !== "gatehouse") throw new Error("other name");
 * ```
 */
export function buildApp(hint: string): Application<Context> {
  const line = (message: string, next: string = hint) =>
    `gatehouse: ${oneLine(redactText(`${message}. ${next}`).text, 1_000)}`;
  return buildApplication(
    buildRouteMap({
      routes: { serve, call, tools, gate, skills, hosts, approve, decline, approvals, audit, permissions },
      docs: { brief: "Judges the shell commands of AI agents, and chooses their skills" },
    }),
    {
      name: NAME,
      scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
      documentation: { disableAnsiColor: true, onlyRequiredInUsageLine: true },
      localization: {
        text: {
          ...text_en,
          briefs: {
            ...text_en.briefs,
            help: "Print this page",
            argumentEscapeSequence: "Only arguments follow",
          },
          noCommandRegisteredForInput: ({ input, corrections: [meant] }) =>
            line(
              `Unknown command ${shown(input)}`,
              meant === undefined ? undefined : `Did you mean ${meant.replaceAll("`", "")}?`,
            ),
          exceptionWhileParsingArguments: (error) => {
            const [message, next] = wording(error);
            return line(message, next);
          },
        },
      },
    },
  );
}

function wording(error: unknown): [message: string, next?: string] {
  if (!(error instanceof ArgumentScannerError)) return [String(error)];
  let next: string | undefined;
  const message = formatMessageForArgumentScannerError(error, {
    FlagNotFoundError: ({ input, corrections: [meant] }) => {
      if (meant !== undefined) next = `Did you mean --${meant}?`;
      return `Unknown flag --${shown(input)}`;
    },
    AliasNotFoundError: ({ input }) => `Unknown flag -${shown(input)}`,
    UnsatisfiedFlagError: ({ externalFlagName }) => `--${externalFlagName} needs a value`,
    UnexpectedFlagError: ({ externalFlagName }) => `--${externalFlagName} was given twice`,
    UnexpectedPositionalError: ({ input }) => `Unexpected argument ${shown(input)}`,
    UnsatisfiedPositionalError: ({ placeholder }) => `${placeholder} is missing`,
  });
  return next === undefined ? [message] : [message, next];
}
