/** Programs that read files: only what they are told to, and without a way to write or to run anything. */
import type { ProgramRules } from "./rules.ts";

/** `cat`. */
export const cat: ProgramRules = {
  options: {
    ...flags("-A", "-b", "-e", "-E", "-n", "-s", "-t", "-T", "-u", "-v"),
    ...flags("--show-all", "--number-nonblank", "--show-ends", "--number", "--squeeze-blank", "--show-tabs"),
    ...flags("--show-nonprinting"),
  },
  operands: "path",
};

/** `grep`; directories are searched by another tool, which keeps away from what may not be read. */
export const grep: ProgramRules = {
  options: {
    ...flags("-E", "-F", "-G", "-P", "-i", "-y", "-v", "-w", "-x", "-c", "-l", "-L", "-n", "-b", "-H", "-h"),
    ...flags("-o", "-q", "-s", "-a", "-I", "-z", "-Z", "-T", "--extended-regexp", "--fixed-strings"),
    ...flags("--basic-regexp", "--perl-regexp", "--ignore-case", "--no-ignore-case", "--invert-match"),
    ...flags("--word-regexp", "--line-regexp", "--count", "--files-with-matches", "--files-without-match"),
    ...flags("--line-number", "--byte-offset", "--with-filename", "--no-filename", "--only-matching"),
    ...flags("--quiet", "--silent", "--no-messages", "--text", "--null-data", "--null", "--initial-tab"),
    "--color": "optional",
    "--colour": "optional",
    "-e": "text",
    "--regexp": "text",
    "-f": "path",
    "--file": "path",
    "-A": "number",
    "-B": "number",
    "-C": "number",
    "-m": "number",
    "--after-context": "number",
    "--before-context": "number",
    "--context": "number",
    "--max-count": "number",
    "--label": "text",
  },
  operands: "path",
  patternUnless: ["-e", "--regexp", "-f", "--file"],
};

/** `sort`; it writes to its output alone. */
export const sort: ProgramRules = {
  options: {
    ...flags(
      "-b",
      "-d",
      "-f",
      "-g",
      "-h",
      "-i",
      "-M",
      "-n",
      "-r",
      "-R",
      "-V",
      "-u",
      "-z",
      "-c",
      "-C",
      "-m",
      "-s",
    ),
    ...flags("--ignore-leading-blanks", "--dictionary-order", "--ignore-case", "--general-numeric-sort"),
    ...flags("--human-numeric-sort", "--ignore-nonprinting", "--month-sort", "--numeric-sort", "--reverse"),
    ...flags("--random-sort", "--version-sort", "--unique", "--zero-terminated", "--merge", "--stable"),
    "--check": "optional",
    "--sort": "word",
    "-k": "word",
    "--key": "word",
    "-t": "text",
    "--field-separator": "text",
  },
  operands: "path",
};

/** `tail`; it ends by itself. */
export const tail: ProgramRules = {
  options: {
    ...flags("-q", "-v", "-z", "--quiet", "--silent", "--verbose", "--zero-terminated"),
    "-n": "count",
    "--lines": "count",
    "-c": "count",
    "--bytes": "count",
  },
  operands: "path",
};

function flags(...names: readonly string[]): Record<string, "none"> {
  return Object.fromEntries(names.map((name) => [name, "none"]));
}
