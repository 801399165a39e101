/** Programs that run another program for each of many things: `xargs`, `rush`, `find -exec`. */
import type { Call } from "../call.ts";
import { originOf } from "../constant.ts";
import { upstream } from "../flow.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, type Inner, type Program } from "../program.ts";
import { unknownWord, type Word } from "../word.ts";
import { foundWords, startsOf } from "./found.ts";
import { parallel } from "./parallel.ts";

const TESTS =
  "-amin -anewer -atime -cmin -cnewer -context -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename " +
  "-links -lname -mmin -mtime -name -newer -path -perm -regex -samefile -size -type -uid -used -user -wholename -xtype " +
  "-newermt -newerct -newerat -maxdepth -mindepth -regextype -printf -D -since";

/** The argument lists of `-exec … ;` and its kin, with `{}` once for every starting point. */
function findRuns(_: Parsed, call: Call): Inner[] {
  const inners: Inner[] = [];
  const found = foundWords(call);
  for (let index = 0; index < call.args.length; index++) {
    const name = call.args[index]?.value ?? "";
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(name)) continue;
    const words: Word[] = [];
    for (index++; index < call.args.length; index++) {
      const word = call.args[index];
      if (word === undefined || word.value === ";" || (word.value === "+" && words.at(-1)?.value === "{}")) {
        break;
      }
      words.push(word);
    }
    const filled = words.flatMap((word) =>
      word.value === "{}" ? found.map((each) => replaced(word, each)) : [word]
    );
    const first = found[0] ?? unknownWord("{}", call.program.span);
    const place = name.endsWith("dir") ? { strays: true as const } : {};
    inners.push({
      kind: "argv",
      words: filled.map((word) => replaced(word, first)),
      external: true,
      ...place,
    });
  }
  return inners;
}

function replaced(word: Word, each: Word): Word {
  if (word.value === null || !word.value.includes("{}")) return word;
  if (word.value === "{}") return { ...each, text: word.text, span: word.span };
  const prefix = word.value.slice(0, word.value.indexOf("{}"));
  return { ...unknownWord(word.text, word.span), prefix, code: word.value.replaceAll("{}", '"$_"') };
}

/** Items of a known text that are followed one by one. */
const MAX_ITEMS = 16;

/**
 * The items of a known text: by default its words (xargs(1): quotes and backslashes have a meaning there), with `-0` or
 * `-d` all between two separators, blanks among it. Null when they are not known.
 */
