/** GNU `parallel`, and the smaller one of moreutils: a command line of the shell, once for each item. */
import type { Call } from "../call.ts";
import { originOf } from "../constant.ts";
import { upstream } from "../flow.ts";
import type { Effect } from "../effect.ts";
import type { Grammar, Parsed } from "../options.ts";
import { defineProgram, type Inner, type Program } from "../program.ts";
import { literalWord, unknownWord, type Word } from "../word.ts";
import { foundWords } from "./found.ts";

const GRAMMAR: Grammar = {
  style: "posix",
  closed: true,
  flags:
    "-0 -k -m -q -r -t -u -v -w -x -X -q -h -V -p --null --keep-order --quote --no-run-if-empty --verbose --ungroup --group " +
    "--line-buffer --linebuffer --lb --tag --bar --eta --progress --pipe --spreadstdin --round-robin --roundrobin --rr --xargs " +
    "--link --xapply --dry-run --dryrun --will-cite --plus --shuf --fifo --cat --files --tee --no-notice --keep-together " +
    "--max-line-length-allowed --show-limits --number-of-cores --number-of-cpus --number-of-sockets --number-of-threads " +
    "--version --help --citation --bibtex --embed --skip-first-line --lineno --interactive --silent --gnu --dontkill --nn --noswap " +
    "--keeporder --resume --resume-failed --retry-failed --ctag --color-failed --cf --no-keep-order --open-tty --tty -o --plain " +
    "--regexp --remove-rec-sep --removerecsep --rrs --round --total --use-cores-instead-of-threads --use-cpus-instead-of-cores " +
    "--use-sockets-instead-of-threads --shell-quote --output-as-files --exit --hostgroups --hgrp --halt-on-error --color --colour --ll --latest-line --compress --csv --timing",
  values:
    "-j -P -I -N -n -L -s -C -d -E -l --jobs --max-procs --max-args --max-replace-args --max-lines --max-chars --colsep --delay " +
    "--timeout --retries --delimiter --halt --load --memfree --memsuspend --nice --block --block-size --recstart --recend " +
    "--tagstring --header --trim --termseq --minversion --arg-sep --env --wc --shellquote --tmpdir --eof --replace --U --I --basenamereplace --bnr --dirnamereplace --dnr --extensionreplace --er --basenameextensionreplace --bner " +
    "--seqreplace --slotreplace --block-timeout --bt --ctagstring --ssh-delay --term-seq --process-slot-var --total-jobs --id",
  optional: "-e -i",
  reads: "-a --arg-file --pipepart",
  writes: "--joblog --jl --results --res --outputasfiles",
  executes:
    "--rpl --profile -J --filter --limit --compress-program --decompress-program --sqlmaster --sqlandworker --sqlworker " +
    "--template --tmpl --parens --arg-file-sep --workdir --wd",
  risky:
    "--shebang --hashbang --shebang-wrap --semaphore --sem --tmux --tmuxpane --onall --nonall --record-env --fg --bg --wait",
};

/** With these the jobs run on other machines. */
const REMOTE =
  "-S --sshlogin --sshloginfile --slf --transfer --transferfile --tf --return --trc --basefile --bf --cleanup --controlmaster -M --ssh"
    .split(" ");

const ASKS = (
  "--version -V --help -h --citation --bibtex --embed --number-of-cores --number-of-cpus --number-of-sockets " +
  "--number-of-threads --show-limits --max-line-length-allowed --minversion"
).split(" ");

/** Several items are given to one job. */
const TOGETHER = [
  "-m",
  "-X",
  "-N",
  "-n",
  "-L",
  "-l",
  "--xargs",
  "--max-args",
  "--max-replace-args",
  "--max-lines",
];

/** More items than a person writes are taken for anything. */
const MAX_ITEMS = 64;

/** An item of which nothing is known; as text of the shell, a value that could be an option. */
const ANYTHING = '"$1"';
/** The name of something that is there; which directory it is in is not known. */
const NAME = '"$(ls)"';

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The template, and the items it is run for, as text of the shell; `commands` are items that are command lines themselves. */
interface Plan {
  readonly template: readonly Word[];
  readonly items: readonly string[];
  readonly commands: readonly Word[];
}

function planOf(parsed: Parsed, call: Call): Plan {
  const cut = parsed.operands.findIndex((word) => /^::::?\+?$/.test(word.value ?? ""));
  if (cut >= 0) {
    const template = parsed.operands.slice(0, cut);
    const given = parsed.operands.slice(cut + 1);
    const files = parsed.operands.slice(cut).some((word) => /^::::/.test(word.value ?? ""));
    const several = given.some((word) => /^:::/.test(word.value ?? ""));
    if (template.length === 0) return { template, items: [], commands: files ? [anything(call)] : given };
    return { template, items: files || several ? [ANYTHING] : itemsOf(given), commands: [] };
  }
  const dash = parsed.operands.findIndex((word) => word.value === "--");
  if (dash > 0) {
    const given = parsed.operands.slice(dash + 1);
    return { template: parsed.operands.slice(0, dash), items: itemsOf(given), commands: [] };
  }
  if (parsed.operands.length === 0) return { template: [], items: [], commands: [anything(call)] };
  // After `--` the words are one command line to GNU parallel, and one each to the parallel of moreutils.
  const each = call.args.some((word) => word.value === "--") ? parsed.operands : [];
  return { template: parsed.operands, items: read(parsed, call), commands: each };
}

