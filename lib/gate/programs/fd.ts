/** `fd`: finds files as `find` does, and runs a program for each with `-x`, or once with `-X`. */
import type { Call } from "../call.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, type Inner, type Program } from "../program.ts";
import { literalWord, unknownWord, type Word } from "../word.ts";

/** Behind flags in one cluster; the program may stand in the same word. */
const EXEC = /^(?:-[gl01HIuLapsiFqA]*[xX](.*)|--exec(?:-batch)?(?:=(.*))?)$/s;
const TOKEN = /\{(?:|\/|\/\/|\.|\/\.)\}/;

/** Where the first program begins among the arguments; -1 when there is none. */
function execAt(call: Call): number {
  return call.args.findIndex((word) => EXEC.test(word.value ?? ""));
}

/** The operands that stand before the first program. */
function own(parsed: Parsed, call: Call): readonly Word[] {
  const at = execAt(call);
  const end = at < 0 ? Infinity : call.args[at]?.span.start ?? Infinity;
  return parsed.operands.filter((word) => word.span.start < end);
}

/** Each file found, as a pattern below every place that is looked in. */
function found(parsed: Parsed, call: Call): readonly Word[] {
  const [pattern, ...places] = own(parsed, call);
  const given = [...places, ...parsed.values("--search-path", "--base-directory")];
  const narrowed = pattern !== undefined && !/^(?:|\.|\^|\.\*)$/.test(pattern.value ?? ".") ||
    parsed.has("-e", "--extension", "-S", "--size", "--changed-within", "--changed-before");
  const tail = narrowed ? "/**/*found*" : "/**";
  const starts = given.length > 0 ? given : [literalWord(".", call.program.span)];
  return starts.map((start) =>
    start.value === null
      ? { ...unknownWord("{}", start.span), prefix: start.prefix, code: start.code + tail }
      : {
        ...unknownWord("{}", start.span),
        value: start.value + tail,
        prefix: `${start.value}/`,
        glob: true,
        unknown: null,
        splits: false,
        code: start.value + tail,
      }
  );
}

function runs(parsed: Parsed, call: Call): readonly Inner[] {
  const files = found(parsed, call);
  const inners: Inner[] = [];
  for (let at = execAt(call); at >= 0 && at < call.args.length; at++) {
    if (!EXEC.test(call.args[at]?.value ?? "")) continue;
    const attached = EXEC.exec(call.args[at]?.value ?? "");
    const name = attached?.[1] ?? attached?.[2] ?? "";
    const words: Word[] = name === "" ? [] : [literalWord(name, call.args[at]?.span ?? call.program.span)];
    for (at++; at < call.args.length && call.args[at]?.value !== ";"; at++) {
      const word = call.args[at];
      if (word !== undefined) words.push(word);
    }
    const marked = words.some((word) => TOKEN.test(word.value ?? ""));
    const filled = words.flatMap((word): readonly Word[] => {
      if (word.value === null || !TOKEN.test(word.value)) return [word];
      if (word.value === "{}") return files;
      // Part of a name, or a name with something around it.
      return [{ ...unknownWord(word.text, word.span), prefix: word.value.slice(0, word.value.indexOf("{")) }];
    });
    const all = marked ? filled : [...filled, ...files];
    if (words.length > 0) inners.push({ kind: "argv", words: all, external: true });
  }
  return inners;
}

/** `fd`. */
export const fd: readonly Program[] = [
  defineProgram({
    names: "fd fdfind",
    options: {
      values:
        "-t -e -d -E -S -o -c -j --type --extension --max-depth --min-depth --exact-depth --exclude --size --owner --color --threads --changed-within " +
        "--changed-before --max-results --base-directory --search-path --path-separator --batch-size --and --format",
      flags: "-x -X --exec --exec-batch -g --glob -l --list-details -0 -1 -H -I -u -L -a -p -s -i -F -q",
      reads: "--ignore-file",
    },
    effects: (parsed, call) => call.touch("read", own(parsed, call).slice(1), { recursive: true }),
    runs,
    examples: {
      "fd x src -x wc -l": "read:/home/user/project/src",
      "fd -e md -X rm": "delete",
    },
  }),
];
