/** Pictures, sound and printed pages: what looks at them, and what makes one of another. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, type Program } from "../program.ts";
import { converts, showsFiles } from "./closed.ts";

/** Rewrites its files unless it is only to look. */
const shrinks = (
  names: string,
  asks: string,
  more: { values?: string; writes?: string; flags?: string },
): Program =>
  defineProgram({
    names,
    options: { closed: true, ...more, flags: `${more.flags ?? ""} ${asks} -h --help --version` },
    effects: (parsed, call) => {
      const asking = parsed.has(...asks.split(" "));
      return call.touch(asking ? "read" : "write", parsed.operands);
    },
  });

/** `sox IN… OUT [EFFECT…]`: `-n` is no file, and `stat` prints. A name that begins with `|` is a command. */
function sox(parsed: Parsed, call: Call): readonly Effect[] {
  if (parsed.operands.some((word) => word.value === null || /^\||^(?:https?|ftp):/.test(word.value))) {
    return [{ kind: "execute", unknown: true, word: call.program }];
  }
  if (parsed.has("--i", "--info", "--version", "-h", "--help")) return call.touch("read", parsed.operands);
  const nothing = call.args.findIndex((word) => word.value === "-n");
  if (nothing > 0) return call.touch("read", parsed.operands.slice(0, 1));
  return [
    ...call.touch("read", parsed.operands.slice(0, 1)),
    ...call.touch("write", parsed.operands.slice(1)),
  ];
}

/** `pdftk IN… OPERATION … [output OUT]`. */
function pdftk(parsed: Parsed, call: Call): readonly Effect[] {
  const at = parsed.operands.findIndex((word) => word.value === "output");
  const asks = parsed.operands.some((word) =>
    /^(?:dump_data(?:_utf8|_fields|_fields_utf8|_annots)?)$/.test(word.value ?? "")
  );
  const files = parsed.operands.filter((word) => /\.pdf$/i.test(word.value ?? ""));
  const output = at < 0 ? [] : parsed.operands.slice(at + 1, at + 2);
  if (at < 0 && !asks) return [{ kind: "write", unknown: true, word: call.program }];
  return [
    ...call.touch("read", files.filter((word) => !output.includes(word))),
    ...call.touch("write", output.filter((word) => word.value !== "-")),
  ];
}