function itemsOf(text: string, parsed: Parsed): string[] | null {
  const filled = (items: string[]) => items.map((item) => item.trim()).filter((item) => item !== "");
  const delimiter = parsed.value("-d", "--delimiter");
  if (parsed.has("-0", "--null")) return filled(text.split("\0"));
  if (delimiter !== null) return /^(?:\\n|\n)$/.test(delimiter.value ?? "") ? filled(text.split("\n")) : null;
  if (/["'\\]/.test(text)) return null;
  // Where an item replaces a marker it is a whole line.
  return filled(text.split(markerOf(parsed) === null ? /\s+/ : "\n"));
}

function markerOf(parsed: Parsed): string | null {
  return parsed.value("-I", "--replace", "-J")?.value ?? (parsed.has("-i", "--replace") ? "{}" : null);
}

/** `xargs` appends what it reads; when that is what `find` found, it is known where it lies. */
function appended(call: Call, parsed: Parsed): Word[] {
  const [from] = upstream(call);
  const unknown = call.input.kind === "calls" ? originOf(call.input.from) : "computed";
  const rest = { ...unknownWord("", call.program.span), unknown };
  const text = call.input.kind === "text" || call.input.kind === "calls" ? call.input.text : null;
  const items = text === null ? null : itemsOf(text, parsed);
  if (items !== null) {
    const known = items.slice(0, MAX_ITEMS).map((value) => ({
      ...unknownWord("", call.span),
      value,
      prefix: value,
      unknown: null,
      splits: false,
      code: value,
    }));
    return items.length > MAX_ITEMS ? [...known, rest] : known;
  }
  return from?.name === "find" ? foundWords(from) : [rest];
}

/** Programs that run another one many times. */
export const batch: readonly Program[] = [
  defineProgram({
    names: "find gfind",
    options: {
      style: "single",
      values: TESTS,
      writes: "-fprint -fprint0 -fls -fprintf",
      reads: "-files0-from",
    },
    effects: (_, call) => {
      const starts = startsOf(call);
      const base = starts.length > 0 ? call.touch("read", starts, { recursive: true }) : [];
      if (!call.args.some((word) => word.value === "-delete")) return base;
      return [...base, ...call.touch("delete", foundWords(call), { recursive: true })];
    },
    runs: findRuns,
    examples: { "find src -name '*.o' -delete": "read:/home/user/project/src delete:/home/user/project/src" },
  }),
  defineProgram({
    names: "xargs gxargs",
    options: {
      style: "posix",
      closed: true,
      flags:
        "-0 -o -p -r -t -x --null --open-tty --interactive --no-run-if-empty --verbose --exit --show-limits --help --version",
      values:
        "-d -E -I -L -n -P -s --delimiter --max-args --max-procs --max-chars --process-slot-var -J -R -S",
      optional: "-e -i -l --eof --replace --max-lines",
      reads: "-a --arg-file",
    },
    runs: (parsed, call) => {
      const words = parsed.operands;
      if (words.length === 0) return [];
      const marker = markerOf(parsed);
      const each = appended(call, parsed);
      if (marker === null) {
        const single = /^1$/.test(parsed.value("-n", "--max-args")?.value ?? "");
        const given = single ? each.map((word) => ({ ...word, splits: false })) : each;
        // In portions each item may be the first: `echo ls reboot | xargs -n1 sh -c` runs both.
        const portions = parsed.has("-n", "--max-args", "-L", "-l", "--max-lines", "-s", "--max-chars")
          ? given.map((item) => [item])
          : [];
        return [given, ...portions].map((items) => ({
          kind: "argv",
          words: [...words, ...items],
          noInput: true,
          external: true,
        }));
      }
      return (each.length > 0 ? each : [unknownWord("", call.program.span)]).map((item) => ({
        kind: "argv",
        words: words.map((word) =>
          word.value === null || !word.value.includes(marker) ? word : marked(word, { marker, item })
        ),
        noInput: true,
        external: true,
      }));
    },
    examples: { "xargs -n1 echo": "" },
  }),
  defineProgram({
    names: "rush",
    options: {
      style: "posix",
      values: "-j -i -D -d -n -J -r -t -T -f -v --jobs --records --delimiter --nrecords --retries --timeout",
    },
    runs: (parsed, call) => {
      const cut = parsed.operands.findIndex((word) => /^:::/.test(word.value ?? ""));
      const words = cut < 0 ? parsed.operands : parsed.operands.slice(0, cut);
      if (words.length === 0) return [{ kind: "input", language: "shell" }];
      const items = cut < 0
        ? appended(call, parsed)
        : parsed.operands.slice(cut + 1).filter((word) => !/^:::/.test(word.value ?? ""));
      const hasMarker = words.some((word) => word.value?.includes("{") === true);
      return [{
        kind: "code",
        language: "shell",
        words: hasMarker
          ? [...words.map((word) => replaced(word, unknownWord("", word.span))), ...items.slice(0, 8)]
          : [...words, ...items.slice(0, 8)],
      }];
    },
  }),
  ...parallel,
];

/** A word with the marker replaced: exactly the item, or an unknown text around it. */
function marked(word: Word, { marker, item }: { readonly marker: string; readonly item: Word }): Word {
  if (word.value === marker) return { ...item, text: word.text, span: word.span, splits: false };
  const value = word.value ?? "";
  if (item.value !== null && !item.glob) {
    const text = value.replaceAll(marker, () => item.value ?? "");
    return { ...word, value: text, prefix: text, code: text };
  }
  return {
    ...unknownWord(word.text, word.span),
    splits: false,
    prefix: value.slice(0, value.indexOf(marker)),
    code: value.replaceAll(marker, () => '"$_"'),
  };
}