function anything(call: Call): Word {
  return unknownWord("", call.program.span);
}

function itemsOf(words: readonly Word[]): readonly string[] {
  if (words.length > MAX_ITEMS) return [ANYTHING];
  return words.map((word) =>
    word.value === null || word.glob ? (word.glob ? word.code : ANYTHING) : quote(word.value)
  );
}

/** Items from the input, one a line. */
function read(parsed: Parsed, call: Call): readonly string[] {
  if (parsed.has("--pipe", "--spreadstdin", "--pipepart")) return [""];
  if (parsed.has("-a", "--arg-file")) return [ANYTHING];
  const { input } = call;
  // What a person may still type is theirs.
  if (input.kind === "inherit" && call.args.some((word) => word.value === "--")) return [""];
  if (input.kind !== "calls" && input.kind !== "text") return [ANYTHING];
  const [from] = upstream(call);
  if (from?.name === "find") {
    return foundWords(from).map((word) => word.value === null ? ANYTHING : word.code);
  }
  if (input.text === null) {
    return [input.kind === "calls" && originOf(input.from) === "listing" ? NAME : ANYTHING];
  }
  const lines = input.text.split("\n").filter((line) => line !== "");
  return lines.length > MAX_ITEMS ? [ANYTHING] : lines.map(quote);
}

const MARKER = /\{(?:[.#%]|\/[./]?|\/\/|-?\d+(?:[.]|\/[./]?|\/\/)?|)\}/g;

/** One command line for each item; `null` when the template may hold more than a shell would read in it. */
function filled(template: string, items: readonly string[], marker: string | null): readonly string[] | null {
  // Perl code stands between `{=` and `=}`; an item inside single quotes may be read as code by an inner shell.
  if (/\{=|=\}/.test(template)) return null;
  const used = marker === null || marker === "" ? template : template.replaceAll(marker, "{}");
  const places = [...used.matchAll(MARKER)].map((match) => match.index);
  if (places.some((at) => (used.slice(0, at).split("'").length - 1) % 2 === 1)) return null;
  if (places.length === 0) return items.map((item) => item === "" ? used : `${used} ${item}`);
  return items.map((item) =>
    used.replaceAll(MARKER, (match) => match === "{}" && item !== "" ? item : ANYTHING)
  );
}

function runs(parsed: Parsed, call: Call): readonly Inner[] {
  if (parsed.operands.length === 0 && parsed.has(...ASKS)) return [];
  const { template, items, commands } = planOf(parsed, call);
  const code = (words: readonly Word[]): Inner => ({ kind: "code", language: "shell", words });
  const own = commands.map((word) => code([word]));
  if (template.length === 0) return own;
  const unknown = template.find((word) => word.value === null);
  if (unknown !== undefined) return [...own, code([...template, anything(call)])];
  const words = template.map((word) => word.value ?? "");
  const text = (parsed.has("-q", "--quote") ? words.map((word) => quoted(word)) : words).join(" ");
  const all = parsed.has(...TOGETHER) && items.length > 1 ? [...items, items.join(" ")] : items;
  const lines = filled(text, all, parsed.value("-I", "--replace", "--I", "--U")?.value ?? null);
  const span = { start: template[0]?.span.start ?? 0, end: template.at(-1)?.span.end ?? 0 };
  if (lines === null) return [...own, code([anything(call)])];
  return [...own, ...lines.map((line) => code([literalWord(line, span)]))];
}

/** A word kept as one word, with its markers left open for the items. */
function quoted(word: string): string {
  return word.split(/(\{[^{}]*\})/).map((part, index) =>
    index % 2 === 1 ? part : part === "" ? "" : quote(part)
  ).join("");
}

function effects(parsed: Parsed, call: Call): readonly Effect[] {
  const at = parsed.operands.findIndex((word) => /^::::\+?$/.test(word.value ?? ""));
  const files = at < 0 ? [] : parsed.operands.slice(at + 1).filter((word) => !/^:::/.test(word.value ?? ""));
  const remote: Effect[] = parsed.has(...REMOTE) ? [{ kind: "network", word: call.program }] : [];
  return [...call.touch("read", files.filter((word) => word.value !== "-")), ...remote];
}

/** `parallel`. */
export const parallel: readonly Program[] = [
  // One command line of the shell, when a place is free.
  defineProgram({
    names: "sem",
    options: {
      style: "posix",
      closed: true,
      values:
        "-j --jobs --id --semaphore-name --semaphorename --semaphore-timeout --semaphoretimeout --st --timeout",
      flags: "--fg --bg --wait -u -q -V --version -h --help",
    },
    runs: (parsed) =>
      parsed.operands.length === 0 ? [] : [{ kind: "code", language: "shell", words: parsed.operands }],
    examples: { "sem --id x -j2 rm a": "delete:/home/user/project/a", "sem --wait": "" },
  }),
  defineProgram({
    names: "parallel env_parallel env_parallel.bash",
    options: { ...GRAMMAR, values: `${GRAMMAR.values ?? ""} ${REMOTE.join(" ")}` },
    effects,
    runs,
    examples: {
      "parallel rm ::: a b": "delete:/home/user/project/a delete:/home/user/project/b",
      "parallel --joblog log echo ::: 1": "write:/home/user/project/log",
    },
  }),
];
