/** Programs that run a command elsewhere: over SSH, or in a container. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Parsed } from "../options.ts";
import { type Behaviour, defineProgram, type Inner, type Program } from "../program.ts";
import type { Word } from "../word.ts";

/** The host in `user@host`, `ssh://user@host:22`. */
function hostEffect(word: Word | undefined): Effect[] {
  if (word === undefined) return [];
  const host = word.value?.replace(/^ssh:\/\//, "").replace(/^.*@/, "").replace(/:\d+\/?$/, "");
  return [host === undefined ? { kind: "network", unknown: true, word } : { kind: "network", host, word }];
}

/** An `-o ProxyCommand=…` runs a program here. */
function sshOptions(parsed: Parsed): Effect[] {
  return parsed.values("-o").flatMap((word) =>
    word.value === null ||
      /^(?:proxycommand|localcommand|permitlocalcommand|knownhostscommand|include|match)\b/i.test(word.value)
      ? [{ kind: "execute", word, ...(word.value === null ? { unknown: true } : { program: word.value }) }]
      : []
  );
}

/** Other settings than the user's own could name programs, even for that. */
function onlyTells(parsed: Parsed, call: Call): boolean {
  return call.name === "ssh" && parsed.operands.length < 2 && parsed.has("-G", "-Q", "-V") &&
    !parsed.has("-F", "-o", "-J");
}

/**
 * `exec [options] where command…` of docker, podman, kubectl.
 *
 * ```ts
 * import { execIn } from "gatehouse/gate/programs/remote.ts";
 *
 * if (execIn({ values: "-u" }).runs === undefined) throw new Error("the command inside is judged");
 * ```
 */
export function execIn(options: NonNullable<Behaviour["options"]>): Behaviour {
  return {
    options: { style: "posix", ...options },
    effects: (_, call) => [{ kind: "execute", program: call.name, word: call.program }],
    runs: (parsed) => {
      const [, ...words] = parsed.operands;
      const inner = words[0]?.value === "--" ? words.slice(1) : words;
      return inner.length === 0 ? [] : [{ kind: "argv", words: inner, remote: true, external: true }];
    },
  };
}

/** Programs that run a command on another machine. */
export const remote: readonly Program[] = [
  defineProgram({
    names: "ssh mosh autossh",
    options: {
      style: "posix",
      values: "-B -b -c -D -e -I -i -J -L -l -m -O -o -p -Q -R -S -W -w -E -F",
    },
    // With `-G` only the settings are printed, and with `-Q` what it was built with.
    effects: (parsed, call) =>
      onlyTells(parsed, call) ? [] : [
        ...hostEffect(parsed.operands[0]),
        ...sshOptions(parsed),
      ],
    runs: (parsed, call): Inner[] => {
      if (onlyTells(parsed, call)) return [];
      const words = parsed.operands.slice(1);
      if (words.length > 0) return [{ kind: "code", language: "shell", words, remote: true }];
      return parsed.operands.length > 0 ? [{ kind: "input", language: "shell", remote: true }] : [];
    },
  }),
];
