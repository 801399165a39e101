/** The commands, put together, and the parser's words in the house's form. */
import {
  type Application,
  ArgumentScannerError,
  buildApplication,
  buildRouteMap,
  type Command,
  formatMessageForArgumentScannerError,
  type RouteMap,
  text_en,
} from "@stricli/core";
import { shown } from "../config/source.ts";
import { oneLine } from "../core/bounds.ts";
import { nearest } from "../core/nearest.ts";
import { redactText } from "../core/redact.ts";
import { NAME } from "../core/version.ts";
import type { Context } from "./command.ts";
import { LOG_FLAG_NAMES } from "./log_flags.ts";
import { flagMeant, named } from "./meant.ts";
import { serve } from "./serve.ts";

/** Commands by their first words. */
export type Routes = Readonly<Record<string, Command<Context> | RouteMap<Context>>>;

/**
 * The commands that the arguments can mean. A server answers its first request as soon as it can, and reads the
 * declarations of no other command for it.
 *
 * @example
 * ```ts
 * import { routesFor } from "gatehouse/cli/app.ts";
 *
 * if (Object.keys(await routesFor(["serve"])).length !== 1) throw new Error("all are read");
 * if (!("doctor" in await routesFor([]))) throw new Error("a command is missing");
 * ```
 */
export async function routesFor([first]: readonly string[]): Promise<Routes> {
  return first === "serve" ? { serve } : (await import("./routes.ts")).routes;
}

/**
 * The parser of these commands.
 *
 * @param routes The commands.
 * @param argv What it will be run with, for the next steps: the page of the command that it names, and its flags.
 * @param options `hint`: the next step when the arguments do not fit, in place of that page.
 *
 * @example
 * ```ts
 * import { buildApp, routesFor } from "gatehouse/cli/app.ts";
 *
 * if (buildApp(await routesFor([]), ["call"]).config.name !== "gatehouse") throw new Error("other name");
 * ```
 */
export function buildApp(
  routes: Routes,
  argv: readonly string[],
  { hint }: { readonly hint?: string | undefined } = {},
): Application<Context> {
  const root = buildRouteMap({
    routes,
    docs: { brief: "Judges the shell commands of AI agents, and chooses their skills" },
  });
  const { words, flags } = named(root, argv);
  const page = `See ${["gatehouse", ...words].join(" ")} --help`;
  const line = (message: string, next: string = hint ?? page) =>
    `gatehouse: ${oneLine(redactText(`${message}. ${next}`).text, 1_000)}`;
  return buildApplication(
    root,
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
          noCommandRegisteredForInput: ({ input, corrections }) => {
            // The parser's own are as good as any word for a short one.
            const meant = nearest(input, corrections.map((word) => word.replaceAll("`", "")));
            return line(
              `Unknown command ${shown(input)}`,
              meant === null ? undefined : `Did you mean ${meant}?`,
            );
          },
          exceptionWhileParsingArguments: (error) => {
            const [message, next] = wording(error, flags);
            return line(message, next);
          },
        },
      },
    },
  );
}

function wording(error: unknown, flags: readonly string[]): [message: string, next?: string] {
  if (!(error instanceof ArgumentScannerError)) return [String(error)];
  let next: string | undefined;
  const message = formatMessageForArgumentScannerError(error, {
    FlagNotFoundError: ({ input }) => {
      // The parser's own corrections are as good as any flag for a short word.
      const meant = flagMeant(input, [...flags, ...LOG_FLAG_NAMES]);
      if (meant !== null) next = `Did you mean --${meant}?`;
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
