/** What is judged for others by its words is judged as literal words, by the rules in force. */
import fc from "fast-check";
import judgeArgv from "gatehouse/gate/judge_argv.ts";
import { RuleBook } from "gatehouse/gate/rulebook.ts";
import { GateService } from "gatehouse/gate/service.ts";
import { gateSettings } from "gatehouse/gate/settings.ts";
import { assertEquals, assertTrue } from "../assert.ts";

const model = { call: () => Promise.reject(new Error("a model was asked")) };

async function judge(argv: readonly string[], cwd = "/") {
  const service = new GateService(gateSettings.parse({}), model, await RuleBook.open(null));
  return await judgeArgv({ argv, cwd }, service);
}

Deno.test("no word is read as anything but a word", async () => {
  const awkward = fc.constantFrom(
    "$(rm -rf /)",
    "`rm -rf /`",
    ";",
    "&& rm -rf /",
    "|",
    "'",
    "''",
    '"',
    "\\",
    "*",
    "~",
    ">/etc/passwd",
    "",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(awkward, fc.string({ maxLength: 8 })), { maxLength: 5 }),
      async (words) => {
        // deno-lint-ignore no-control-regex -- arguments have none
        const argv = ["docker", "ps", ...words].map((word) => word.replaceAll(/[\x00-\x1f\x7f]/g, ""));
        const { effects } = await judge(argv);
        assertTrue(
          !effects.some((effect) => /^(?:delete|write|execute)/.test(effect)),
          effects.join(),
        );
      },
    ),
  );
});

Deno.test("relative paths are those of the directory that the program starts in", async () => {
  assertEquals((await judge(["cat", "shadow"], "/etc")).effects, ["read /etc/shadow"]);
  assertEquals((await judge(["cat", "shadow"], "/etc")).decision, "ask");
  assertEquals((await judge(["rm", "-rf", "."], "/")).decision, "deny");
});

Deno.test("a program that no rule knows is asked about", async () => {
  assertEquals((await judge(["frobnicate", "--all"])).decision, "ask");
});
