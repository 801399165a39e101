/** Which arguments of a process's command line are masked. */
import fc from "fast-check";
import { redactCommand } from "gatehouse/hosts/remote/redact_command.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

for (
  const [command, masked] of [
    ["app --token abc", "app --token [redacted]"],
    ["app --token=abc x", "app --token=[redacted] x"],
    ["app -password abc", "app -password [redacted]"],
    ["app --API_KEY abc --port 1", "app --API_KEY [redacted] --port 1"],
    ["app --db-password 'a b' x", "app --db-password [redacted] x"],
    ['app --db.secret="a b" x', "app --db.secret=[redacted] x"],
    ['app --pass"word" abc', 'app --pass"word" [redacted]'],
    [
      "app --pwd abc --cookie c=d --authorization Basic",
      "app --pwd [redacted] --cookie [redacted] --authorization [redacted]",
    ],
    ["app --password --token x", "app --password [redacted] x"],
    ["app --password", "app --password"],
    ["env PGPASSWORD=abc psql", "env PGPASSWORD=[redacted] psql"],
    ["MY_API_KEY=abc app", "MY_API_KEY=[redacted] app"],
    ["app --token-file /a --tokens 5", "app --token-file /a --tokens 5"],
    ["app token abc", "app token abc"],
    ["app 'open", "[redacted]"],
    ['app "open', "[redacted]"],
    ["app a\\ b --token\\=x y", "app a\\ b --token=[redacted] y"],
    ["", ""],
    ["  /sbin/init  ", "  /sbin/init  "],
  ] as const
) {
  Deno.test(`${JSON.stringify(command)} is shown as ${JSON.stringify(masked)}`, () => {
    assertEquals(redactCommand(command), masked);
  });
}

Deno.test("a value behind a secret's option never shows, however it is quoted", () => {
  const quoted = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => `'${text}'`,
    (text) => `"${text}"`,
    (text) => text.replace(/(.)/g, "\\$1"),
  );
  fc.assert(
    fc.property(
      fc.constantFrom("--token", "-password", "--my-secret"),
      quoted,
      fc.boolean(),
      (option, quote, equals) => {
        const shown = redactCommand(`app ${option}${equals ? "=" : " "}${quote("Zaq12wsx")} more`);
        assertTrue(!shown.replaceAll("\\", "").includes("Zaq12wsx"), shown);
        assertTrue(shown.endsWith(" more"), shown);
      },
    ),
  );
});
