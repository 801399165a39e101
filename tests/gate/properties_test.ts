import fc from "fast-check";
import { assertEquals, assertTrue } from "../assert.ts";
import { verdictOf } from "./engine_policy.ts";

const SAFE = ["ls", "pwd", "cat a | wc -l", "echo 'rm -rf /'", "true", "[[ -f x ]]", "x=1"];
const BAD = ["rm -rf /", "\\rm -r -f ~", "{ X=rm; $X -rf /etc; }", "echo > /etc/passwd", "b(){ b|b& };b"];
const SEPARATORS = [";", "&&", "||", "|", "|&", "&", "\n", " ;\n\n"];

/** Puts a command inside another without changing that it runs, or is defined to run. */
const NESTS: readonly ((command: string) => string)[] = [
  (command) => `(${command}\n)`,
  (command) => `{ ${command}\n}`,
  (command) => `echo $(${command}\n)`,
  (command) => `echo "a$(${command}\n)b"`,
  (command) => `cat <(${command}\n)`,
  (command) => `if true; then ${command}\nfi`,
  (command) => `for i in 1 2; do ${command}\ndone`,
  (command) => `while ls; do ${command}\ndone`,
  (command) => `case x in x) ${command}\n;; esac`,
  (command) => `f() { ${command}\n}`,
  (command) => `! ${command}`,
  (command) => `x=$(${command}\n)`,
  (command) => `[[ -n $(${command}\n) ]]`,
  (command) => `echo \${x:-$(${command}\n)}`,
  (command) => `coproc { ${command}\n}`,
  (command) => `cat <<E\n$(${command}\n)\nE`,
  (command) => `bash <<'E'\n${command}\nE`,
];

const joined = fc.tuple(fc.constantFrom(...SAFE), fc.constantFrom(...SEPARATORS), fc.constantFrom(...BAD));

Deno.test("a bad command joined to a safe one is never allowed, whatever joins them and in either order", () => {
  fc.assert(
    fc.property(joined, fc.boolean(), ([safe, separator, bad], first) => {
      const command = first ? `${bad}${separator}${safe}` : `${safe}${separator}${bad}`;
      return verdictOf(command).decision === "deny";
    }),
    { numRuns: 400 },
  );
});

Deno.test("a bad command is found at any depth of any nesting", () => {
  const nests = fc.array(fc.constantFrom(...NESTS), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(nests, fc.constantFrom(...BAD), (list, bad) => {
      const command = list.reduce((inner, nest) => nest(inner), bad);
      assertEquals(verdictOf(command).decision, "deny", command);
    }),
    { numRuns: 400 },
  );
});

Deno.test("a bad command is found behind any row of wrappers", () => {
  const WRAPPERS = [
    "sudo -n",
    "env A=1",
    "nice -n 5",
    "timeout 5",
    "nohup",
    "command",
    "stdbuf -oL",
    "xargs -n1",
    "setsid",
  ];
  fc.assert(fc.property(fc.array(fc.constantFrom(...WRAPPERS), { minLength: 1, maxLength: 9 }), (list) => {
    return verdictOf(`${list.join(" ")} rm -rf /`).decision === "deny";
  }));
});

Deno.test("quoting a program's name in any way does not hide it", () => {
  const quote = fc.constantFrom(
    (char: string) => char,
    (char: string) => `'${char}'`,
    (char: string) => `"${char}"`,
    (char: string) => `\\${char}`,
    (char: string) => `$'\\x${char.charCodeAt(0).toString(16)}'`,
    (char: string) => `''${char}`,
  );
  fc.assert(
    fc.property(
      quote,
      quote,
      (first, second) => verdictOf(`${first("r")}${second("m")} -rf /`).decision === "deny",
    ),
  );
});

/** Text that looks like shell, and text that does not. */
const shellish = fc.array(
  fc.constantFrom(
    ..."$ ( ) { } [ ] < > | & ; ' \" ` \\ \n ~ * ? ! = # - / % @ ^ , .. ${x $(( $( <( <<E <<'E' \nE\n [[ ]] (( )) if then fi do done for in case esac function rm ls x 1 日 😀 eval bash -c"
      .split(" "),
    " ",
    "\n",
  ),
  { maxLength: 60 },
).map((list) => list.join(""));

Deno.test("any text gets a verdict that names a rule, and its parts are its own bytes", () => {
  fc.assert(
    fc.property(fc.oneof(shellish, fc.string({ unit: "binary", maxLength: 200 })), (command) => {
      const verdict = verdictOf(command);
      assertTrue(
        verdict.rule !== "" && verdict.rule !== "limit.failure" && verdict.findings.length > 0,
        command,
      );
      if (!command.isWellFormed()) return;
      const bytes = new TextEncoder().encode(command);
      for (const { part } of verdict.findings) {
        if (part !== null) {
          // A byte order mark is a character like any other here.
          const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
          assertEquals(decoder.decode(bytes.slice(part.start, part.end)), part.text);
        }
      }
    }),
    { numRuns: 3_000 },
  );
});

Deno.test("what is appended to a denied command never makes it milder", () => {
  fc.assert(fc.property(shellish, (tail) => verdictOf(`rm -rf /\n${tail}`).decision === "deny"), {
    numRuns: 1_000,
  });
});

Deno.test("the same command in the same place gets the same verdict", () => {
  fc.assert(fc.property(shellish, (command) => assertEquals(verdictOf(command), verdictOf(command))), {
    numRuns: 300,
  });
});
