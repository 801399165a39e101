/** Manual pages, typesetting, structured text, images and media: tools that show what a file holds. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, harmless, type Program, reader } from "../program.ts";
import { contact } from "./hosts.ts";

const remote = (word: { readonly prefix: string }) => /^(?:https?|ftp):/i.test(word.prefix);

/** Files are read, addresses fetched. */
function readOrFetch(parsed: Parsed, call: Call): readonly Effect[] {
  return [
    ...call.touch("read", parsed.operands.filter((word) => !remote(word) && word.value !== "-")),
    ...parsed.operands.filter(remote).map(contact),
  ];
}

/** Files are what is left of the operands without the filter and the second values of `--arg NAME VALUE`. */
function filtered(parsed: Parsed, call: Call): readonly Effect[] {
  const second = (...names: readonly string[]) =>
    parsed.values(...names).flatMap((word) => call.args[call.args.indexOf(word) + 1] ?? []);
  const data = new Set(second("--arg", "--argjson"));
  const loaded = second("--slurpfile", "--rawfile");
  const rest = parsed.operands.filter((word) => !data.has(word) && !loaded.includes(word));
  return call.touch("read", [...loaded, ...rest.slice(parsed.has("-f", "--from-file") ? 0 : 1)]);
}

/** The last operand is written unless it is `-` or there is only one. */
function convert(parsed: Parsed, call: Call): readonly Effect[] {
  const [input, output] = parsed.operands;
  return [
    ...call.touch("read", input ? [input] : []),
    ...(output === undefined
      ? (input === undefined ? [] : [
        {
          kind: "write",
          ...(call.cwd === null
            ? { unknown: true as const }
            : { path: call.cwd, below: true as const, filtered: true as const }),
        } as const,
      ])
      : call.touch("write", output.value === "-" ? [] : [output])),
  ];
}

const ROFF = "-T -m -M -F -f -r -d -o -n -w -W -K -D -I -P -L";

