/** Editors: they write what they are given and can run anything while they do. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, type Program } from "../program.ts";
import { asksHelp } from "./administers.ts";

/** Writes its operands; what it does besides, its keys and scripts decide. */
function edits(parsed: Parsed, call: Call): readonly Effect[] {
  if (asksHelp(call)) return [];
  const files = parsed.operands.filter((word) => !word.prefix.startsWith("+"));
  return [...call.touch("write", files), { kind: "execute", program: call.name, word: call.program }];
}

/** Editors of every kind. */
export const editors: readonly Program[] = [
  defineProgram({
    names:
      "vi vim nvim view vimdiff gvim ex rvim rview vimtutor nano pico rnano emacs emacsclient mg jed joe micro helix hx kak ne zile " +
      "gedit kate mousepad code codium subl atom xed pluma",
    options: { values: "-c --cmd -u -i -S -T -t -q --eval -f -l -p -x --load", style: "single" },
    effects: edits,
    examples: { "nano a.txt": "write:/home/user/project/a.txt execute", "vim --version": "" },
  }),
  defineProgram({
    names: "ed red",
    options: { values: "-p --prompt" },
    effects: edits,
  }),
  defineProgram({
    names: "dc",
    options: { values: "-e --expression -f --file" },
    effects: (parsed, call) => {
      // `!` runs a shell command.
      const texts = [
        ...parsed.values("-e", "--expression").map((word) => word.value),
        ...(call.input.kind === "text" || call.input.kind === "calls" ? [call.input.text] : []),
      ];
      const safe = parsed.value("-f", "--file") === null &&
        texts.every((text) => text !== null && !text.includes("!"));
      return safe ? [] : [{ kind: "execute", program: "dc", unknown: true }];
    },
    examples: { "dc -e '1 2 + p'": "", "dc -e '!ls'": "execute" },
  }),
  defineProgram({
    names: "bc",
    options: { flags: "-l -q -i -s -w -S -R", values: "-e -f --expression --file" },
    operands: "read",
  }),
];