/** Pictures, sound, pages. */
export const media: readonly Program[] = [
  shrinks("optipng", "-simulate", {
    values: "-o -i -f -zc -zm -zs -zw -log",
    writes: "-out -dir",
    flags: "-q -quiet -v -k -keep -preserve -fix -force -clobber -nb -nc -np -nz -strip",
  }),
  shrinks("jpegoptim", "-n --noaction", {
    values: "-m --max -S --size -T --threshold",
    writes: "-d --dest",
    flags:
      "-f --force -o --overwrite -p --preserve -q --quiet -t --totals -v --verbose -b --csv -s --strip-all --all-progressive",
  }),
  defineProgram({
    names: "gifsicle",
    options: {
      closed: true,
      values:
        "--colors -k --delay -d --loopcount -l --resize --scale --crop --dither --use-col --use-colormap --transparent -t -c --comment --name -n --position -p --lossy -j --threads",
      optional: "-O --optimize --delay --loopcount --dither --lossy --threads",
      writes: "-o --output",
      flags:
        "-I --info -II --sinfo --size-info --color-info --extension-info -b --batch -e --explode -E --explode-by-name -U --unoptimize -i --interlace --no-warnings -w -V --verbose --careful --cinfo --xinfo -h --help --version -O1 -O2 -O3",
    },
    effects: (parsed, call) => {
      const files = parsed.operands.filter((word) => !word.prefix.startsWith("#"));
      if (parsed.has("-e", "--explode", "-E", "--explode-by-name")) {
        return [...call.touch("read", files), { kind: "write", unknown: true }];
      }
      return call.touch(parsed.has("-b", "--batch") ? "write" : "read", files);
    },
    examples: {
      "gifsicle -I a.gif": "read:/home/user/project/a.gif",
      "gifsicle -b -O2 a.gif": "write:/home/user/project/a.gif",
    },
  }),
  showsFiles("gifdiff", { flags: "-q --brief -w --ignore-redundancy -B --ignore-background" }),
  converts(
    "tiffcp tiffcrop tiffdither tiffmedian tiff2bw tiff2rgba pal2rgb ppm2tiff rgb2ycbcr thumbnail fax2tiff",
    {
      style: "single",
      values:
        "-c -r -p -f -w -l -b -t -C -R -N -O -P -U -J -K -H -V -E -X -Y -Z -z -m -M -d -F -e -B -L -S -I -h -v -1 -2 -3 -4",
      writes: "-o",
      flags: "-a -s -i -x -D -n",
    },
  ),
  defineProgram({
    names: "tiff2pdf tiff2ps fax2ps",
    options: {
      style: "single",
      closed: true,
      values: "-p -u -w -l -x -y -r -t -a -c -s -e -k -q -d -m -h -H -W -L -o -O -b -S -M -P -i",
      writes: "-o -O",
      flags: "-j -z -n -f -F -1 -2 -3 -8 -D -T -g -v",
    },
    operands: "read",
    examples: { "tiff2pdf -o b.pdf a.tif": "write:/home/user/project/b.pdf read:/home/user/project/a.tif" },
  }),
  defineProgram({
    names: "tiffset",
    options: { style: "none" },
    effects: (parsed, call) => call.touch("write", parsed.operands.slice(-1)),
  }),
  converts("ps2pdf12 ps2pdf13 ps2pdf14 ps2pdfwr pdf2ps ps2ps eps2eps pdf2dsc ps2epsi pdfcrop pdfjam", {
    style: "single",
    beside: true,
    optional: "-dPDFSETTINGS -dCompatibilityLevel -sPAPERSIZE -dLanguageLevel -dAutoRotatePages -r",
    values: "--margins --bbox --nup --papersize --pages",
    writes: "--outfile",
    flags: "-dSAFER -dBATCH -dQUIET -q -dNOPAUSE --landscape --hires --quiet",
  }),
  converts("rsvg-convert svg2pdf cairosvg weasyprint", {
    values:
      "-w --width -h --height -f --format -z --zoom -d --dpi-x -p --dpi-y -b --background-color --dpi -s --scale",
    writes: "-o --output",
    flags: "-a --keep-aspect-ratio",
  }),
  converts("flac lame oggenc opusenc opusdec oggdec", {
    beside: true,
    values:
      "-b -B -q -V -m --abr --preset --tt --ta --tl --ty -s --bitrate --quality -Q --album --artist --title",
    writes: "-o --output-name --output",
    flags: "-d --decode -s --silent --quiet -f --force -h --best -0 -1 -2 -3 -4 -5 -6 -7 -8 -v --verify",
    shows: "-t --test -a --analyze -c --stdout",
  }),
  defineProgram({
    names: "sox",
    options: {
      closed: true,
      style: "single",
      values: "-b -c -e -r -t -v -V -C -R --effects-file",
      flags:
        "-n -q -S -L -B -x -D -G --i --info --norm -V1 -V2 -V3 -h --help --version --no-show-progress --show-progress",
      risky: "--effects-file --plot --play-rate-arg",
    },
    effects: sox,
    examples: {
      "sox a.wav -n stat": "read:/home/user/project/a.wav",
      "sox a.wav b.mp3": "read:/home/user/project/a.wav write:/home/user/project/b.mp3",
      "sox '|x' b.wav": "execute",
    },
  }),
  showsFiles("mp4info mp3check mpck mp3guessenc aubiotrack aubioonset aubiopitch aubiocut sndfile-cmp", {
    values: "-i --input -r --samplerate -B --bufsize -H --hopsize -O --onset -t --threshold",
    flags: "-v --verbose",
  }),
  defineProgram({
    names: "id3v2 eyeD3 mid3v2",
    options: {
      style: "single",
      closed: true,
      values: "-C",
      flags:
        "-l --list -L --list-genres --list-frames -R --list-rfc822 -f --no-color -P --plain -v --verbose -h --help --version",
    },
    operands: "read",
  }),
  defineProgram({
    names: "tesseract",
    options: {
      closed: true,
      values: "-l --psm --oem --dpi --tessdata-dir --loglevel -c",
      reads: "--user-words --user-patterns",
      flags: "--list-langs --print-parameters --help --help-extra --help-psm --help-oem --version -v",
    },
    effects: (parsed, call) => [
      ...call.touch("read", parsed.operands.slice(0, 1)),
      ...call.touch(
        "write",
        parsed.operands.slice(1, 2).filter((word) => !/^(?:-|stdout)$/.test(word.value ?? "")),
      ),
    ],
    examples: {
      "tesseract a.png stdout -l eng": "read:/home/user/project/a.png",
      "tesseract a.png b": "read:/home/user/project/a.png write:/home/user/project/b",
    },
  }),
  defineProgram({
    names: "pdftk",
    options: { style: "none" },
    effects: pdftk,
    examples: {
      "pdftk a.pdf dump_data": "read:/home/user/project/a.pdf",
      "pdftk a.pdf cat 1 output b.pdf": "read:/home/user/project/a.pdf write:/home/user/project/b.pdf",
      "pdftk a.pdf burst": "write",
    },
  }),
  defineProgram({
    names: "mutool",
    options: { values: "-p", flags: "-h" },
    commands: {
      "info|pages|show|trace|bidi|audit|grep": {
        options: { closed: true, values: "-p", writes: "-o", flags: "-F -I -M -P -S -X -b -e -g" },
        operands: "read",
      },
      "draw|convert|clean|create|extract|merge|poster|sign|run|trim|recolor": {
        effects: () => [{ kind: "write", unknown: true }],
      },
    },
    examples: { "mutool info a.pdf": "read:/home/user/project/a.pdf" },
  }),
  // Without `-p`, `-o` or a display they print, or hand the pages to the printer.
  defineProgram({
    names: " nenscript",
    options: {
      values: "-f -F -b -M -T -L -U -H -j -n -l -s --columns --medium --font -B -r -R -i",
      writes: "-o -p --output",
      flags: "-E -G -q --list-media --list-options --help --version --list",
    },
    effects: (parsed, call) =>
      parsed.has("--list-media", "--list-options", "--help", "--version")
        ? []
        : parsed.value("-o", "-p", "--output")?.value === "-"
        ? call.touch("read", parsed.operands)
        : [...call.touch("read", parsed.operands), { kind: "write", unknown: true, word: call.program }],
  }),
  showsFiles("chkweb deweb texcount opendetex wordview html2markdown", {
    values: "-inc -sum -brief -l -n -v -q -e",
    flags: "-total -1 -c -w -s",
    style: "single",
  }),
  defineProgram({
    names: "aplaymidi arecordmidi aseqdump",
    options: { closed: true, values: "-d -b -f -t -n", flags: "-l --list -h --help -V --version" },
    effects: (parsed) =>
      parsed.has("-l", "--list") && parsed.operands.length === 0 ||
        parsed.options.length > 0 && parsed.has("-h", "-V", "--help")
        ? []
        : [{ kind: "write", unknown: true }],
    examples: { "aplaymidi -l": "" },
  }),
];