/** What shows documents and data. */
export const documents: readonly Program[] = [
  defineProgram({
    names: "less more most pg lv pager",
    options: {
      values: "-b -h -j -x -y -z -p --pattern -P --prompt -t --tag -D -# --tabs",
      reads: "-T --tag-file",
      executes: "-k --lesskey-file --lesskey-src --lesskey-content",
      writes: "-o -O --log-file --LOG-FILE",
    },
    effects: (parsed, call) => {
      const [starts, files] = [true, false].map((plus) =>
        parsed.operands.filter((word) => word.prefix.startsWith("+") === plus)
      );
      // `+` gives the first keys, and `!` or `|` among them runs a program.
      const keys = starts?.filter((word) => !/^\+\+?(?:\d+|[FGg]|\/[^\n]*)?$/.test(word.value ?? "!")) ?? [];
      return [
        ...call.touch("read", files ?? []),
        ...keys.map((word) => ({ kind: "execute", word } as const)),
      ];
    },
    examples: {
      "less +F log": "read:/home/user/project/log",
      "less '+!x' f": "read:/home/user/project/f execute",
    },
  }),
  defineProgram({
    names: "man",
    options: {
      values:
        "-M --manpath -S -s --sections -e --extension -L --locale -m --systems -p --preprocessor -r --prompt -E --encoding",
      optional: "-T --troff-device -X --gxditview -Z",
      executes: "-P --pager -H --html -C --config-file",
      flags:
        "-k --apropos -f --whatis -K --global-apropos -a --all -w --where --path -W --where-cat -l --local-file -t --troff -7",
    },
    effects: (parsed, call) => parsed.has("-l", "--local-file") ? call.touch("read", parsed.operands) : [],
    examples: {
      "man -k printf": "",
      "man -P ./x ls": "execute:/home/user/project/x",
      "man -l ./a.1": "read:/home/user/project/a.1",
    },
  }),
  harmless("semver", { values: "-i --increment -r --range --preid -n" }),
  harmless("apropos whatis manpath tldr cheat which perldoc corelist wtf", {
    executes: "-C --config-file",
    writes: "-d",
  }),
  reader("lexgrog zsoelim pinfo man2html manlint"),
  defineProgram({
    names: "info",
    options: {
      values: "-n --node -f --file -d --directory -k --apropos --index-search",
      writes: "-o --output --dribble",
      reads: "--restore --init-file",
    },
  }),
  reader(
    "groff nroff troff geqn gpic gtbl grotty grops grodvi grolj4 grolbp grohtml gropdf eqn neqn tbl refer soelim preconv grn grap chem gpinyin ideal dformat roff2text lookbib lkbib hpftodit mandoc",
    {
      values: ROFF,
      risky: "-U -l -X",
      executes: "-L",
      flags: "-p -t -e -s -R -S -k -g -G -c -z -C -E -b -i -V",
    },
  ),
  reader("pic", { risky: "-U", flags: "-S -C -n -t -c -z" }),
  reader("grog", { values: "-T -M -m -r -d -n -o -W -w -F -f -P -L -I", risky: "--run -run" }),
  defineProgram({
    names: "jq gojq jaq",
    options: {
      values: "--arg --argjson -f --from-file -L --indent --slurpfile --rawfile",
      flags: "-r -n -s -c -e -M -C -S -a -j",
    },
    effects: filtered,
    examples: {
      "jq .name package.json": "read:/home/user/project/package.json",
      "jq -n --arg a b '{a: $a}'": "",
      "jq --slurpfile a x.json . y.json": "read:/home/user/project/x.json read:/home/user/project/y.json",
    },
  }),
  defineProgram({
    names: "yq xq xq-python",
    options: {
      values: "-o --output-format -p --input-format -I --indent --expression --front-matter --arg",
      risky: "-s --split-exp --split-exp-file",
    },
    effects: (parsed, call) =>
      call.touch(
        parsed.has("-i", "--inplace", "--in-place") ? "write" : "read",
        parsed.operands.slice(parsed.operands.length > 1 ? 1 : 0),
      ),
  }),
  reader(
    "jless fx gron jsonpp json json_verify json_reformat xmlstarlet xml_grep xmlwf xml2 2xml csvlook csvcut csvgrep csvstat csvsort csvjoin csvjson in2csv csvformat mlr xsv qsv tidy-html5 htmlq pup xidel hxselect hxnormalize xpath mdcat2 tomlq toml2json",
    {
      writes: "-o -output --output --out-file",
      risky: "-i -I --in-place --inplace -L --inplace-edit -m -modify",
      flags: "-c -d -f -n -s -r -t -p -h -v",
    },
  ),
  reader("json_pp", { style: "single", values: "-f -t -json_opt" }),
  defineProgram({
    names: "xmllint",
    options: {
      values: "--encode --xpath --maxmem --pretty --pattern",
      reads: "--schema --relaxng --dtdvalid --schematron",
      writes: "--output -o",
      risky: "--shell",
      style: "single",
    },
    effects: readOrFetch,
  }),
  defineProgram({
    names: "xsltproc saxon saxonb-xslt",
    options: {
      values: "--param --stringparam --path --maxdepth --maxvars --encoding",
      writes: "--output -o --writesubtree",
      style: "single",
    },
    effects: readOrFetch,
  }),
  reader("po2txt msgcmp msgunfmt msgattrib msgcat msggrep podchecker", {
    writes: "-o --output-file -output",
  }),
  reader(
    "pdfinfo pdffonts pdfgrep pdfsig pdfurl mediainfo ffprobe soxi identify ogginfo mkvinfo jpeginfo pngcheck pngmeta tiffinfo djvudump gifinfo webpinfo rdjpgcom img2txt jp2a chafa viu catimg timg fontlint otfinfo ttfdump exifprobe",
    {
      values:
        "-f -l -upw -opw -enc -box -format -show_entries -print_format -of -select_streams -v -loglevel -i -read_intervals --Output --Inform",
      style: "single",
      writes: "-o --LogFile",
      reads: "-i",
    },
  ),
  defineProgram({
    names: "exiftool exif",
    options: {
      style: "single",
      values: "-ext -if -p -api -d -lang -c -x -fileOrder",
      reads: "-@ -config",
      writes: "-o -w -W -tagOut",
      risky:
        "-overwrite_original -overwrite_original_in_place -stay_open -delete_original -restore_original -csv -json",
    },
    effects: (parsed, call) => {
      const edits = parsed.options.some((option) =>
        /=/.test(option.word.text) && /^-[A-Za-z:*]+[-+]?[<>]?=/.test(option.word.text) ||
        /^-(?:TagsFromFile|geotag|execute)$/i.test(option.name)
      );
      return call.touch(edits ? "write" : "read", parsed.operands);
    },
    examples: {
      "exiftool a.jpg": "read:/home/user/project/a.jpg",
      "exiftool -Artist=me a.jpg": "write:/home/user/project/a.jpg",
    },
  }),
  defineProgram({
    names:
      "pdftotext pdftohtml pdftoppm pdftocairo ps2ascii pdftops pdfimages pdfseparate pdfdetach ebook-convert",
    options: { values: "-f -l -r -x -y -W -H -upw -opw -enc", style: "single" },
    effects: (parsed, call) =>
      parsed.has("-list") ? call.touch("read", parsed.operands.slice(0, 1)) : convert(parsed, call),
    examples: { "pdftotext a.pdf -": "read:/home/user/project/a.pdf" },
  }),
  defineProgram({
    names: "dependency-graph",
    options: {
      values:
        "-b --basedir -x --exclude --extensions --ts-config --webpack-config --require-config --layout --rankdir",
      writes: "-i --image -o",
      flags: "--orphans --leaves --circular --json --dot --summary --no-color --debug --warning",
    },
    operands: "read",
  }),
];
