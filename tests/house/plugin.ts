/** The house rules that a linter can see, as a Deno lint plugin; `deno.json` names it. */
import { documented } from "./rules/documented.ts";
import { errorText } from "./rules/error_text.ts";
import { noConsole } from "./rules/no_console.ts";
import { noSleepInTests } from "./rules/no_sleep_in_tests.ts";
import { twoArguments } from "./rules/two_arguments.ts";

const plugin: Deno.lint.Plugin = {
  name: "gatehouse",
  rules: {
    "documented": documented,
    "error-text": errorText,
    "no-console": noConsole,
    "no-sleep-in-tests": noSleepInTests,
    "two-arguments": twoArguments,
  },
};

export default plugin;
