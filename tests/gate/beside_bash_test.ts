/**
 * Runs generated scripts in a real bash and looks for every program it started among the calls the engine found. The
 * only programs within reach are stand-ins that write down how they were called.
 */
import fc from "fast-check";
import type { Call } from "gatehouse/gate/call.ts";
import { inspect } from "gatehouse/gate/judge.ts";
import { assertTrue } from "../assert.ts";

const STAND_INS = ["r0", "r1", "r2", "r3"];
const HOME = "/home/~";

const STAND_IN = `#!/bin/bash
line="\${0##*/}"; for word in "$@"; do line+=$'\\001'"$word"; done; printf '%s\\002' "$line" >> "$RECORD"
`;

const name = fc.constantFrom(...STAND_INS);
const variable = fc.constantFrom("A", "B", "C");
const plain = fc.constantFrom(
  "a",
  "/x",
  "-f",
  "'q q'",
  '"d d"',
  "\\$e",
  "$'\\x72'",
  "''",
  "{p,q}",
  "a{b,c}d",
  "~",
  "'$A'",
  "*",
);

const OPERATIONS = [
  ":-a",
  "-a",
  ":+a",
  "+a",
  ":=a",
  "#a",
  "%a",
  "/a/b",
  "//a/b",
  "^^",
  ",,",
  ":1",
  ":0:1",
  "@Q",
];

const word: fc.Memo<string> = fc.memo((depth) =>
  depth <= 1
    ? fc.oneof(plain, variable.map((each) => `$${each}`), variable.map((each) => `"$${each}"`))
    : fc.oneof(
      { weight: 6, arbitrary: plain },
      { weight: 4, arbitrary: variable.map((each) => `$${each}`) },
      {
        weight: 2,
        arbitrary: fc.tuple(variable, fc.constantFrom(...OPERATIONS)).map(([each, change]) =>
          `\${${each}${change}}`
        ),
      },
      { weight: 1, arbitrary: script(depth - 1).map((inner) => `$(${inner}\n)`) },
      { weight: 1, arbitrary: script(depth - 1).map((inner) => `"$(${inner}\n)"`) },
      { weight: 1, arbitrary: script(depth - 1).map((inner) => `<(${inner}\n)`) },
      { weight: 1, arbitrary: fc.tuple(word(depth - 1), word(depth - 1)).map((both) => both.join("")) },
      {
        weight: 2,
        arbitrary: fc.constantFrom("$1", '"$@"', "$*", "${L[0]}", '"${L[@]}"', "$(echo r1 w)", "$((1+2))"),
      },
    )
);

/** Ways in which a shell comes to run something other than what stands there. */
const TURNS = [
  "f() { local A=r3; $A; }; f; $A",
  "f() { A=r3; }; f | r0; $A",
  'f() { shift; "$@"; }; f x r1 y',
  "false && A=r3; $A",
  "A=r1; unset A; $A r2",
  "IFS=:; A=r1:x; $A",
  "A='r1 $B'; eval $A",
  "A='r1 $(r2)'; $A",
  "A=r1; eval \\$A",
  "export A=r1; bash -c '$A'",
  "A=r1 bash -c '$A'",
  "A=r2 eval '$A'",
  'bash -c \'r1 "$@"\' _ a "b c" $A',
  'bash -c "$A"',
  "echo 'r1 x' | { bash; }",
  "{ echo r1; echo r2; } | bash",
  "bash <(echo r1 y) z",
  "source <(echo 'A=r3'); $A",
  "bash <<E\nr3 $A\nE\n",
  "bash <<'E'\nr3 $A\nE\n",
  "r1 <<E\n${A:-$(r2)}\nE\n",
  "r1 > >(r2 $A)",
  "trap 'A=r3' DEBUG",
  "trap 'r0 end' EXIT",
  "shopt -s expand_aliases\nalias r1='r2 al'\n",
  "echo() { r3; }",
  "readonly A=r1; export A=r2; $A",
  "declare -n D=A; D=r2",
  "A[1]=r2; ${A[1]}",
  "L+=(r3)",
  "read A <<< 'r2 z'",
  "printf -v A %s r3",
  "set -- r1 r2; $2 $1",
  "for A in r1 r2; do continue; done; $A",
  "((A++))",
  "A=R1; ${A,,}",
  "A=aar1; ${A:2}",
  "timeout 5 r1 x",
  "env -S 'r1 a'",
  "echo a | xargs -I{} r1 x{}",
  "find . -maxdepth 0 -exec r1 {} \\;",
  "coproc r1",
  "command eval '$A'",
  "local A=r1; $A r2",
];

const assignment = (depth: number) =>
  fc.oneof(
    fc.tuple(variable, fc.constantFrom("=", "+="), word(depth)).map((parts) => parts.join("")),
    fc.tuple(variable, name).map(([each, value]) => `${each}='${value} v'`),
    fc.array(word(depth), { maxLength: 3 }).map((words) => `L=(${words.join(" ")})`),
  );

