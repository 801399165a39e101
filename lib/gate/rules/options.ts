/** A rule about options that the catalogue does not name: their own names tell what they are for. */
import type { Call } from "../call.ts";
import { MARK, marked } from "../grammar/marks.ts";
import type { Option } from "../options.ts";
import { defineRule, type Rule } from "../rule.ts";

/** Words in the name of an option that runs, loads, writes or changes something. */
const DOES = new Set(
  ("exec execute executable command cmd run script eval plugin plugins load loader module modules provider engine " +
    "config conf configuration rc rcfile init pager editor shell preload prepipe prepipex outfile output outdir write save store " +
    "dump export logfile del inplace place delete remove erase purge create set reset clear cleanup update upload upgrade " +
    "import edit enable disable kill rotate flush sign encode install uninstall play daemon serve send post add append " +
    "rename move modify repair fix overwrite force command-line hook hooks callback proxy program use").split(
      " ",
    ),
);

/** Words that turn it around, or say that something is only shown. */
const ONLY =
  /^--?(?:no|without|from|skip|ignore|exclude|dry|show|list|print|cat|get|check|verify|test|query|fail|warn|report|with|if)(?:-|$)/;

function does(call: Call, option: Option): boolean {
  const { name } = option;
  if (!/^--?[a-z][a-z0-9_-]{2,}$/i.test(name) || ONLY.test(name) || call.options.names(option)) return false;
  // One dash and several letters is a name only where the program reads it as one.
  return name.replace(/^--?/, "").toLowerCase().split(/[-_]/).some((word) => DOES.has(word));
}

const unlisted = defineRule({
  id: "options.unlisted",
  verdict: "ask",
  reason: "Gives an option that no rule knows, and whose name says that it runs, loads or changes something",
  when: (call) =>
    call.known && !call.isFunction && !/^g?find$/.test(call.name) &&
    marked(call, MARK.project) === undefined &&
    call.options.options.find((option) => does(call, option))?.word,
  match: [
    "bat --config-file=/tmp/x a",
    "nm --plugin ./x.so a",
    "udevadm info --cleanup-db",
    "xmlcatalog --create",
  ],
  notMatch: [
    "ls --color",
    "sort --output=x",
    "grep --no-config x",
    "npm test -- --config x",
    "cat --show-all f",
  ],
});

/** Rules about options. */
export const options: readonly Rule[] = [unlisted];
