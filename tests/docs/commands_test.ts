import { run } from "@stricli/core";
import { buildApp } from "gatehouse/cli/app.ts";
import { routes } from "gatehouse/cli/routes.ts";
import { COMMANDS, requestOf } from "gatehouse/cli/argv.ts";
import { helpOn } from "gatehouse/cli/help.ts";
import { named } from "gatehouse/cli/meant.ts";
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { inShell, pagePaths, shownIn, textOf } from "./shown.ts";

/** Why the parser does not take it; null when it does. Nothing is run. */
async function problemOf(argv: readonly string[]): Promise<string | null> {
  try {
    const request = requestOf(argv, { terminal: false });
    if (request.kind === "overview" || request.kind === "version") return null;
    if (request.kind === "help") {
      const commandsIn = (given: readonly string[]) =>
        named(buildApp(routes, given).root, given).words.length;
      await helpOn(request.words, { commands: COMMANDS, commandsIn });
      return null;
    }
    return await parseProblem(request.argv);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function parseProblem(argv: readonly string[]): Promise<string | null> {
  const app = buildApp(routes, argv);
  const { words } = named(app.root, argv);
  let target = app.root;
  for (const word of words) {
    const next = "getRoutingTargetForInput" in target ? target.getRoutingTargetForInput(word) : undefined;
    if (next !== undefined) target = next;
  }
  if ("getRoutingTargetForInput" in target) {
    const command = target.getDefaultCommand();
    if (command === undefined) return argv.includes("--help") ? null : `${words.join(" ")} is no command`;
    target = command;
  }
  let said = "";
  let reached = false;
  const write = (text: string) => void (said += text);
  const process = { stdout: { write }, stderr: { write }, exitCode: null };
  // The command as it is declared, with its work taken out: the parser calls this only when all arguments fit.
  const root = { ...target, loader: () => Promise.resolve(() => void (reached = true)) };
  // The world of a command is never looked at, since none of them runs.
  const context = { process, io: {} } as unknown as Parameters<typeof run>[2];
  await run({ ...app, root } as unknown as Parameters<typeof run>[0], argv.slice(words.length), context);
  return reached || argv.includes("--help") ? null : said.trim() || "not parsed";
}

Deno.test("what the test itself reads and refuses", async () => {
  assertEquals(
    inShell("A=1 gatehouse a 'b c' > x # d\ndeno task --quiet gatehouse e | gatehouse f \\\n  g"),
    [
      ["a", "b c"],
      ["e"],
      ["f", "g"],
    ],
  );
  assertEquals(inShell('claude mcp add x -- gatehouse -m "y"\nls gatehouse.toml'), [["-m", "y"]]);
  assertEquals(await problemOf(["flow", "run", "--trusted", "x"]), null);
  assertEquals(await problemOf(["--port", "0"]), null);
  assertEquals(await problemOf(["help", "flow", "undo"]), null);
  assertIncludes(`${await problemOf(["flow", "run", "--trsted", "x"])}`, "--trsted");
  assertIncludes(`${await problemOf(["skills", "plam"])}`, "skills");
  assertIncludes(`${await problemOf(["help", "flow", "nothing"])}`, "nothing");
  assertIncludes(`${await problemOf(["audit"])}`, "audit");
});

for (const path of pagePaths()) {
  Deno.test(`the program takes every command that a block of ${path} shows`, async () => {
    const refused = [];
    for (const { at, argv } of shownIn(path)) {
      const problem = await problemOf(argv);
      if (problem !== null) refused.push(`${at} gatehouse ${argv.join(" ")}: ${problem}`);
    }
    assertEquals(refused, []);
  });

  Deno.test(`every command in a sentence of ${path} exists, and has the flags that stand there`, () => {
    const unknown = [...textOf(path).matchAll(/`gatehouse ([^`\n]+)`/g)].flatMap(([whole, line = ""]) => {
      const words = line.replaceAll(/[[\]]/g, "").split(/\s+/);
      if (words[0] === "help" || words[0] === "isolate-child") return [];
      const argv = words[0]?.startsWith("-") === true ? ["serve", ...words] : words;
      const { words: found, flags } = named(buildApp(routes, argv).root, argv);
      const lower = argv.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
      // A word after the command may be an argument, such as a server's name.
      const missing = found.length === 0 ||
        (flags.length === 0 && found.length < (lower < 0 ? argv.length : lower));
      const odd = argv.filter((word) => word.startsWith("--") && word !== "--")
        .filter((word) => !flags.includes(word.slice(2)) && word !== "--help" && word !== "--version");
      return missing || odd.length > 0 ? [whole] : [];
    });
    assertEquals(unknown, []);
  });
}

Deno.test("the pages show commands of each family", () => {
  const all = pagePaths().flatMap(shownIn).map(({ argv }) => argv[0]);
  for (const word of ["gate", "skills", "hosts", "flow", "call", "approve"]) {
    assertTrue(all.includes(word), word);
  }
});