const simple = (depth: number) =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(name, fc.array(word(depth), { maxLength: 3 })).map(([first, rest]) =>
        [first, ...rest].join(" ")
      ),
    },
    { weight: 3, arbitrary: assignment(depth) },
    { weight: 2, arbitrary: fc.tuple(variable, word(depth)).map(([each, rest]) => `$${each} ${rest}`) },
    {
      weight: 1,
      arbitrary: fc.tuple(word(depth), word(depth)).map(([left, right]) => `eval ${left} ${right}`),
    },
    { weight: 8, arbitrary: fc.constantFrom(...TURNS) },
  );

const command: fc.Memo<string> = fc.memo((depth) =>
  depth <= 1 ? simple(1) : fc.oneof(
    { weight: 6, arbitrary: simple(depth) },
    { weight: 1, arbitrary: script(depth - 1).map((inner) => `(${inner}\n)`) },
    { weight: 1, arbitrary: script(depth - 1).map((inner) => `f() { ${inner}\n}; f r1 $A`) },
    {
      weight: 1,
      arbitrary: fc.tuple(script(depth - 1), script(depth - 1)).map(([yes, no]) =>
        `if ${yes}\nthen ${no}\nelse ${yes}\nfi`
      ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(variable, word(depth - 1), script(depth - 1)).map(([each, list, body]) =>
        `for ${each} in ${list} b; do ${body}\ndone`
      ),
    },
  )
);

const script: fc.Memo<string> = fc.memo((depth) =>
  fc.array(fc.tuple(command(depth), fc.constantFrom("; ", "\n", " && ", " || ", " | ")), {
    minLength: 1,
    maxLength: 3,
  }).map((list) =>
    list.map(([text, join], index) =>
      index + 1 === list.length ? text : text.endsWith("\n") ? text : text + join
    ).join("")
  )
);

/** True when the call, read generously where it says it does not know, is this program with these words. */
function covers(call: Call, [program, ...words]: readonly string[]): boolean {
  if (call.name === "" || call.code.some((code) => code.text === null)) return true;
  if (call.name !== program) return false;
  const fits = (index: number, from: number): boolean => {
    const arg = call.args[index];
    if (arg === undefined) return from === words.length;
    if (arg.value !== null && !arg.glob && !arg.value.startsWith("/dev/fd/")) {
      return words[from] === arg.value && fits(index + 1, from + 1);
    }
    for (let to = from; to <= words.length; to++) if (fits(index + 1, to)) return true;
    return false;
  };
  return fits(0, 0);
}

async function programsRun(text: string, directory: string): Promise<string[][]> {
  // One file for each run: what a script left in the background may still be writing.
  const record = await Deno.makeTempFile({ dir: directory });
  await new Deno.Command("timeout", {
    args: ["-k", "1", "2", "bash", "-c", text],
    cwd: `${directory}/empty`,
    clearEnv: true,
    env: { PATH: `${directory}/bin:/usr/bin:/bin`, HOME, RECORD: record },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  const lines = (await Deno.readTextFile(record)).split("\x02").filter((line) => line !== "");
  return lines.map((line) => line.split("\x01"));
}

/** A process that a script left in the background may write once more while the directory goes. */
async function removeAtLast(directory: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    try {
      return await Deno.remove(directory, { recursive: true });
    } catch (error) {
      if (attempt === 49) throw error;
    }
  }
}

async function hasBash(): Promise<boolean> {
  try {
    const { stdout } = await new Deno.Command("bash", {
      args: ["-c", "type -P timeout >&2 && echo $BASH_VERSINFO"],
    }).output();
    return Number(new TextDecoder().decode(stdout)) >= 5;
  } catch {
    return false;
  }
}

Deno.test({
  name: "every program that bash starts is among the calls found, with the words it got",
  ignore: !(await hasBash()),
  fn: async () => {
    const directory = await Deno.makeTempDir();
    try {
      await Deno.mkdir(`${directory}/bin`);
      await Deno.mkdir(`${directory}/empty`);
      for (const each of STAND_INS) {
        await Deno.writeTextFile(`${directory}/bin/${each}`, STAND_IN, { mode: 0o755 });
      }
      for (const text of fc.sample(script(3), { numRuns: 150, seed: 1 })) {
        let calls: readonly Call[];
        try {
          calls = inspect(text, { cwd: `${directory}/empty` }).calls;
        } catch {
          continue; // Refused whole, so nothing can be missed.
        }
        for (const argv of await programsRun(text, directory)) {
          assertTrue(calls.some((call) => covers(call, argv)), `${JSON.stringify(argv)} was run by\n${text}`);
        }
      }
    } finally {
      await removeAtLast(directory);
    }
  },
});
