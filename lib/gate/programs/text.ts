/** Programs that read text and write it to standard output, and what makes some of them do more. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, harmless, type Program, reader } from "../program.ts";
import { administers, asksHelp } from "./administers.ts";

const GREP_VALUES =
  "-e --regexp -m --max-count -A --after-context -B --before-context -C --context -d --directories -D --devices " +
  "--include --exclude --exclude-dir --exclude-from --label --binary-files --group-separator";

/** The pattern is an operand unless an option gave it. */
const pattern = (...given: readonly string[]) => (parsed: Parsed) => parsed.has(...given) ? 0 : 1;

/** `FILE OUTPUT`: the second operand is written. */
function readThenWrite(parsed: Parsed, call: Call): readonly Effect[] {
  const [input, output] = parsed.operands;
  return [
    ...call.touch("read", input ? [input] : []),
    ...call.touch("write", output && output.value !== "-" ? [output] : []),
  ];
}

/** Text filters of coreutils, util-linux, diffutils and their like. */
export const text: readonly Program[] = [
  reader("cat tac rev nl wc expand unexpand tsort ptx asa zcat bzcat xzcat zstdcat lz4cat lzcat", {
    values: "-b --body-numbering -d --section-delimiter -f --footer-numbering -h --header-numbering -i " +
      "--line-increment -l --join-blank-lines -v --starting-line-number",
  }),
  reader("head tail", {
    values: "-n --lines -c --bytes -s --sleep-interval --pid --max-unchanged-stats",
  }),
  reader("fold fmt pr col colrm colcrt column ul look comm paste join cut", {
    values:
      "-w --width -l -n -s -c --characters -d --delimiters --delimiter -f --fields -b --bytes -e -a -o -t -j -1 -2 " +
      "--separator --output-separator --table-columns --table-right --table-hide --table-order --table-truncate " +
      "--table-wrap --table-noextreme --table-name --table-columns-limit --output-width -N -R -H -E -T -O -C -W -h",
  }),
  reader("cmp diff diff3 sdiff wdiff colordiff dwdiff zcmp zdiff bzdiff xzdiff xzcmp bzcmp", {
    values:
      "-U -C -W -I -F -x -X -S -D -L -n -i -j --label --exclude --ignore-matching-lines --show-function-line " +
      "--width --unified-lines --bytes --ignore-initial --tabsize --color-values --line-format --horizon-lines",
    optional: "-u --unified -c --context --color",
    reads: "--from-file --to-file --exclude-from --starting-file",
    writes: "-o --output",
    executes: "--diff-program",
  }),
  reader(
    "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum b3sum cksum sum shasum md5 crc32 rhash",
    {
      values: "-a --algorithm -l --length",
    },
  ),
  reader("od hexdump hd strings basenc base64 base32", {
    values:
      "-A -t -N -j -w -S -s -n -e -C -f --format --address-radix --skip-bytes --read-bytes --bytes --radix " +
      "--encoding --width --wrap --length",
    writes: "-o --output",
  }),
  reader("iconv uconv", {
    values: "-f --from-code -t --to-code -x",
    writes: "-o --output",
  }),
  reader("detex html2text catdoc antiword untex unrtf odt2txt mdcat glow bat batcat ccze pygmentize", {
    values: "-l --language -r --line-range --style --theme --color --paging -f --formatter -O -P -m -w -A",
    writes: "-o",
    executes: "--pager",
  }),
  reader(
    "datamash decorate numrange numsum numaverage numbound numgrep numnormalize numprocess numrandom numround numinterval",
    {
      values: "-t --field-separator -R --round -g --group --format --output-delimiter --filler -C",
    },
  ),
  reader("tabs colorize lolcat ccat parcat zmore zless bzless bzmore xzless xzmore lzless zstdless"),
  reader("readtags", { values: "-t --tag-file -Q --filter -S --sorter -F --formatter" }),
  harmless(
    "tr id yes seq jot expr factor primes numfmt sleep usleep basename dirname pathchk " +
      "logname groups whoami tty arch nproc hostid getconf uname uptime users cal ncal units qalc figlet toilet " +
      "banner cowsay cowthink fortune sl clear errno ascii printenv locale getent uuidgen uuidparse mcookie " +
      "pwgen tput infocmp toe stty dnsdomainname leave namei lsattr getfacl " +
      "getfattr getcap getpcaps isutf8 wamerican rot13 morse " +
      "ddate dateutils.dadd dateutils.dconv dateutils.ddiff dateutils.dround dateutils.dseq dateutils.dtest dateutils.dzone dateutils.strptime dateround datezone dateadd datediff dateconv datetest dateseq strptime",
  ),
  defineProgram({
    names:
      "grep egrep fgrep rgrep zgrep zegrep zfgrep bzgrep xzgrep lzgrep zstdgrep pcregrep pcre2grep ugrep",
    options: {
      values: GREP_VALUES,
      optional: "--color --colour",
      reads: "-f --file",
      risky: "--filter --pager --save-config",
    },
    operands: "read",
    skip: pattern("-e", "--regexp", "-f", "--file"),
    examples: {
      "grep -rn 'rm -rf /' docs": "read:/home/user/project/docs",
      "grep -e x a": "read:/home/user/project/a",
    },
  }),
  defineProgram({
    names: "rg",
    options: {
      values:
        "-e --regexp -g --glob --iglob -t --type -T --type-not --type-add --type-clear -A --after-context -B " +
        "--before-context -C --context -m --max-count -M --max-columns -j --threads -r --replace --sort --sortr " +
        "--colors --color --engine -d --max-depth --max-filesize --ignore-file --path-separator -E --encoding " +
        "--context-separator --field-match-separator --field-context-separator --dfa-size-limit --regex-size-limit",
      reads: "-f --file",
      executes: "--pre --hostname-bin",
    },
    operands: "read",
    skip: pattern("-e", "--regexp", "-f", "--file", "--files", "--type-list"),
    examples: { "rg --pre ./x foo": "execute:/home/user/project/x" },
  }),
  defineProgram({
    names: "ag ack ack-grep",
    options: {
      values:
        "-A -B -C -m --max-count --depth -G --file-search-regex --ignore --ignore-dir --ignore-file --type --output -g",
      executes: "--pager",
    },
    operands: "read",
    skip: 1,
  }),
  defineProgram({
    names: "sort",
    options: {
      values:
        "-k --key -t --field-separator -S --buffer-size -T --temporary-directory --batch-size --parallel --sort",
      reads: "--files0-from --random-source",
      writes: "-o --output",
      executes: "--compress-program",
    },
    operands: "read",
    examples: {
      "sort -o out.txt in.txt": "write:/home/user/project/out.txt read:/home/user/project/in.txt",
    },
  }),
  defineProgram({
    names: "uniq",
    options: { values: "-f --skip-fields -s --skip-chars -w --check-chars" },
    effects: readThenWrite,
    examples: { "uniq in out": "read:/home/user/project/in write:/home/user/project/out" },
  }),
  defineProgram({
    names: "xxd",
    options: { values: "-l -len -s -seek -c -cols -g -n -o -R", style: "single" },
    effects: readThenWrite,
    examples: { "xxd -r dump out": "read:/home/user/project/dump write:/home/user/project/out" },
  }),
  defineProgram({
    names: "shuf",
    options: { values: "-i --input-range -n --head-count", reads: "--random-source", writes: "-o --output" },
    effects: (parsed, call) => parsed.has("-e", "--echo") ? [] : call.touch("read", parsed.operands),
  }),
  defineProgram({
    names: "tee sponge",
    effects: (parsed, call) =>
      call.touch("write", parsed.operands, parsed.has("-a", "--append") ? { append: true } : {}),
    examples: { "tee -a log": "write:/home/user/project/log" },
  }),
  defineProgram({
    names: "date",
    options: {
      values: "-d --date",
      optional: "-I --iso-8601 --rfc-3339",
      reads: "-f --file -r --reference",
    },
    effects: (parsed, call) =>
      parsed.has("-s", "--set") || parsed.operands.some((word) => !word.prefix.startsWith("+"))
        ? administers(call)
        : [],
    examples: { "date +%s": "", "date -s 12:00": "privilege", "date 010203042026": "privilege" },
  }),
  defineProgram({
    names: "hostname",
    options: { reads: "-F --file" },
    effects: (parsed, call) =>
      parsed.operands.length > 0 || parsed.has("-F", "--file", "-b", "--boot") ? administers(call) : [],
    examples: { "hostname -I": "", "hostname evil": "privilege" },
  }),
  defineProgram({
    names: "split csplit",
    options: {
      values:
        "-a --suffix-length -b --bytes -C --line-bytes -l --lines -n --number --additional-suffix -t --separator -f " +
        "--prefix --suffix-format --digits",
      executes: "--filter",
    },
    effects: (parsed, call) =>
      asksHelp(call) ? [] : [
        ...call.touch("read", parsed.operands.slice(0, 1)),
        ...call.touch("write", parsed.operands.slice(1, 2)),
        {
          kind: "write",
          ...(call.cwd === null ? { unknown: true } : { path: call.cwd, below: true, filtered: true }),
        },
      ],
  }),
];
