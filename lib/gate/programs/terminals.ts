/** Terminal multiplexers, and what turns sound and pictures into other formats. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { MARK } from "../grammar/marks.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, type Program } from "../program.ts";

const SHOWS =
  /^(?:ls|list-(?:sessions|windows|panes|clients|commands|keys|buffers)|ls[wpckb]|lscm|has(?:-session)?|info|show-(?:options|environment|messages|hooks|buffer)|show|showenv|showb|showmsgs)$/;

/** `kill-server`, `kill-session`, `kill-window`, `kill-pane`, and their aliases. */
const KILLS = /^(?:kill-(?:server|session|window|pane)|killw|killp)$/;

/** Its commands run programs in panes; a format with `#(…)` runs one as well, and `;` begins another command. */
function multiplexes(parsed: Parsed, call: Call): Effect[] {
  const verb = parsed.operands[0]?.value ?? "";
  if (call.args.length === 1 && parsed.has("-V")) return [];
  const plain = call.args.every((word) => word.value !== null && !/#\(|;$/.test(word.value)) &&
    !parsed.has("-f", "-c");
  if (plain && SHOWS.test(verb)) return [];
  if (plain && KILLS.test(verb)) {
    return [{ kind: "execute", program: MARK.signal, word: parsed.operands[0] ?? call.program }];
  }
  return [{ kind: "execute", program: MARK.run, word: parsed.operands[0] ?? call.program }];
}

/** Questions to `ffmpeg` about itself. */
const ABOUT =
  /^-(?:version|formats|codecs|encoders|decoders|filters|protocols|pix_fmts|devices|demuxers|muxers|bsfs|layouts|colors|buildconf|L|h|hwaccels|sample_fmts|hide_banner)$/;

const REMOTE = /^(?!(?:file|pipe|concat|fd|cache|data|subfile|crypto|async):)[a-z][a-z\d+.-]+:\/\//i;

/** Reads every `-i` and writes the last operand; addresses are reached instead. */
function converts(parsed: Parsed, call: Call): Effect[] {
  const inputs = parsed.values("-i");
  if (inputs.length === 0 && call.args.every((word) => ABOUT.test(word.value ?? ""))) return [];
  const output = parsed.operands.at(-1);
  const named = output === undefined ? inputs : [...inputs, output];
  const away = named.filter((word) => REMOTE.test(word.value ?? word.prefix));
  return [
    ...away.map((word): Effect => ({ kind: "network", word })),
    ...call.touch("read", inputs.filter((word) => !away.includes(word))),
    ...(output === undefined || output.value === null || output.value === "-"
      ? [{ kind: "write", unknown: true } as const]
      : call.touch("write", away.includes(output) ? [] : [output])),
  ];
}

/** Terminals and converters. */
export const terminals: readonly Program[] = [
  defineProgram({
    names: "tmux",
    options: { style: "posix", values: "-L -S -f -c -T", flags: "-V -2 -u -v -l -C -D -N" },
    effects: multiplexes,
    examples: { "tmux ls": "", "tmux kill-server": "execute", "tmux new -d x": "execute" },
  }),
  defineProgram({
    names: "ffmpeg",
    options: {
      style: "single",
      values:
        "-i -v -loglevel -f -c -codec -vcodec -acodec -vf -af -r -s -ss -t -to -b -ar -ac -map -crf -preset -filter_complex -pix_fmt",
      flags: "-y -n -hide_banner -an -vn -sn -shortest -version",
    },
    effects: converts,
    examples: {
      "ffmpeg -i a.mp4 b.gif": "read:/home/user/project/a.mp4 write:/home/user/project/b.gif",
      "ffmpeg -version": "",
    },
  }),
];
